package io.perfstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import com.zaxxer.hikari.util.UtilityElf;

import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.lookup.JndiDataSourceLookup;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.util.StringUtils;

/**
 * Opens connections outside of a pool, to the pool's server and with its credentials.
 * Thread-safe.
 */
public final class UnpooledDataSource extends AbstractDataSource {

	private static final String POSTGRESQL = "jdbc:postgresql:";

	private static final String POSTGRESQL_LOGIN_TIMEOUT = "loginTimeout";

	private final HikariConfig pool;

	private volatile int loginTimeout;

	/**
	 * Creates the data source.
	 * @param pool the configuration of the pool, read for each connection
	 */
	public UnpooledDataSource(HikariConfig pool) {
		this.pool = pool;
	}

	/**
	 * Returns the credentials of the next connection that a pool opens.
	 * @param pool the configuration of the pool
	 * @return the credentials of its provider or, without a provider, the configured ones
	 */
	public static Credentials credentials(HikariConfig pool) {
		HikariCredentialsProvider provider = pool.getCredentialsProvider();
		return (provider != null) ? provider.getCredentials() : pool.getCredentials();
	}

	@Override
	public Connection getConnection() throws SQLException {
		Credentials credentials = credentials(this.pool);
		return connect(credentials.getUsername(), credentials.getPassword());
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return connect(username, password);
	}

	private Connection connect(String username, String password) throws SQLException {
		if (this.pool.getJdbcUrl() == null) {
			DataSource server = withoutUrl();
			return (username != null) ? server.getConnection(username, password) : server.getConnection();
		}
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
	 * Returns the data source by which HikariCP connects a pool without a URL.
	 */
	private DataSource withoutUrl() {
		if (this.pool.getDataSource() != null) {
			return this.pool.getDataSource();
		}
		if (this.pool.getDataSourceClassName() == null) {
			return new JndiDataSourceLookup().getDataSource(this.pool.getDataSourceJNDI());
		}
		DataSource server = UtilityElf.createInstance(this.pool.getDataSourceClassName(), DataSource.class);
		PropertyElf.setTargetFromProperties(server, this.pool.getDataSourceProperties());
		return server;
	}

	/**
	 * Opens a connection with the catalog, schema and initialization statement of the
	 * pool, so that it accesses the same tables.
	 * @return a new connection; the caller must close it
	 * @throws SQLException if it cannot be opened or initialized
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
	 * Applies the settings in the order of HikariCP, which ignores blank values.
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
	 * Uses a property of the driver, because the timeout of the driver manager applies to
	 * the whole JVM.
	 */
	@Override
	public void setLoginTimeout(int timeout) throws SQLException {
		String url = this.pool.getJdbcUrl();
		if (url == null || !url.startsWith(POSTGRESQL)) {
			throw new SQLFeatureNotSupportedException("The driver does not support a login timeout per connection");
		}
		this.loginTimeout = timeout;
	}

}
