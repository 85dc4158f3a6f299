package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands between {@code tag::name[]} and {@code end::name[]} in a source file, or
 * all of the file where no name is given.
 */
final class SourceRegion {

	private SourceRegion() {
	}

	/**
	 * Reads the text of a region. Parts that have the same name follow each other with a
	 * blank line between them, each without the indentation that its lines have in
	 * common.
	 * @param from the path of the file, and after a number sign the name of the region
	 */
	static List<String> read(Path root, String from) throws IOException {
		int hash = from.indexOf('#');
		Path file = root.resolve((hash != -1) ? from.substring(0, hash) : from);
		if (!Files.isRegularFile(file)) {
			throw new IllegalArgumentException("there is no file '%s'".formatted(from));
		}
		List<String> lines = Files.readAllLines(file);
		if (hash == -1) {
			return withoutIndent(lines.stream().filter((line) -> !isTag(line)).toList());
		}
		String name = from.substring(hash + 1);
		List<String> text = new ArrayList<>();
		List<String> part = null;
		for (String line : lines) {
			if (line.contains("tag::" + name + "[]")) {
				part = new ArrayList<>();
			}
			else if (part != null && line.contains("end::" + name + "[]")) {
				if (!text.isEmpty()) {
					text.add("");
				}
				text.addAll(withoutIndent(part));
				part = null;
			}
			else if (part != null && !isTag(line)) {
				part.add(line);
			}
		}
		if (text.isEmpty() || part != null) {
			throw new IllegalArgumentException("there is no whole region '%s'".formatted(from));
		}
		return text;
	}

	private static boolean isTag(String line) {
		return line.matches(".*\\b(tag|end)::[\\w-]+\\[].*");
	}

	private static List<String> withoutIndent(List<String> lines) {
		String text = String.join("\n", lines).replace("\t", "    ").stripIndent();
		return text.replaceAll("^\n+|\n+$", "").lines().toList();
	}

}
