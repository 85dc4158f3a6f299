package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * One of the two targets of Spring's lazy connection proxy. Both ask the router for
 * connections; all other calls go to the primary's pool.
 */
final class RoutedDataSource extends DelegatingDataSource {

	private final ConnectionRouter router;

	private final boolean readOnly;

	RoutedDataSource(DataSource primary, ConnectionRouter router, boolean readOnly) {
		super(primary);
		this.router = router;
		this.readOnly = readOnly;
	}

	@Override
	public Connection getConnection() throws SQLException {
		return this.router.connection(this.readOnly);
	}

}
