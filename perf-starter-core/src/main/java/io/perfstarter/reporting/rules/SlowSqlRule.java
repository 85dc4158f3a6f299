package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#SLOW_SQL}: a few statements with few rows take long. Always matches.
 */
final class SlowSqlRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
		double share = judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH));
		return judged.slowFigures()
			.costliest()
			.stream()
			.findFirst()
			.map((statement) -> verdict(judged, share, statement))
			.orElseGet(() -> judged.verdict(Cause.SLOW_SQL, "", share,
					"Statements take %s of the time; their text is not known.".formatted(Figures.percent(share)),
					"Check the slow statement log of the database."));
	}

	private static Verdict verdict(Diagnosis judged, double share, StatementUse statement) {
		return judged.verdict(Cause.SLOW_SQL, statement.sql(), share,
				"Statements take %s of the time; the most expensive takes %s on average and %s at most, and runs %s in a slow request."
					.formatted(Figures.percent(share),
							Figures.time((double) statement.nanos() / Math.max(1, statement.executions())),
							Figures.time(statement.longest()), Figures.times(judged.each(statement.executions()))),
				statement.endsTransactions()
						? "Combine related work in one transaction, and check what the database waits for at commit: its disk or a standby."
						: "Check with EXPLAIN (ANALYZE) whether an index is missing, and whether the statement waits for a lock of another transaction.");
	}

}
