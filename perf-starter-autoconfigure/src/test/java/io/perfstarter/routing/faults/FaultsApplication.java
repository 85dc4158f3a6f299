package io.perfstarter.routing.faults;

import org.h2.Driver;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A JDBC-only application with {@link Rows}, and with a second database and transaction
 * manager if {@code other.url} is set.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
		excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
				"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
class FaultsApplication {

	@Bean
	@ConditionalOnProperty(name = "other.url", matchIfMissing = true, havingValue = "none")
	static Rows rows(JdbcClient client) {
		return new Rows(client, TransactionOperations.withoutTransaction(), TransactionOperations.withoutTransaction());
	}

	/**
	 * The second database, whose transactions read where those of the first one write,
	 * and write where those read.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty("other.url")
	static class Other {

		@Bean(defaultCandidate = false)
		static PlatformTransactionManager otherTransactions(Environment environment) {
			return new JdbcTransactionManager(
					new SimpleDriverDataSource(new Driver(), environment.getRequiredProperty("other.url"), "sa", ""));
		}

		@Bean
		static Rows rows(JdbcClient client, @Qualifier("otherTransactions") PlatformTransactionManager other) {
			TransactionTemplate reading = new TransactionTemplate(other);
			reading.setReadOnly(true);
			return new Rows(client, new TransactionTemplate(other), reading);
		}

	}

}
