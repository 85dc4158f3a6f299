package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#BIG_RESULT}: a request reads too many rows. A driver may read all
 * rows while it executes the statement, so the fetch time alone is no evidence.
 */
final class BigResultRule implements Rule {

	/**
	 * Number of rows in a request that is too large.
	 */
	static final long MANY_ROWS = 5000;

	/**
	 * Number of rows in a request that is too large if fetching takes longer than
	 * executing, or if the rows fill memory.
	 */
	static final long SOME_ROWS = 1000;

	/**
	 * Allocated bytes of a request above which its rows fill memory.
	 */
	static final long MEMORY = 10 * 1024 * 1024;

	/**
	 * Minimum share of the time in statements and fetching, the same as for a further
	 * cause.
	 */
	static final double STATEMENTS = 0.2;

	private static final Pattern JOIN = Pattern.compile("\\bjoin\\b", Pattern.CASE_INSENSITIVE);

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		RequestFigures figures = judged.slowFigures();
		double share = judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH));
		double rows = judged.each(figures.rows());
		boolean told = judged.share(TimeComponent.FETCH) > judged.share(TimeComponent.SQL)
				|| judged.each(figures.allocated()) > MEMORY;
		if (share < STATEMENTS || rows < (told ? SOME_ROWS : MANY_ROWS)) {
			return null;
		}
		return verdict(judged, share, "Fetching rows takes %s of the time and executing statements %s.".formatted(
				Figures.percent(judged.share(TimeComponent.FETCH)), Figures.percent(judged.share(TimeComponent.SQL))));
	}

	/**
	 * Several joined collections multiply their rows, and a page of such rows would cut
	 * through objects.
	 */
	private static String remedy(String sql) {
		return (JOIN.matcher(sql).results().count() > 1)
				? "If this statement joins several collections, their rows multiply: fetch one of them, and the others with statements of their own (with Hibernate: @BatchSize or a second query)."
				: "Read pages (Pageable) and only the required columns, or stream with a fetch size of 1000 in a transaction.";
	}

	/**
	 * Judges garbage collections that the garbage of a large result causes. A larger heap
	 * would only hold a larger result.
	 */
	static @Nullable Verdict judgeGarbage(Diagnosis judged) {
		boolean large = !judged.slowFigures().costliest().isEmpty()
				&& judged.each(judged.slowFigures().rows()) >= MANY_ROWS;
		return large ? verdict(judged, judged.share(TimeComponent.JVM_PAUSE), GcAllocationRule.stops(judged)) : null;
	}

	private static Verdict verdict(Diagnosis judged, double share, String evidence) {
		RequestFigures figures = judged.slowFigures();
		String biggest = figures.costliest()
			.stream()
			.max(Comparator.comparingLong(StatementUse::rows))
			.map(StatementUse::sql)
			.orElse("");
		return judged.verdict(Cause.BIG_RESULT, biggest, share,
				"A slow request reads %s rows and allocates %s. %s".formatted(
						Figures.count(judged.each(figures.rows())),
						Figures.bytes(Math.round(judged.each(figures.allocated()))), evidence),
				remedy(biggest));
	}

}
