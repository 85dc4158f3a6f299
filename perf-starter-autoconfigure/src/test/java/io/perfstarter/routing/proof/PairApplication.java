package io.perfstarter.routing.proof;

import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;

/**
 * An application with JDBC that routes to a primary and its standby.
 */
final class PairApplication {

	/**
	 * For a busy machine: a read that waits longer for the standby falls back to the
	 * primary, and so does every read while the standby does not replay and is further
	 * behind.
	 */
	static final String[] PATIENT = { "perf-starter.routing.replicas.standby.hikari.connection-timeout=10000",
			"perf-starter.routing.lag.max=10m", "perf-starter.routing.lag.hard-max=10m" };

	private PairApplication() {
	}

	static ApplicationContextRunner runner(PostgresPair databases) {
		return runner(databases.primaryUrl(), databases.standbyUrl(), "postgres");
	}

	static ApplicationContextRunner runner(MariaDbPair databases) {
		return runner(databases.primaryUrl(), databases.replicaUrl(), MariaDbNode.USER);
	}

	private static ApplicationContextRunner runner(String primaryUrl, String replicaUrl, String user) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
					JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
					TransactionManagerCustomizationAutoConfiguration.class, RoutingAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + primaryUrl, "spring.datasource.username=" + user,
					"perf-starter.routing.replicas.standby.url=" + replicaUrl);
	}

}
