package io.perfstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;

import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.util.StringUtils;

/**
 * Opens connections to where a pool opens its own, with the credentials that the pool has
 * by then. Thread-safe.
 */
public final class UnpooledDataSource extends AbstractDataSource {

	private static final String POSTGRESQL = "jdbc:postgresql:";

	private static final String POSTGRESQL_LOGIN_TIMEOUT = "loginTimeout";

	private final HikariConfig pool;

	private volatile int loginTimeout;

	/**
	 * Takes whose connections to open.
	 * @param pool the pool, asked each time
	 */
	public UnpooledDataSource(HikariConfig pool) {
		this.pool = pool;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Credentials credentials = this.pool.getCredentials();
		return connect(credentials.getUsername(), credentials.getPassword());
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return connect(username, password);
	}

	private Connection connect(String username, String password) throws SQLException {
		Properties properties = new Properties();
		properties.putAll(this.pool.getDataSourceProperties());
		if (this.loginTimeout > 0) {
			properties.putIfAbsent(POSTGRESQL_LOGIN_TIMEOUT, Integer.toString(this.loginTimeout));
		}
		return new DriverDataSource(this.pool.getJdbcUrl(), this.pool.getDriverClassName(), properties, username,
				password)
			.getConnection();
	}

	/**
	 * Opens a connection that sees the tables which those of the pool see: with its
	 * catalog, schema and initial statement.
	 * @return a connection
	 * @throws SQLException if it cannot be opened or set up
	 */
	public Connection getConnectionAsOfPool() throws SQLException {
		Connection connection = getConnection();
		try {
			setUp(connection);
			return connection;
		}
		catch (SQLException | RuntimeException ex) {
			JdbcUtils.closeConnection(connection);
			throw ex;
		}
	}

	/**
	 * In the order of HikariCP, which takes what is blank for nothing when it begins.
	 */
	private void setUp(Connection connection) throws SQLException {
		if (StringUtils.hasText(this.pool.getCatalog())) {
			connection.setCatalog(this.pool.getCatalog());
		}
		if (StringUtils.hasText(this.pool.getSchema())) {
			connection.setSchema(this.pool.getSchema());
		}
		if (StringUtils.hasText(this.pool.getConnectionInitSql())) {
			try (Statement statement = connection.createStatement()) {
				statement.execute(this.pool.getConnectionInitSql());
			}
		}
	}

	@Override
	public int getLoginTimeout() {
		return this.loginTimeout;
	}

	/**
	 * By the driver's own property, because the driver manager has one timeout for the
	 * whole JVM.
	 */
	@Override
	public void setLoginTimeout(int timeout) throws SQLException {
		String url = this.pool.getJdbcUrl();
		if (url == null || !url.startsWith(POSTGRESQL)) {
			throw new SQLFeatureNotSupportedException("The driver has no login timeout of its own connections");
		}
		this.loginTimeout = timeout;
	}

}
