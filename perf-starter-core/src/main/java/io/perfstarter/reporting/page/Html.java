package io.perfstarter.reporting.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

import io.perfstarter.reporting.window.Figures;

/**
 * Writes HTML and escapes all texts and attribute values.
 *
 * <p>
 * Attributes are passed as alternating names and values. Names must be constants, never
 * data.
 */
final class Html {

	/**
	 * Elements whose end tag is optional.
	 */
	private static final Set<String> WITHOUT_END_TAG = Set.of("tr", "td", "th", "li", "dt", "dd");

	private final StringBuilder written = new StringBuilder(64 * 1024);

	private final Deque<String> open = new ArrayDeque<>();

	Html() {
		this.written.append("<!DOCTYPE html>\n");
	}

	Html open(String name, String... attributes) {
		empty(name, attributes);
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
	 * Writes an element without content and end tag.
	 * @param name the name of the element
	 * @param attributes the attributes
	 * @return this writer
	 */
	Html empty(String name, String... attributes) {
		this.written.append('<').append(name);
		for (int i = 0; i < attributes.length; i += 2) {
			this.written.append(' ').append(attributes[i]).append("=\"");
			escape(attributes[i + 1], true);
			this.written.append('"');
		}
		this.written.append('>');
		return this;
	}

	Html element(String name, String text, String... attributes) {
		return open(name, attributes).text(text).close();
	}

	/**
	 * Opens a section with a title.
	 * @param id the id of the section in URLs
	 * @param title the title
	 * @return this writer
	 */
	Html section(String id, String title) {
		return open("section", "id", id, "aria-labelledby", id + "-title").element("h2", title, "id", id + "-title");
	}

	/**
	 * Opens an area that scrolls, and that the keyboard reaches.
	 * @param name the name of the element
	 * @param label the name of the area for screen readers
	 * @return this writer
	 */
	Html scroll(String name, String label) {
		return open(name, "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
	}

	/**
	 * Says how many things were left out, if any.
	 * @param count the number, negative or zero if there are none
	 * @param one the name of one thing
	 * @return this writer
	 */
	Html notShown(int count, String one) {
		return (count > 0)
				? element("p", "Not shown: " + Figures.counted(count, "further " + one) + ".", "class", "quiet") : this;
	}

	Html text(String text) {
		escape(text, false);
		return this;
	}

	/**
	 * Writes a style sheet without escaping.
	 * @param style the style sheet
	 * @return this writer
	 */
	Html style(String style) {
		this.written.append("<style>").append(style).append("</style>");
		return this;
	}

	int length() {
		return this.written.length();
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
				// HTML does not allow other control characters.
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
