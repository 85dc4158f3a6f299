package io.perfstarter.reporting;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Figures;

/**
 * A query plan as text, without values.
 *
 * @param costliest describes the most expensive node, without a period; empty if the
 * database states no costs
 * @param lines the lines of the plan; a long plan is cut
 */
record QueryPlan(String costliest, List<String> lines) {

	private static final int LINES = 100;

	private static final int LENGTH = 1000;

	/**
	 * Adds a clause to the description.
	 */
	QueryPlan with(String clause) {
		return clause.isEmpty() ? this : new QueryPlan(this.costliest + "; " + clause, this.lines);
	}

	/**
	 * Creates a plan.
	 */
	public QueryPlan {
		Stream<String> first = lines.stream().limit(LINES).map((line) -> Figures.shortened(line, LENGTH));
		lines = ((lines.size() > LINES) ? Stream.concat(first, Stream.of("…")) : first).toList();
	}

}
