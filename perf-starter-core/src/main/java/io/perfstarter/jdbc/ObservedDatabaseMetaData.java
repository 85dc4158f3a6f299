package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/**
 * Metadata that return the observed connection and report that they have read.
 */
final class ObservedDatabaseMetaData extends DelegatingDatabaseMetaData {

	private final ObservedConnection connection;

	ObservedDatabaseMetaData(DatabaseMetaData real, ObservedConnection connection) {
		super(real, connection.pool());
		this.connection = connection;
	}

	@Override
	void used() {
		this.connection.used();
	}

	@Override
	public Connection getConnection() throws SQLException {
		// Called for its check: it throws if the connection is closed.
		super.getConnection();
		return this.connection;
	}

}
