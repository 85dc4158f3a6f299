package io.perfstarter.reporting.verdict;

import java.util.Comparator;
import java.util.List;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.StatementUse;
import org.jspecify.annotations.Nullable;

/**
 * A request reads more rows than anybody looks at. Drivers may read them all while the
 * statement is executed, so the time of fetching alone cannot tell.
 */
final class BigResult implements Rule {

	/**
	 * So many rows in a request are too many; research 3.4, rule 13.
	 */
	static final long MANY_ROWS = 5000;

	/**
	 * So many rows are too many if something else tells so: fetching takes longer than
	 * executing, or they fill memory.
	 */
	static final long SOME_ROWS = 1000;

	/**
	 * A request that allocates more fills memory, in bytes; research 3.4, rule 13.
	 */
	static final long MEMORY = 10 * 1024 * 1024;

	/**
	 * The least share of the time that statements must have; the same as of a further
	 * cause.
	 */
	static final double STATEMENTS = 0.2;

	@Override
	public @Nullable Verdict judge(Case judged) {
		RequestsWindow requests = judged.requests();
		double share = judged.share(List.of(Part.SQL, Part.FETCH));
		double rows = judged.each(requests.slowRows());
		boolean told = judged.share(Part.FETCH) > judged.share(Part.SQL)
				|| judged.each(requests.slowAllocated()) > MEMORY;
		if (share < STATEMENTS || rows < (told ? SOME_ROWS : MANY_ROWS)) {
			return null;
		}
		return verdict(judged, share, "Fetching takes %s, executing %s of the time."
			.formatted(Figures.percent(judged.share(Part.FETCH)), Figures.percent(judged.share(Part.SQL))));
	}

	static Verdict verdict(Case judged, double share, String evidence) {
		RequestsWindow requests = judged.requests();
		String biggest = requests.costliest()
			.stream()
			.max(Comparator.comparingLong(StatementUse::rows))
			.map(StatementUse::sql)
			.orElse("");
		return judged.verdict(Cause.BIG_RESULT, biggest, share,
				"A slow request reads %s rows and allocates %s. %s".formatted(
						Figures.number(judged.each(requests.slowRows())),
						Figures.bytes(Math.round(judged.each(requests.slowAllocated()))), evidence),
				"Read pages (Pageable) and only the columns that are needed, or stream with a fetch size of 1000 within a transaction.");
	}

}
