package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A page of Markdown: its fenced blocks, its links and its anchors.
 */
final class Document {

	private static final Pattern FENCE = Pattern.compile("( *)```(\\w*) *");

	private static final Pattern FROM = Pattern.compile(" *<!-- from: (\\S+) -->");

	private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)|(?:href|src)=\"([^\"]+)\"");

	private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*)");

	private static final Pattern TYPE = Pattern.compile("`@?([A-Z]\\w*[a-z]\\w*)(?:[.#(][^`]*)?`");

	private static final Pattern COMMAND = Pattern.compile("\\./mvnw[^`\\n]*(\\\\\\n[^`\\n]*)*");

	private final Path file;

	private final List<String> lines;

	private final List<CodeBlock> blocks = new ArrayList<>();

	private final List<String> prose = new ArrayList<>();

	private Document(Path file, List<String> lines) {
		this.file = file;
		this.lines = lines;
		parse();
	}

	static Document read(Path file) throws IOException {
		return new Document(file, Files.readAllLines(file));
	}

	private void parse() {
		for (int i = 0; i < this.lines.size(); i++) {
			Matcher fence = FENCE.matcher(this.lines.get(i));
			if (!fence.matches()) {
				this.prose.add(this.lines.get(i));
				continue;
			}
			int end = i + 1;
			while (end < this.lines.size() && !this.lines.get(end).strip().equals("```")) {
				end++;
			}
			this.blocks.add(new CodeBlock(fence.group(2), (i > 0) ? from(this.lines.get(i - 1)) : null, fence.group(1),
					i + 1, this.lines.subList(i + 1, end)));
			i = end;
		}
	}

	private static @Nullable String from(String line) {
		Matcher from = FROM.matcher(line);
		return from.matches() ? from.group(1) : null;
	}

	Path file() {
		return this.file;
	}

	List<String> lines() {
		return this.lines;
	}

	List<CodeBlock> blocks() {
		return this.blocks;
	}

	/**
	 * Targets of links and pictures, as they are written.
	 */
	List<String> links() {
		String text = String.join("\n", this.prose).replaceAll("`[^`]*`", "");
		return LINK.matcher(text)
			.results()
			.map((link) -> (link.group(1) != null) ? link.group(1) : link.group(2))
			.toList();
	}

	/**
	 * The headings of a level.
	 * @param level the level, 1 for the title
	 */
	List<String> headings(int level) {
		return this.prose.stream()
			.map(HEADING::matcher)
			.filter((heading) -> heading.matches() && heading.group(1).length() == level)
			.map((heading) -> heading.group(2))
			.toList();
	}

	/**
	 * The anchors of the headings, as GitHub makes them.
	 */
	Set<String> anchors() {
		Set<String> anchors = new HashSet<>();
		Map<String, Integer> seen = new HashMap<>();
		for (String line : this.prose) {
			Matcher heading = HEADING.matcher(line);
			if (heading.matches()) {
				String anchor = heading.group(2)
					.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
					.toLowerCase(Locale.ROOT)
					.replaceAll("[^\\p{L}\\p{N} _-]", "")
					.strip()
					.replace(' ', '-');
				int before = seen.merge(anchor, 1, Integer::sum) - 1;
				anchors.add((before != 0) ? anchor + "-" + before : anchor);
			}
		}
		return anchors;
	}

	/**
	 * The simple names of types that are marked as code, as in {@code Eviction.all()}.
	 */
	Stream<String> types() {
		return this.prose.stream().flatMap((line) -> TYPE.matcher(line).results()).map((type) -> type.group(1));
	}

	/**
	 * All that is said to be typed and begins with the Maven wrapper.
	 */
	Stream<String> commands() {
		return COMMAND.matcher(String.join("\n", this.lines)).results().map(MatchResult::group);
	}

	/**
	 * Writes the page with other texts in those of its blocks that have a source.
	 * @param source gives the text for what a block says it is from
	 */
	void write(Source source) throws IOException {
		List<String> written = new ArrayList<>(this.lines);
		List<CodeBlock> fromTheEnd = new ArrayList<>(this.blocks);
		Collections.reverse(fromTheEnd);
		for (CodeBlock block : fromTheEnd) {
			String from = block.from();
			if (from != null) {
				List<String> place = written.subList(block.line(), block.end());
				place.clear();
				place.addAll(block.linesOf(source.read(from)));
			}
		}
		if (!written.equals(this.lines)) {
			Files.write(this.file, written);
		}
	}

	@Override
	public String toString() {
		return this.file.toString();
	}

	/**
	 * Where the text of a block is from.
	 */
	interface Source {

		List<String> read(String from) throws IOException;

	}

}
