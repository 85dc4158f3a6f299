package io.perfstarter.reporting.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes HTML in which every text and every value of an attribute is escaped.
 *
 * <p>
 * Attributes are given as names and values in turn. Names are ours, never data.
 */
final class Html {

	/**
	 * Elements that end where the next one begins.
	 */
	private static final Set<String> WITHOUT_END_TAG = Set.of("tr", "td", "th", "li", "dt", "dd");

	private final StringBuilder written = new StringBuilder(64 * 1024);

	private final Deque<String> open = new ArrayDeque<>();

	Html() {
		this.written.append("<!DOCTYPE html>\n");
	}

	Html open(String name, String... attributes) {
		tag(name, attributes);
		this.open.push(name);
		return this;
	}

	Html close() {
		String name = this.open.pop();
		if (!WITHOUT_END_TAG.contains(name)) {
			this.written.append("</").append(name).append('>');
		}
		return this;
	}

	/**
	 * Writes an element that holds nothing and has no end.
	 * @param name its name
	 * @param attributes its attributes
	 * @return this
	 */
	Html empty(String name, String... attributes) {
		return tag(name, attributes);
	}

	Html element(String name, String text, String... attributes) {
		return open(name, attributes).text(text).close();
	}

	Html text(String text) {
		escape(text, false);
		return this;
	}

	/**
	 * Writes the style sheet as it is.
	 * @param style what it says
	 * @return this
	 */
	Html style(String style) {
		this.written.append("<style>").append(style).append("</style>");
		return this;
	}

	int length() {
		return this.written.length();
	}

	private Html tag(String name, String... attributes) {
		this.written.append('<').append(name);
		for (int i = 0; i < attributes.length; i += 2) {
			this.written.append(' ').append(attributes[i]).append("=\"");
			escape(attributes[i + 1], true);
			this.written.append('"');
		}
		this.written.append('>');
		return this;
	}

	private void escape(String text, boolean quotes) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			switch (character) {
				case '<' -> this.written.append("&lt;");
				case '>' -> this.written.append("&gt;");
				case '&' -> this.written.append("&amp;");
				case '"' -> this.written.append(quotes ? "&quot;" : "\"");
				case '\n', '\t' -> this.written.append(character);
				// No others are allowed in HTML.
				default -> this.written.append(Character.isISOControl(character) ? '\uFFFD' : character);
			}
		}
	}

	@Override
	public String toString() {
		if (!this.open.isEmpty()) {
			throw new IllegalStateException("not closed: " + this.open);
		}
		return this.written.toString();
	}

}
