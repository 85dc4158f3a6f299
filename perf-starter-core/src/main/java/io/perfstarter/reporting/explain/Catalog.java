package io.perfstarter.reporting.explain;

import java.sql.SQLException;
import java.util.Optional;

/**
 * The tables of a database.
 */
@FunctionalInterface
interface Catalog {

	/**
	 * Finds a table.
	 * @param schema its schema
	 * @param name its name
	 * @return the table, empty if there is none
	 * @throws SQLException if the database does not say
	 */
	Optional<Table> find(String schema, String name) throws SQLException;

}
