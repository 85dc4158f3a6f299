package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.SessionsWindow;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#DATABASE_SATURATED}: more statements run in the database than it has
 * processors. They are known only if they are configured.
 */
final class DatabaseSaturatedRule implements Rule {

	/**
	 * Minimum number of sessions that run at once, for each processor.
	 */
	static final double BUSY = 1.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		return judged.databases()
			.filter((sessions) -> sessions.processors() > 0 && sessions.runningAtOnce() >= BUSY * sessions.processors())
			.findFirst()
			.map((sessions) -> verdict(judged, sessions))
			.orElse(null);
	}

	private static Verdict verdict(Diagnosis judged, SessionsWindow sessions) {
		double share = judged.share(DatabaseLockRule.DATABASE);
		return judged.verdict(Cause.DATABASE_SATURATED, judged.costliestStatement(), share,
				"Statements and waits for their connections take %s of the time; in the database, %s sessions ran at once without waiting, on %s processors."
					.formatted(Figures.percent(share), Figures.count(sessions.runningAtOnce()), sessions.processors()),
				"Make the statements cheaper that run most, or give the database more processors. A larger connection pool makes it slower.");
	}

}
