package io.perfstarter.reporting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.reporting.window.Figures;

/**
 * Reads the text of {@code EXPLAIN} of PostgreSQL: removes the literals, and finds the
 * node with the highest own cost.
 *
 * <p>
 * The own cost of a node is its total cost minus the total costs of its children, as the
 * plan states them. A node that repeats another one, such as a nested loop, therefore has
 * the cost of the repetitions.
 */
final class PostgresPlan {

	/**
	 * Matches the line of a node; its other lines contain expressions.
	 */
	private static final Pattern NODE = Pattern
		.compile("( *)(?:->  )?(.+?)  \\(cost=[\\d.]+\\.\\.(\\d+\\.\\d+) rows=(\\d+) width=\\d+\\)");

	// Matches a string, and a quoted name, which may contain an apostrophe. Its
	// quantifiers are possessive, so that a long string does not need a deep stack.
	private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"|'(?:[^']++|'')*+(?:'|\\z)");

	// Matches a number that is not part of a name or of a parameter.
	private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}_\\d$]|SubPlan |InitPlan )\\d[\\w.]*+");

	/**
	 * Matches the scan of a table that compares a converted column with a parameter.
	 */
	private static final Pattern CONVERTED = Pattern
		.compile("Seq Scan on .*\\R *Filter: .*?\\(\"?([^\"()]+)\"?\\)::numeric [=<>]+ \\$(\\d+)");

	private PostgresPlan() {
	}

	/**
	 * Describes the column that a plan converts, so that no index on it is used.
	 * @param text the lines that {@code EXPLAIN} returns for parameters of the type
	 * numeric
	 * @param types the types to which the database would compare them
	 * @return a clause, empty if no column is converted
	 */
	static String conversion(String text, String... types) {
		Matcher converted = CONVERTED.matcher(text);
		return converted.find()
				? ("a parameter that is set as numeric, such as a BigDecimal, would convert the column %s (%s), "
						+ "and no index on it would be used")
					.formatted(converted.group(1), types[Integer.parseInt(converted.group(2)) - 1])
				: "";
	}

	/**
	 * Reads a plan.
	 * @param text the lines that {@code EXPLAIN} returns
	 */
	static QueryPlan read(String text) {
		// A string may contain line breaks.
		String masked = QUOTED.matcher(text)
			.replaceAll((quoted) -> quoted.group().startsWith("'") ? "?" : Matcher.quoteReplacement(quoted.group()));
		List<String> lines = new ArrayList<>();
		List<Node> nodes = new ArrayList<>();
		Deque<Node> ancestors = new ArrayDeque<>();
		for (String line : masked.lines().toList()) {
			Matcher matcher = NODE.matcher(line);
			if (matcher.matches()) {
				nodes.add(node(matcher, ancestors));
				lines.add(line);
			}
			else {
				lines.add(NUMBER.matcher(line).replaceAll("?"));
			}
		}
		return new QueryPlan(
				nodes.stream().max(Comparator.comparingDouble((node) -> node.cost)).map(Node::toString).orElse(""),
				lines);
	}

	/**
	 * Creates a node, and subtracts its cost from the cost of its parent: the last node
	 * whose name begins to the left of the arrow.
	 */
	private static Node node(Matcher line, Deque<Node> ancestors) {
		Node node = new Node(line.start(2), line.group(2), Double.parseDouble(line.group(3)),
				Long.parseLong(line.group(4)));
		while (!ancestors.isEmpty() && ancestors.element().column > line.end(1)) {
			ancestors.pop();
		}
		if (!ancestors.isEmpty()) {
			ancestors.element().cost -= node.cost;
		}
		ancestors.push(node);
		return node;
	}

	/**
	 * A node of a plan.
	 */
	private static final class Node {

		private final int column;

		private final String name;

		private final long rows;

		private double cost;

		Node(int column, String name, double cost, long rows) {
			this.column = column;
			this.name = name;
			this.cost = cost;
			this.rows = rows;
		}

		@Override
		public String toString() {
			return "the most expensive node is %s, with a cost of %s and about %s".formatted(this.name,
					Figures.count(this.cost), Figures.counted(this.rows, "row"));
		}

	}

}
