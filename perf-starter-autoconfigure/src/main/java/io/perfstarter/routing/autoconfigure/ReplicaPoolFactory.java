package io.perfstarter.routing.autoconfigure;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.routing.autoconfigure.RoutingProperties.Replica;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Opens the connection pools of the replicas. A replica inherits the settings that it
 * does not set from the primary's pool.
 *
 * @param primary the configuration of the primary's pool
 * @param environment the settings of the replicas
 */
record ReplicaPoolFactory(HikariConfig primary, Environment environment) {

	// The shortest connection timeout in ms that HikariCP accepts. Short, because other
	// servers can serve the read.
	private static final long CONNECTION_TIMEOUT = 250;

	private static final Duration LOGIN = Duration.ofSeconds(5);

	/**
	 * Settings that belong to a single pool or that other methods inherit.
	 */
	private static final String[] NOT_INHERITED = { "connectionTimeout", "credentials", "credentialsProvider",
			"credentialsProviderClassName", "dataSource", "dataSourceClassName", "dataSourceJNDI",
			"dataSourceProperties", "driverClassName", "exceptionOverrideClassName", "healthCheckRegistry", "jdbcUrl",
			"maximumPoolSize", "metricRegistry", "metricsTrackerFactory", "minimumIdle", "password", "poolName",
			"username", "validationTimeout" };

	/**
	 * Parameters of the drivers of PostgreSQL, MariaDB and MySQL that change which data
	 * is read or how the driver converts it.
	 */
	private static final Set<String> READ = Set.of("currentSchema", "options", "stringtype", "sessionVariables",
			"connectionTimeZone", "serverTimezone", "timezone", "tinyInt1isBit", "yearIsDateType",
			"zeroDateTimeBehavior");

