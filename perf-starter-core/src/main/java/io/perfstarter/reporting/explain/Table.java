package io.perfstarter.reporting.explain;

import java.util.List;
import java.util.Map;

/**
 * A table of the database. All names are as statements write them, with quotes if need
 * be.
 *
 * @param name its name, with its schema unless that is {@code public}
 * @param rows about how many rows it has; -1 if not known
 * @param columns the type of each column by its name
 * @param indexes its ordinary indexes: of plain columns, over all rows
 */
record Table(String name, double rows, Map<String, String> columns, List<Index> indexes) {

	/**
	 * An index of a table.
	 *
	 * @param name its name
	 * @param valid whether it can be used
	 * @param keys its columns, in their order
	 */
	record Index(String name, boolean valid, List<Key> keys) {

		/**
		 * Whether it finds rows by these columns.
		 * @param columns the columns, in any order
		 */
		boolean finds(List<String> columns) {
			return this.keys.size() >= columns.size()
					&& this.keys.stream().limit(columns.size()).map(Key::column).toList().containsAll(columns);
		}

		/**
		 * Whether it gives rows that are found by some columns in an order.
		 * @param found the columns, in any order
		 * @param order the order
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
	 * A column of an index or an order.
	 *
	 * @param column its name
	 * @param descending whether the largest comes first
	 */
	record Key(String column, boolean descending) {

		Key reversed() {
			return new Key(this.column, !this.descending);
		}

	}

}
