package io.perfstarter.reporting.ledger;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The texts of statements without literals, comments and needless space, shortened; so
 * that statements that differ only in values have the same text. Bounded: beyond the
 * bound, texts that were not seen before are {@code other}. Thread-safe.
 */
final class SqlText {

	private static final int DISTINCT = 512;

	/**
	 * Longer ones are lists of values, which do not come again.
	 */
	private static final int MAX_REMEMBERED = 2_000;

	private final Map<String, String> known = new ConcurrentHashMap<>();

	private final Set<String> texts = ConcurrentHashMap.newKeySet();

	/**
	 * The text of a statement.
	 * @param sql what was executed
	 * @return the same object for the same statement, mostly
	 */
	String of(String sql) {
		String text = this.known.get(sql);
		return (text != null) ? text : make(sql);
	}

	private String make(String sql) {
		String text = bounded(SqlScanner.withoutLiterals(sql));
		if (sql.length() <= MAX_REMEMBERED && this.known.size() < DISTINCT) {
			this.known.put(sql, text);
		}
		return text;
	}

	private String bounded(String text) {
		if (this.texts.contains(text) || (this.texts.size() < DISTINCT && this.texts.add(text))) {
			return text;
		}
		return Costs.OTHER;
	}

	/**
	 * A statement that has a text, with its literals.
	 * @param text what {@link #of} has given
	 * @return what was executed, {@code null} if it is not known any more
	 */
	@Nullable String full(String text) {
		for (Map.Entry<String, String> entry : this.known.entrySet()) {
			if (entry.getValue().equals(text)) {
				return entry.getKey();
			}
		}
		return null;
	}

}
