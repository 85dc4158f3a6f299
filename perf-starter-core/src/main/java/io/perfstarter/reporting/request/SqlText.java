package io.perfstarter.reporting.request;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Converts statements to shortened texts without literals, comments and redundant white
 * space, so that statements that differ only in values share one text. Bounded: new texts
 * beyond the limit become {@code other}. Thread-safe.
 */
final class SqlText {

	private static final int DISTINCT = 512;

	/**
	 * Maximum length of a statement whose text is cached. Longer statements usually
	 * contain lists of values and do not repeat.
	 */
	private static final int MAX_REMEMBERED = 2_000;

	private final Map<String, String> known = new ConcurrentHashMap<>();

	private final Set<String> texts = ConcurrentHashMap.newKeySet();

	/**
	 * Returns the text of a statement.
	 * @param sql the executed statement
	 * @return the text; usually the same object for the same statement
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
	 * Returns a statement with its literals.
	 * @param text a text that {@link #of} has returned
	 * @return an executed statement with this text, {@code null} if it is no longer
	 * stored
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
