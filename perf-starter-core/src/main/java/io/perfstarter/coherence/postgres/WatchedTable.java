package io.perfstarter.coherence.postgres;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table whose changes make entries of a cache stale.
 *
 * @param cache the name of the cache
 * @param table the name of the table, as in SQL
 * @param key the column with the keys of the entries, empty if there is none
 * @param group the column with the groups of the entries, empty if there is none. Without
 * key and group, each change makes all entries stale
 */
public record WatchedTable(String cache, String table, String key, String group) {

	List<String> arguments() {
		return List.of(this.table, this.cache, this.key, this.group);
	}

	/**
	 * Returns the statement that creates the triggers, for a migration.
	 * @return the statement
	 */
	public String statement() {
		Stream<String> literals = arguments().stream().map((argument) -> "'" + argument.replace("'", "''") + "'");
		return "select perf_starter.watch(" + literals.collect(Collectors.joining(", ")) + ");";
	}

}
