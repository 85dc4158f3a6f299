package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#N_PLUS_ONE}: a request executes many short statements.
 */
final class NPlusOneRule implements Rule {

	/**
	 * Maximum number of statements per request that is not too many.
	 */
	static final int MANY = 20;

	/**
	 * Maximum average time of a short statement, in nanoseconds.
	 */
	static final long SHORT = 10_000_000;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		RequestFigures figures = judged.slowFigures();
		double each = judged.each(figures.statements());
		long spent = judged.breakdown().nanos(TimeComponent.SQL) + judged.breakdown().nanos(TimeComponent.FETCH);
		if (each <= MANY || spent >= SHORT * figures.statements()) {
			return null;
		}
		StatementUse repeated = figures.costliest().isEmpty() ? null : figures.costliest().get(0);
		if (repeated != null && (repeated.endsTransactions() || repeated.nanos() >= SHORT * repeated.executions())) {
			// A commit or rollback reads nothing. One slow statement among many short
			// ones is SLOW_SQL.
			return null;
		}
		return judged.verdict(Cause.N_PLUS_ONE, (repeated != null) ? repeated.sql() : "",
				judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH)),
				"A slow request executes %s statements of %s each; the most expensive one is repeated %s times."
					.formatted(Figures.count(each), Figures.time((double) spent / figures.statements()),
							Figures.count((repeated != null) ? judged.each(repeated.executions()) : Double.NaN)),
				"Load the related rows with one statement: a fetch join, an entity graph, or @BatchSize.");
	}

}
