package io.perfstarter.coherence.commit;

import org.jspecify.annotations.Nullable;

/**
 * Remembers the effects of recently executed SQL texts. A fixed number of slots, so that
 * SQL with literal values takes no more memory. Thread-safe without a lock: the final
 * fields of a record are visible to every thread that reads the record from its slot.
 */
final class StatementEffects {

	private static final int SLOTS = 1024;

	/**
	 * The maximum length of a remembered text.
	 */
	private static final int LONGEST = 2_000;

	private final @Nullable Known[] slots = new Known[SLOTS];

	StatementEffect of(String sql) {
		if (sql.length() > LONGEST) {
			return StatementEffect.of(sql);
		}
		int hash = sql.hashCode();
		int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
		Known known = this.slots[slot];
		if (known == null || !known.sql.equals(sql)) {
			known = new Known(sql, StatementEffect.of(sql));
			this.slots[slot] = known;
		}
		return known.effect;
	}

	/**
	 * The effect of one text.
	 *
	 * @param sql the text
	 * @param effect its effect
	 */
	private record Known(String sql, StatementEffect effect) {
	}

}
