package io.perfstarter.eviction.commits;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The parts of applications that differ in how they reach the database, each with two
 * transaction managers.
 */
final class PricesApplication {

	private PricesApplication() {
	}

	/**
	 * What all have.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Service {

		@Bean
		Prices prices(JdbcTemplate jdbc) {
			return new Prices(jdbc);
		}

	}

	/**
	 * With two observed pools.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Pools {

		@Bean
		@Primary
		HikariDataSource dataSource(DataSourceProperties properties) {
			return pool(properties);
		}

		@Bean
		HikariDataSource otherDataSource(DataSourceProperties properties) {
			return pool(properties);
		}

		private static HikariDataSource pool(DataSourceProperties properties) {
			HikariDataSource pool = properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
			pool.setMaximumPoolSize(4);
			return pool;
		}

		@Bean
		PlatformTransactionManager otherManager(@Qualifier("otherDataSource") DataSource otherDataSource) {
			return new JdbcTransactionManager(otherDataSource);
		}

	}

	/**
	 * Writes by JDBC.
	 */
	@Configuration(proxyBeanMethods = false)
	static class JdbcStore {

		@Bean
		Store store(JdbcTemplate jdbc) {
			return new Store() {
				@Override
				public void write(long id) {
					jdbc.update("update price set amount = 'new' where id = ?", id);
				}

				@Override
				public void writeAlone(long id) {
					write(id);
				}
			};
		}

	}

	/**
	 * Without a pool, so that statements are not observed.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Drivers {

		@Bean
		@Primary
		DataSource dataSource(DataSourceProperties properties) {
			return new DriverManagerDataSource(properties.determineUrl(), properties.determineUsername(), "");
		}

		@Bean
		DataSource otherDataSource(DataSourceProperties properties) {
			return new DriverManagerDataSource(properties.determineUrl(), properties.determineUsername(), "");
		}

		@Bean
		PlatformTransactionManager otherManager(@Qualifier("otherDataSource") DataSource otherDataSource) {
			return new JdbcTransactionManager(otherDataSource);
		}

	}

	/**
	 * With a manager of JDBC transactions.
	 */
	@Configuration(proxyBeanMethods = false)
	static class JdbcManager {

		@Bean
		@Primary
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}
