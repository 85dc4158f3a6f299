package io.perfstarter.reporting.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Converts statements to shortened texts without literals, comments and redundant white
 * space, so that statements that differ only in values share one text. Bounded: new texts
 * beyond the limit become {@code other}. Thread-safe.
 */
final class SqlText {

	private static final int DISTINCT = 512;

	// Maximum length of a text.
	private static final int LONGEST = 200;

	// Number of characters that a longer text keeps from its beginning. The rest of its
	// length is its end and a hash, because many columns may stand before the table.
	private static final int BEGINNING = 60;

	// Maximum length of a statement that is stored. Longer statements usually contain
	// lists of values and do not repeat.
	private static final int MAX_REMEMBERED = 10_000;

	// The texts of the last statements. Cleared when full.
	private final Map<String, String> known = new ConcurrentHashMap<>();

	// One executed statement for each text, empty if it is too long.
	private final Map<String, String> texts = new ConcurrentHashMap<>();

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
		boolean remembered = sql.length() <= MAX_REMEMBERED;
		String text = bounded(shortened(sql), remembered ? sql : "");
		if (remembered) {
			if (this.known.size() >= DISTINCT) {
				this.known.clear();
			}
			this.known.put(sql, text);
		}
		return text;
	}

	/**
	 * Returns the text that a statement has if the limit is not reached.
	 */
	static String shortened(String sql) {
		String text = SqlScanner.withoutLiterals(sql);
		if (text.length() <= LONGEST) {
			return text;
		}
		String end = " #%08x".formatted(text.hashCode()) + (isCut(text) ? SqlScanner.END : "");
		int rest = LONGEST - BEGINNING - SqlScanner.END.length() - end.length();
		return text.substring(0, BEGINNING) + SqlScanner.END + text.substring(text.length() - rest) + end;
	}

	private static boolean isCut(String text) {
		return text.endsWith(SqlScanner.END);
	}

	private String bounded(String text, String sql) {
		if (this.texts.containsKey(text)) {
			return text;
		}
		if (isFull()) {
			return Costs.OTHER;
		}
		this.texts.put(text, sql);
		return text;
	}

	/**
	 * Returns whether all new texts become {@code other}.
	 */
	boolean isFull() {
		return this.texts.size() >= DISTINCT;
	}

	/**
	 * Returns a statement with its literals.
	 * @param text a text that {@link #of} has returned
	 * @return an executed statement with this text, {@code null} if it is too long, or if
	 * the text was cut, so that different statements may share it
	 */
	@Nullable String full(String text) {
		String sql = this.texts.getOrDefault(text, "");
		return (sql.isEmpty() || isCut(text)) ? null : sql;
	}

}
