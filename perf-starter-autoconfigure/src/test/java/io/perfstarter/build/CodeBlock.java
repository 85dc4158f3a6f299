package io.perfstarter.build;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A fenced block of a document: its language, the source it says it is from, the indent
 * of its fence, the line number of its first line of content, and the content.
 */
record CodeBlock(String language, @Nullable String from, String indent, int line, List<String> content) {

	private static final Set<String> WITH_SOURCE = Set.of("java", "yaml", "xml", "kotlin", "groovy");

	boolean needsSource() {
		return WITH_SOURCE.contains(this.language);
	}

	/**
	 * Where the line after the content is, which closes the fence.
	 */
	int end() {
		return this.line + this.content.size();
	}

	/**
	 * The lines that this block has in its document when its text is another.
	 * @return the same with the indent of the fence
	 */
	List<String> linesOf(List<String> text) {
		return text.stream().map((line) -> line.isEmpty() ? line : this.indent + line).toList();
	}

	/**
	 * The content without the indent of the fence. A tab is as wide as four spaces.
	 */
	List<String> text() {
		return this.content.stream()
			.map((line) -> line.startsWith(this.indent) ? line.substring(this.indent.length()) : line.strip())
			.map((line) -> line.replace("\t", "    "))
			.toList();
	}

}
