package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#DATABASE_LOCK}: statements wait in the database for a lock of
 * another transaction.
 */
final class DatabaseLockRule implements Rule {

	/**
	 * Minimum share of the active sessions that wait for a lock.
	 */
	static final double MOST = 0.5;

	/**
	 * What takes longer while the database is slow.
	 */
	static final List<TimeComponent> DATABASE = List.of(TimeComponent.POOL, TimeComponent.SQL, TimeComponent.FETCH);

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		return judged.databases()
			.filter((sessions) -> sessions.lockedShare() >= MOST)
			.findFirst()
			.map((sessions) -> verdict(judged, sessions))
			.orElse(null);
	}

	private static Verdict verdict(Diagnosis judged, SessionsWindow sessions) {
		String holder = sessions.holder().isEmpty() ? "" : " The lock is held by " + sessions.holder() + ".";
		double share = judged.share(DATABASE);
		return judged.verdict(Cause.DATABASE_LOCK, judged.costliestStatement(), share,
				"Statements and waits for their connections take %s of the time; according to the database, %s of %s active sessions waited for a lock.%s"
					.formatted(Figures.percent(share), sessions.locked(), sessions.active(), holder),
				sessions.idleHolder()
						? "Commit earlier: do nothing but statements between the change of a row and the end of its transaction. Set idle_in_transaction_session_timeout."
						: "Shorten the transactions that change these rows, and change rows that many requests want last.");
	}

}
