package io.perfstarter.reporting.plan;

import java.util.List;
import java.util.Map;

/**
 * A table of the database. All names are written as in statements, quoted if necessary.
 *
 * @param name the name of the table, with its schema unless that is {@code public}
 * @param rows the estimated number of rows; -1 if unknown
 * @param columns the types of the columns by name
 * @param statistics the statistics of the columns by name, those that exist
 * @param indexes the ordinary indexes: on plain columns, without a predicate
 */
record Table(String name, double rows, Map<String, String> columns, Map<String, Statistics> statistics,
		List<Index> indexes) {

	/**
	 * The planner's statistics of a column.
	 *
	 * @param nulls the share of rows without a value
	 * @param distinct the estimated number of distinct values
	 */
	record Statistics(double nulls, double distinct) {

		/**
		 * Returns the share of rows that have the same value, on average.
		 */
		double share() {
			return (1 - this.nulls) / Math.max(1, this.distinct);
		}

	}

	/**
	 * An index of a table.
	 *
	 * @param name the name of the index
	 * @param valid whether the database can use the index
	 * @param keys the columns, in index order
	 */
	record Index(String name, boolean valid, List<Key> keys) {

		/**
		 * Returns whether this index supports a search by the columns.
		 * @param columns the columns, in any order
		 */
		boolean finds(List<String> columns) {
			return this.keys.size() >= columns.size()
					&& this.keys.stream().limit(columns.size()).map(Key::column).toList().containsAll(columns);
		}

		/**
		 * Returns whether this index returns rows in an order after a search by some
		 * columns.
		 * @param found the columns of the search, in any order
		 * @param order the required order
		 */
		boolean orders(List<String> found, List<Key> order) {
			if (!finds(found) || this.keys.size() < found.size() + order.size()) {
				return false;
			}
			List<Key> rest = this.keys.subList(found.size(), found.size() + order.size());
			return rest.equals(order) || rest.equals(order.stream().map(Key::reversed).toList());
		}

	}

	/**
	 * A column of an index or of a sort order.
	 *
	 * @param column the name of the column
	 * @param descending whether the order is descending
	 */
	record Key(String column, boolean descending) {

		Key reversed() {
			return new Key(this.column, !this.descending);
		}

	}

}
