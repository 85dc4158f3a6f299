package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that what the documents show is taken from sources that are compiled or started,
 * that their links lead somewhere, that their commands name profiles that exist, and that
 * figures of the README were measured.
 */
class DocumentsTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Path README = ROOT.resolve("README.md");

	/**
	 * The headings of a page about a feature.
	 */
	private static final List<String> FORM = List.of("What it does", "When to use", "How it works", "Settings",
			"Failure modes and how to turn it off");

	private final Map<Path, Document> documents = read();

	@Test
	void everyBlockSaysItsLanguage() {
		assertThat(blocks((block) -> !block.language().isEmpty(), "has no language")).isEmpty();
	}

	@Test
	void everyExampleSaysItsSource() {
		assertThat(blocks((block) -> !block.needsSource() || block.from() != null,
				"has no '<!-- from: path#region -->' in the line before it"))
			.isEmpty();
	}

	@Test
	void everyExampleIsItsSource() throws IOException {
		if (Boolean.getBoolean("reference.write")) {
			for (Document document : this.documents.values()) {
				document.write((from) -> SourceRegion.read(ROOT, from));
			}
			this.documents.putAll(read());
		}
		List<String> problems = new ArrayList<>();
		for (Document document : this.documents.values()) {
			for (CodeBlock block : document.blocks()) {
				compare(document, block, problems);
			}
		}
		assertThat(problems).as("-Dreference.write=true writes the examples into the documents").isEmpty();
	}

	@Test
	void everyFigureOfTheReadmeWasMeasured() throws IOException {
		String readme = Files.readString(README);
		Set<String> measured = figures(Files.readString(ROOT.resolve("docs/performance.md")));
		assertThat(figures(between(readme, "| plain Spring Cache", "The price"))).isNotEmpty().isSubsetOf(measured);
		assertThat(figures(between(readme, "## Numbers", "## Building"))).isNotEmpty().isSubsetOf(measured);
	}

	private static String between(String text, String begin, String end) {
		assertThat(text).contains(begin, end);
		int from = text.indexOf(begin);
		return text.substring(from, text.indexOf(end, from));
	}

	private static Set<String> figures(String text) {
		return Pattern.compile("\\d[\\d.,]*\\d|\\d")
			.matcher(text)
			.results()
			.map(MatchResult::group)
			.collect(Collectors.toSet());
	}

	@Test
	void everyLinkLeadsSomewhere() {
		List<String> problems = new ArrayList<>();
		this.documents.values().forEach((document) -> document.links().forEach((link) -> {
			Path target = target(document, link);
			if (target != null && !Files.exists(target)) {
				problems.add("%s: no file for '%s'".formatted(name(document), link));
			}
			else if (target != null && link.contains("#") && !hasAnchor(target, link)) {
				problems.add("%s: no heading for '%s'".formatted(name(document), link));
			}
		}));
		assertThat(problems).isEmpty();
	}

	@Test
	void everyPageForAFailedStartExists() throws IOException {
		String sources = Files.readString(ROOT.resolve("pom.xml")).replaceFirst("(?s).*?<url>(.*?)</url>.*", "$1");
		assertThat(HelpPage.values()).allSatisfy((page) -> {
			String action = String.valueOf(page.analysis(null, null, new IllegalStateException()).getAction());
			assertThat(action).startsWith("See " + sources + "/blob/main/docs/");
			String link = action.substring(action.indexOf("docs/"));
			Path target = ROOT.resolve(link.replaceFirst("#.*", ""));
			assertThat(target).exists();
			assertThat(!link.contains("#") || hasAnchor(target, link)).as(link).isTrue();
		});
	}

	@Test
	void everyDocumentIsFoundFromTheReadme() throws IOException {
		Set<Path> found = new TreeSet<>();
		Deque<Path> open = new ArrayDeque<>(List.of(README));
		while (!open.isEmpty()) {
			Path file = open.remove();
			Document document = this.documents.get(file);
			if (found.add(file) && document != null) {
				document.links().stream().map((link) -> target(document, link)).forEach((target) -> {
					if (target != null) {
						open.add(target);
					}
				});
			}
		}
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			assertThat(files.filter(Files::isRegularFile)).isNotEmpty().isSubsetOf(found);
		}
	}

	@Test
	void everyFeatureIsDescribedInTheSameForm() {
		assertThat(this.documents.values()
			.stream()
			.filter((document) -> document.file().getParent().endsWith("docs/features"))).isNotEmpty()
			.allSatisfy((document) -> assertThat(document.headings(2)).as(name(document)).isEqualTo(FORM));
	}

	@Test
	void everyCommandNamesProfilesThatExist() throws IOException {
		Set<String> profiles = profiles();
		List<String> problems = new ArrayList<>();
		this.documents.values()
			.forEach((document) -> document.commands()
				.forEach((command) -> Pattern.compile(" -P\\s*(\\S+)")
					.matcher(command)
					.results()
					.flatMap((match) -> Stream.of(match.group(1).split(",")))
					.filter((profile) -> !profiles.contains(profile))
					.forEach((profile) -> problems
						.add("%s: no profile '%s' for '%s'".formatted(name(document), profile, command)))));
		assertThat(profiles).contains("run");
		assertThat(problems).isEmpty();
	}

	@Test
	void everyPropertyExists() throws IOException {
		KnownProperties properties = KnownProperties.load();
		List<String> problems = new ArrayList<>();
		this.documents.values()
			.forEach((document) -> document.lines()
				.stream()
				.forEach((line) -> properties.unknown(line)
					.forEach((property) -> problems.add("%s: no property '%s'".formatted(name(document), property)))));
		assertThat(problems).isEmpty();
	}

	@Test
	void everyTypeNamedInTheDesignExists() throws IOException {
		Set<String> types = types();
		List<String> problems = new ArrayList<>();
		this.documents.values()
			.stream()
			.filter((document) -> document.file().getParent().endsWith("docs/design"))
			.forEach((document) -> document.types()
				.filter((type) -> !types.contains(type) && !ClassUtils.isPresent("java.lang." + type, null))
				.forEach((type) -> problems.add("%s: no type '%s'".formatted(name(document), type))));
		assertThat(problems).isEmpty();
	}

	private static Map<Path, Document> read() {
		Map<Path, Document> documents = new TreeMap<>();
		try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
			Stream<Path> top = Stream
				.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
						"perf-starter-autoconfigure/src/bench/README.md")
				.map(ROOT::resolve);
			Stream<Path> all = Stream.concat(top, docs.filter((file) -> file.toString().endsWith(".md")));
			for (Path file : all.toList()) {
				documents.put(file, Document.read(file));
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException("Documents cannot be read", ex);
		}
		return documents;
	}

	private List<String> blocks(Predicate<CodeBlock> rule, String problem) {
		List<String> problems = new ArrayList<>();
		this.documents.values().forEach((document) -> document.blocks().forEach((block) -> {
			if (!rule.test(block)) {
				problems.add("%s:%d %s".formatted(name(document), block.line(), problem));
			}
		}));
		return problems;
	}

	private static void compare(Document document, CodeBlock block, List<String> problems) throws IOException {
		String from = block.from();
		if (from == null) {
			return;
		}
		try {
			if (!block.text().equals(SourceRegion.read(ROOT, from))) {
				problems.add("%s:%d is not what '%s' says".formatted(name(document), block.line(), from));
			}
		}
		catch (IllegalArgumentException ex) {
			problems.add("%s:%d %s".formatted(name(document), block.line(), ex.getMessage()));
		}
	}

	private static @Nullable Path target(Document document, String link) {
		if (link.matches("[a-z]+:.*")) {
			return null;
		}
		String path = link.contains("#") ? link.substring(0, link.indexOf('#')) : link;
		return path.isEmpty() ? document.file() : document.file().resolveSibling(path).normalize();
	}

	private boolean hasAnchor(Path target, String link) {
		Document document = this.documents.get(target);
		return document != null && document.anchors().contains(link.substring(link.indexOf('#') + 1));
	}

	private static Set<String> profiles() throws IOException {
		Set<String> profiles = new TreeSet<>();
		for (String pom : List.of("pom.xml", "perf-starter-core/pom.xml", "perf-starter-autoconfigure/pom.xml",
				"perf-starter-sample/pom.xml", ".ci/outside/pom.xml")) {
			profiles.addAll(Pattern.compile("<profile>\\s*(?:<!--.*?-->\\s*)?<id>(.*?)</id>", Pattern.DOTALL)
				.matcher(Files.readString(ROOT.resolve(pom)))
				.results()
				.map((profile) -> profile.group(1))
				.collect(Collectors.toSet()));
		}
		return profiles;
	}

	/**
	 * The simple names of all types that the sources declare or import.
	 */
	private static Set<String> types() throws IOException {
		Pattern type = Pattern.compile("^import [\\w.]+\\.(\\w+);|(?:class|interface|record|enum) ([A-Z]\\w*)",
				Pattern.MULTILINE);
		Set<String> types = new TreeSet<>();
		for (String module : List.of("perf-starter-core", "perf-starter-autoconfigure", "perf-starter-sample")) {
			try (Stream<Path> sources = Files.walk(ROOT.resolve(module).resolve("src"))) {
				for (Path source : sources.filter((file) -> file.toString().endsWith(".java")).toList()) {
					type.matcher(Files.readString(source))
						.results()
						.map((match) -> (match.group(1) != null) ? match.group(1) : match.group(2))
						.forEach(types::add);
				}
			}
		}
		return types;
	}

	private static String name(Document document) {
		return ROOT.relativize(document.file()).toString();
	}

}
