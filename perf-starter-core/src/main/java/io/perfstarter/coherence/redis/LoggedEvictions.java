package io.perfstarter.coherence.redis;

import java.util.ArrayList;
import java.util.List;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedIds;
import org.jspecify.annotations.Nullable;

/**
 * The evictions of one transaction or call as the text of an entry of a
 * {@link LogStream}.
 *
 * <p>
 * Each part stands after its length, such as {@code 4:keys}; {@code ~} is an id that is
 * {@code null}. Keys and groups are strings, numbers, UUIDs, dates and booleans; an
 * eviction with other keys becomes an eviction of all entries.
 *
 * @param writer the id of the instance that has written them
 * @param events the evictions
 */
record LoggedEvictions(String writer, List<Event> events) {

	/**
	 * Returns the text of these evictions.
	 * @return the text
	 */
	String encode() {
		StringBuilder text = new StringBuilder();
		add(text, this.writer);
		for (Event event : this.events) {
			Event encodable = LoggedIds.encodable(event);
			add(text, encodable.cache());
			add(text, LoggedIds.label(encodable.scope()));
			add(text, Integer.toString(encodable.ids().size()));
			LoggedIds.encode(encodable).forEach((id) -> add(text, id));
		}
		return text.toString();
	}

	private static void add(StringBuilder text, @Nullable String part) {
		if (part == null) {
			text.append('~');
		}
		else {
			text.append(part.length()).append(':').append(part);
		}
	}

	/**
	 * Reads the text of an entry of the log.
	 * @param text the text
	 * @return the evictions
	 * @throws IllegalArgumentException if the text was written by another version
	 */
	static LoggedEvictions decode(String text) {
		try {
			Parts parts = new Parts(text);
			String writer = parts.required();
			List<Event> events = new ArrayList<>();
			while (parts.hasNext()) {
				String cache = parts.required();
				String scope = parts.required();
				int size = Integer.parseInt(parts.required());
				List<@Nullable Object> ids = new ArrayList<>();
				for (int id = 0; id < size; id++) {
					ids.add(parts.next());
				}
				events.add(LoggedIds.decode(cache, scope, ids));
			}
			return new LoggedEvictions(writer, events);
		}
		catch (IndexOutOfBoundsException ex) {
			throw new IllegalArgumentException("An entry of the invalidation log is cut off", ex);
		}
	}

	/**
	 * The parts of a text.
	 */
	private static final class Parts {

		private final String text;

		private int position;

		Parts(String text) {
			this.text = text;
		}

		boolean hasNext() {
			return this.position < this.text.length();
		}

		@Nullable String next() {
			if (this.text.charAt(this.position) == '~') {
				this.position++;
				return null;
			}
			int begin = this.text.indexOf(':', this.position) + 1;
			int end = begin + Integer.parseInt(this.text.substring(this.position, begin - 1));
			this.position = end;
			return this.text.substring(begin, end);
		}

		String required() {
			String part = next();
			if (part == null) {
				throw new IllegalArgumentException("A part is missing");
			}
			return part;
		}

	}

}
