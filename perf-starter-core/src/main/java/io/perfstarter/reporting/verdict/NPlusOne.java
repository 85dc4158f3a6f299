package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.StatementUse;
import org.jspecify.annotations.Nullable;

/**
 * A request executes many statements that are short each.
 */
final class NPlusOne implements Rule {

	/**
	 * More statements than this in a request are many; research 3.4, rule 12.
	 */
	static final int MANY = 20;

	/**
	 * A statement is short if it takes less than this on average, in nanoseconds;
	 * research 3.4, rule 12.
	 */
	static final long SHORT = 10_000_000;

	@Override
	public @Nullable Verdict judge(Case judged) {
		RequestsWindow requests = judged.requests();
		double each = judged.each(requests.slowStatements());
		long spent = judged.parts().nanos(Part.SQL) + judged.parts().nanos(Part.FETCH);
		if (each <= MANY || spent >= SHORT * requests.slowStatements()) {
			return null;
		}
		StatementUse repeated = requests.costliest().isEmpty() ? null : requests.costliest().get(0);
		if (repeated != null && (repeated.endsTransactions() || repeated.nanos() >= SHORT * repeated.executions())) {
			// Nothing is read by it; or one that is slow hides among many that are short.
			return null;
		}
		return judged.verdict(Cause.N_PLUS_ONE, (repeated != null) ? repeated.sql() : "",
				judged.share(List.of(Part.SQL, Part.FETCH)),
				"A slow request executes %s statements that take %s each, most of them %s times the same.".formatted(
						Figures.number(each), Figures.time((double) spent / requests.slowStatements()),
						Figures.number((repeated != null) ? judged.each(repeated.executions()) : Double.NaN)),
				"Read what belongs together with one statement: a fetch join, an entity graph, or @BatchSize.");
	}

}
