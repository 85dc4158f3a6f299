package io.perfstarter.reporting.plan;

import java.sql.SQLException;
import java.util.Optional;

/**
 * Provides the tables of a database.
 */
@FunctionalInterface
interface Catalog {

	/**
	 * Finds a table.
	 * @param schema the schema of the table
	 * @param name the name of the table
	 * @return the table, empty if there is none
	 * @throws SQLException if the query fails
	 */
	Optional<Table> find(String schema, String name) throws SQLException;

}
