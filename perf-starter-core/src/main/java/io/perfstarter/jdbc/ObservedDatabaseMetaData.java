package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * Metadata that return the observed connection, and tell it when they have read data.
 */
final class ObservedDatabaseMetaData extends DelegatingDatabaseMetaData {

	private final ObservedConnection connection;

	ObservedDatabaseMetaData(DatabaseMetaData real, ObservedConnection connection) {
		super(real, connection.pool());
		this.connection = connection;
	}

	/**
	 * Wraps a result set, because its own statement would return the real connection.
	 */
	@Override
	@Nullable ResultSet rows(@Nullable ResultSet rows) throws SQLException {
		this.connection.used();
		Statement statement = (rows != null) ? rows.getStatement() : null;
		return (statement != null) ? new ObservedStatement(statement, "", this.connection, null).rows(rows) : rows;
	}

	@Override
	public Connection getConnection() throws SQLException {
		// Throws if the connection is closed.
		super.getConnection();
		return this.connection;
	}

}
