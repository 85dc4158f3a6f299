package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Remembers what recently executed SQL texts do, two for each pair of slots. The number
 * of slots is fixed, so that SQL with literal values takes no more memory. Thread-safe
 * without a lock: the final fields of a record are visible to every thread that reads the
 * record from its slot.
 */
public final class StatementEffects {

	private static final int SLOTS = 2048;

	/**
	 * The number of slots for texts of more than {@link #SHORT} characters.
	 */
	private static final int LONG_SLOTS = 256;

	private static final int SHORT = 2_000;

	/**
	 * The maximum length of a remembered text.
	 */
	private static final int LONGEST = 10_000;

	private final @Nullable Known[] slots = new Known[SLOTS];

	/**
	 * Returns the effect of a statement.
	 * @param sql the text
	 * @return its effect
	 */
	public StatementEffect of(String sql) {
		return (sql.length() <= LONGEST) ? known(sql).effect : StatementEffect.of(sql);
	}

	/**
	 * Returns whether a statement uses an advisory lock.
	 * @param sql the text
	 * @return whether it {@linkplain AdvisoryLock#isIn(String) shows} that; {@code false}
	 * for a text that is too long to be remembered
	 */
	public boolean usesAdvisoryLock(String sql) {
		return sql.length() <= LONGEST && known(sql).advisoryLock;
	}

	private Known known(String sql) {
		int hash = sql.hashCode();
		int pairs = ((sql.length() > SHORT) ? LONG_SLOTS : SLOTS) / 2;
		int slot = 2 * ((hash ^ (hash >>> 16)) & (pairs - 1));
		Known latest = this.slots[slot];
		if (latest != null && latest.sql.equals(sql)) {
			return latest;
		}
		Known earlier = this.slots[slot + 1];
		if (earlier != null && earlier.sql.equals(sql)) {
			return earlier;
		}
		Known known = Known.of(sql);
		this.slots[slot + 1] = latest;
		this.slots[slot] = known;
		return known;
	}

	/**
	 * What one text does.
	 *
	 * @param sql the text
	 * @param effect its effect
	 * @param advisoryLock whether it uses an advisory lock
	 */
	private record Known(String sql, StatementEffect effect, boolean advisoryLock) {

		static Known of(String sql) {
			return new Known(sql, StatementEffect.of(sql), AdvisoryLock.isIn(sql));
		}

	}

}