	ReplicaPool open(String name, Replica address) {
		HikariConfig config = config(name, address);
		Duration timeout = Duration.ofMillis(config.getConnectionTimeout());
		config.setConnectionTimeout(CONNECTION_TIMEOUT);
		// HikariCP changes the login timeout of the driver manager for the whole JVM.
		int loginTimeout = DriverManager.getLoginTimeout();
		try {
			return new ReplicaPool(new HikariDataSource(config), timeout);
		}
		catch (RuntimeException ex) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The pool of the replica '%s' cannot be set up: %s".formatted(name, ex.getMessage()),
					"Correct '%s.url' or the settings under '%1$s.hikari'.".formatted(key(name)), ex);
		}
		finally {
			DriverManager.setLoginTimeout(loginTimeout);
		}
	}

	private HikariConfig config(String name, Replica address) {
		HikariConfig config = new HikariConfig();
		inherit(config);
		config.setMinimumIdle(0);
		config.setConnectionTimeout(CONNECTION_TIMEOUT);
		// The validation timeout is not part of the connection timeout, so a hanging
		// replica would delay a read by both.
		config.setValidationTimeout(CONNECTION_TIMEOUT);
		config.setReadOnly(true);
		address(config, address);
		config.setPoolName(name);
		bind(config, key(name));
		followCredentials(config);
		check(config, name);
		if (isLike(config.getJdbcUrl(), this.primary.getJdbcUrl())) {
			inheritParameters(config, name);
		}
		limitLogin(config);
		config.setInitializationFailTimeout(-1);
		return config;
	}

	/**
	 * Copies each property. {@link HikariConfig#copyStateTo} would share the data source
	 * properties between the pools.
	 */
	private void inherit(HikariConfig config) {
		BeanUtils.copyProperties(this.primary, config, NOT_INHERITED);
		if (this.primary.getMaximumPoolSize() > 0) {
			config.setMaximumPoolSize(this.primary.getMaximumPoolSize());
		}
		if (this.primary.getJdbcUrl() != null) {
			config.setDataSourceProperties(this.primary.getDataSourceProperties());
		}
	}

	/**
	 * Inherits the parameters of {@link #READ} from the URL of the primary.
	 */
	private void inheritParameters(HikariConfig config, String replica) {
		Map<String, String> ofPrimary = JdbcUrl.parameters(this.primary.getJdbcUrl());
		Map<String, String> own = JdbcUrl.parameters(config.getJdbcUrl());
		for (String name : READ) {
			String expected = ofPrimary.getOrDefault(name, this.primary.getDataSourceProperties().getProperty(name));
			String value = own.getOrDefault(name, config.getDataSourceProperties().getProperty(name));
			if (value == null && expected != null) {
				config.addDataSourceProperty(name, expected);
			}
			else if (!Objects.equals(value, expected)) {
				throw new CannotStartException(HelpPage.ROUTING,
						"The URL of the replica '%s' sets '%s', but the URL of the primary sets another value or none: a query would read different data on both."
							.formatted(replica, name),
						"Remove the parameter from '%s.url', which inherits it from 'spring.datasource.url', or set the same value in both."
							.formatted(key(replica)));
			}
		}
	}

	/**
	 * Limits the time of a login if the driver does not, because a pool makes no other
	 * attempt while one hangs. Reads need no limit: routing aborts them.
	 */
	private static void limitLogin(HikariConfig config) {
		String url = config.getJdbcUrl();
		if (url.startsWith("jdbc:postgresql:")) {
			addIfMissing(config, "loginTimeout", LOGIN.toSeconds());
		}
		else if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
			addIfMissing(config, "connectTimeout", LOGIN.toMillis());
		}
	}

	// A property takes precedence over the URL in some drivers.
	private static void addIfMissing(HikariConfig config, String name, long value) {
		if (!JdbcUrl.parameters(config.getJdbcUrl()).containsKey(name)) {
			config.getDataSourceProperties().putIfAbsent(name, String.valueOf(value));
		}
	}

	/**
	 * Takes a missing user or password from the primary for each new connection, because
	 * both can change at run time.
	 */
	private void followCredentials(HikariConfig config) {
		String username = config.getUsername();
		String password = config.getPassword();
		if (config.getCredentialsProvider() == null && (username == null || password == null)) {
			config.setCredentialsProvider(() -> {
				Credentials current = UnpooledDataSource.credentials(this.primary);
				return Credentials.of((username != null) ? username : current.getUsername(),
						(password != null) ? password : current.getPassword());
			});
		}
	}

	private void address(HikariConfig config, Replica address) {
		if (address.url() != null) {
			config.setJdbcUrl(address.url());
		}
		if (address.username() != null) {
			config.setUsername(address.username());
		}
		if (address.password() != null) {
			config.setPassword(address.password());
		}
		// Without a driver class, HikariCP derives the driver from the URL.
		if (this.primary.getDriverClassName() != null && isLike(address.url(), this.primary.getJdbcUrl())) {
			config.setDriverClassName(this.primary.getDriverClassName());
		}
	}

	private static boolean isLike(@Nullable String url, @Nullable String other) {
		return url != null && other != null && protocol(url).equals(protocol(other));
	}

	private static String protocol(String url) {
		return url.substring(0, url.indexOf(':', "jdbc:".length()) + 1);
	}

	/**
	 * Binds the settings, and rejects unknown ones: a misspelt setting would silently
	 * leave a default in effect.
	 */
	private void bind(HikariConfig config, String prefix) {
		try {
			Binder.get(this.environment)
				.bind(ConfigurationPropertyName.of(prefix + ".hikari"), Bindable.ofInstance(config),
						new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				// Omits the value, which may be a password.
				ConfigurationProperty property = unbound.getUnboundProperties().iterator().next();
				throw new CannotStartException(HelpPage.ROUTING,
						"The property '%s' is not known%s.".formatted(property.getName(),
								(property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : ""),
						"Use a HikariCP setting, as under 'spring.datasource.hikari'.", ex);
			}
			throw ex;
		}
	}

	private void check(HikariConfig config, String name) {
		String url = config.getJdbcUrl();
		if (config.getDataSourceClassName() != null || config.getDataSourceJNDI() != null) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The pool of the replica '%s' sets 'data-source-class-name' or 'data-source-jndi', but replicas are supported by URL only."
						.formatted(name),
					"Remove it, and set '%s.url'.".formatted(key(name)));
		}
		if (url == null || url.isBlank()) {
			throw new CannotStartException(HelpPage.ROUTING, "The property '%s.url' is not set.".formatted(key(name)),
					"Set it to the JDBC URL of the replica, or remove the replica.");
		}
		if (url.strip().equals(this.primary.getJdbcUrl())) {
			throw new CannotStartException(
					HelpPage.ROUTING, "The property '%s.url' is '%s', which is the URL of the primary."
						.formatted(key(name), JdbcUrl.shown(url)),
					"Set it to the JDBC URL of the replica, or remove the replica.");
		}
		if (!config.isReadOnly()) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The pool of the replica '%s' sets 'read-only' to 'false'.".formatted(name),
					"Remove it: the connections of a replica are read-only.");
		}
		checkSame("auto-commit", config.isAutoCommit(), this.primary.isAutoCommit(), name);
		checkSame("transaction-isolation", config.getTransactionIsolation(), this.primary.getTransactionIsolation(),
				name);
	}

	/**
	 * Rejects a setting that differs from the primary, because the lazy proxy has one
	 * default for all servers.
	 */
	private static void checkSame(String setting, @Nullable Object value, @Nullable Object expected, String name) {
		if (!Objects.equals(value, expected)) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The pool of the replica '%s' sets '%s' to '%s', but the pool of the primary to '%s': transactions would behave differently on both."
						.formatted(name, setting, value, expected),
					"Remove it from '%s.hikari', and set 'spring.datasource.hikari.%s', which replicas inherit."
						.formatted(key(name), setting));
		}
	}

	private static String key(String name) {
		return RoutingProperties.REPLICAS + "." + name;
	}

	/**
	 * The connection pool of a replica.
	 *
	 * @param dataSource the pool, with the shortest connection timeout
	 * @param timeout the configured connection timeout; reads wait for this time outside
	 * of the pool, so that they do not wait for a failed replica
	 */
	record ReplicaPool(HikariDataSource dataSource, Duration timeout) {
	}

	/**
	 * Reads JDBC URLs, and formats them for messages.
	 */
	static final class JdbcUrl {

		private JdbcUrl() {
		}

		/**
		 * Removes parameters and credentials, because they may contain a password.
		 * @param url the URL
		 * @return the part that identifies the server and database
		 */
		static String shown(String url) {
			String base = url.split("[?;]", 2)[0];
			int login = base.lastIndexOf('@');
			return (login < 0) ? base : "..." + base.substring(login);
		}

		/**
		 * Returns the parameters after a question mark.
		 * @param url the URL
		 * @return the values by name, decoded except for MariaDB, whose driver decodes
		 * nothing
		 */
		static Map<String, String> parameters(@Nullable String url) {
			Map<String, String> parameters = new HashMap<>();
			String[] parts = (url != null) ? url.split("\\?", 2) : new String[0];
			for (String parameter : (parts.length > 1) ? parts[1].split("&") : new String[0]) {
				String[] pair = parameter.split("=", 2);
				String value = (pair.length > 1) ? pair[1] : "";
				parameters.put(pair[0], parts[0].startsWith("jdbc:mariadb:") ? value : decoded(value));
			}
			return parameters;
		}

		/**
		 * Decodes a value. Leaves it unchanged if it is not encoded, such as a password.
		 */
		private static String decoded(String value) {
			try {
				return URLDecoder.decode(value, StandardCharsets.UTF_8);
			}
			catch (IllegalArgumentException ex) {
				return value;
			}
		}

	}

}
