package io.perfstarter.coherence.transport;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Converts the ids of logged evictions to text and back: {@code long:42}. The value of a
 * column, {@code column:42}, becomes one id of each type with this text, because the
 * database does not know the type of the keys.
 */
public final class LoggedIds {

	/**
	 * The maximum number of ids of one eviction, beyond which all entries are evicted.
	 */
	static final int MAX_IDS = 10_000;

	private static final String COLUMN = "column";

	private LoggedIds() {
	}

	/**
	 * Returns an eviction whose ids can be written.
	 * @param event the eviction
	 * @return the eviction itself, or an eviction of all entries
	 */
	public static Event encodable(Event event) {
		boolean encodable = event.ids().size() <= MAX_IDS
				&& event.ids().stream().allMatch((id) -> id == null || encode(id) != null);
		return encodable ? event : Event.all(event.cache());
	}

	/**
	 * Converts the ids of an eviction, all of which can be written.
	 * @param event the eviction
	 * @return the ids as text
	 */
	public static List<@Nullable String> encode(Event event) {
		List<@Nullable String> ids = new ArrayList<>(event.ids().size());
		for (Object id : event.ids()) {
			ids.add((id != null) ? encode(id) : null);
		}
		return ids;
	}

	private static @Nullable String encode(Object id) {
		IdType type = IdType.of(id);
		if (type == null) {
			return null;
		}
		String text = id.toString();
		// PostgreSQL stores neither a null character nor half of a surrogate pair.
		boolean encodable = type.allows(text) && text.indexOf(0) < 0
				&& StandardCharsets.UTF_8.newEncoder().canEncode(text);
		return encodable ? type.label() + ":" + text : null;
	}

	/**
	 * Returns the text of a scope.
	 * @param scope the scope
	 * @return the text
	 */
	public static String label(Scope scope) {
		return scope.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Returns a logged eviction.
	 * @param cache the name of the cache
	 * @param scope the text of the scope
	 * @param ids the ids as they were written
	 * @return the eviction; an eviction of all entries if the form is not known
	 */
	public static Event decode(String cache, String scope, List<@Nullable Object> ids) {
		Set<@Nullable Object> decoded = new LinkedHashSet<>();
		try {
			for (Object id : ids) {
				decode(id, decoded);
			}
		}
		catch (IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			return Event.all(cache);
		}
		return switch (scope) {
			case "keys" -> Event.keys(cache, decoded);
			case "groups" -> Event.groups(cache, decoded);
			case "doubt" -> decoded.stream().anyMatch(Long.class::isInstance)
					? new Event(cache, Scope.DOUBT, new ArrayList<>(decoded)) : Event.all(cache);
			default -> Event.all(cache);
		};
	}

	private static void decode(@Nullable Object id, Set<@Nullable Object> decoded) {
		String text = String.valueOf(id);
		String label = text.substring(0, Math.max(text.indexOf(':'), 0));
		String value = text.substring(text.indexOf(':') + 1);
		IdType type = IdType.labelled(label);
		if (id == null) {
			decoded.add(null);
		}
		else if (type != null) {
			decoded.add(type.parse(value));
		}
		else if (label.equals(COLUMN)) {
			decodeColumn(value, decoded);
		}
		else {
			throw new IllegalArgumentException("Unknown type '%s'".formatted(label));
		}
	}

	private static void decodeColumn(String text, Set<@Nullable Object> decoded) {
		for (IdType type : IdType.values()) {
			try {
				Object value = type.parse(text);
				if (value.toString().equals(text)) {
					decoded.add(value);
				}
			}
			catch (IllegalArgumentException | DateTimeException | ArithmeticException ex) {
				// The text is no id of this type.
			}
		}
	}

}
