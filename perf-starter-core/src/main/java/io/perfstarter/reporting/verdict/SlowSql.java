package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.StatementUse;

/**
 * A few statements take long, and their rows are few.
 */
final class SlowSql implements Rule {

	@Override
	public Verdict judge(Case judged) {
		double share = judged.share(List.of(Part.SQL, Part.FETCH));
		return judged.requests()
			.costliest()
			.stream()
			.findFirst()
			.map((statement) -> verdict(judged, share, statement))
			.orElseGet(() -> judged.verdict(Cause.SLOW_SQL, "", share,
					"Statements take %s of the time; which ones is n/a.".formatted(Figures.percent(share)),
					"Look at the slow statements in the database's own log."));
	}

	private static Verdict verdict(Case judged, double share, StatementUse statement) {
		return judged.verdict(Cause.SLOW_SQL, statement.sql(), share,
				"Statements take %s of the time; the costliest takes %s on average and %s at most, %s times in a slow request."
					.formatted(Figures.percent(share),
							Figures.time((double) statement.nanos() / Math.max(1, statement.executions())),
							Figures.time(statement.longest()), Figures.number(judged.each(statement.executions()))),
				statement.endsTransactions()
						? "Do in one transaction what belongs together, and see what the database waits for at its end: its disk, or a standby."
						: "See by EXPLAIN (ANALYZE) whether an index is missing, and whether it waits for a lock of another transaction.");
	}

}
