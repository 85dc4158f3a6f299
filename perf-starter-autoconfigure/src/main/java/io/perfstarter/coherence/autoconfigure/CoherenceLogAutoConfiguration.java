package io.perfstarter.coherence.autoconfigure;

import java.util.UUID;

import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.postgres.PostgresLog;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.coherence.redis.RedisStream;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the invalidation log in the
 * database or in Redis.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
		"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration" })
@ConditionalOnSwitch("perf-starter.coherence.enabled")
@ConditionalOnProperty(CoherenceLogAutoConfiguration.LOG)
public final class CoherenceLogAutoConfiguration {

	static final String LOG = "perf-starter.coherence.log";

	private static final String JDBC = "org.springframework.jdbc.datasource.ConnectionHolder";

	private static final String REDIS = "org.springframework.data.redis.connection.RedisConnectionFactory";

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(JDBC)
	@ConditionalOnProperty(name = LOG, havingValue = "database")
	static class WithoutJdbcConfiguration {

		@Bean
		FanOutRequirements perfStarterLogRequirements(ObjectProvider<FanOutDemand> demand) {
			return new FanOutRequirements(demand, () -> {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The invalidation log is to be in the database, but Spring JDBC is not on the class path.",
						"Add the dependency 'org.springframework:spring-jdbc', or set 'perf-starter.coherence.log' to 'peers'.");
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(REDIS)
	@ConditionalOnProperty(name = LOG, havingValue = "redis")
	static class WithoutRedisConfiguration {

		@Bean
		FanOutRequirements perfStarterLogRequirements(ObjectProvider<FanOutDemand> demand) {
			return new FanOutRequirements(demand, () -> {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The invalidation log is to be in Redis, but Spring Data Redis is not on the class path.",
						"Add the dependency 'org.springframework.boot:spring-boot-starter-data-redis', or set 'perf-starter.coherence.log' to 'peers'.");
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JDBC)
	@ConditionalOnProperty(name = LOG, havingValue = "database")
	@Import(LogFanOutConfiguration.class)
	static class DatabaseConfiguration {

		@Bean
		LogDataSource perfStarterLogDataSource(BeanFactory beanFactory, CoherenceProperties properties) {
			return LogDataSource.find(beanFactory, properties.logDataSource());
		}

		@Bean
		PostgresLog perfStarterInvalidationLog(LogDataSource dataSource) {
			return new PostgresLog(UUID.randomUUID().toString(), dataSource.transactions(), dataSource.server());
		}

		@Bean
		DatabaseLogCheck perfStarterDatabaseLogCheck(LogDataSource dataSource, ObjectProvider<LogFanOut> fanOut,
				CoherenceProperties properties) {
			return new DatabaseLogCheck(dataSource, fanOut, properties);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = REDIS)
	@ConditionalOnProperty(name = LOG, havingValue = "redis")
	@Import(LogFanOutConfiguration.class)
	static class RedisConfiguration {

		@Bean
		RedisClient perfStarterRedisClient(ObjectProvider<RedisConnectionFactory> redis, Environment environment) {
			RedisConnectionFactory connections = redis.getIfUnique();
			if (connections == null) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The invalidation log is to be in Redis, but the application has no RedisConnectionFactory, or several of which none is primary.",
						"Add the dependency 'org.springframework.boot:spring-boot-starter-data-redis', or make one of the beans '@Primary'.");
			}
			return RedisClient.of(connections, environment);
		}

		@Bean
		RedisLog perfStarterInvalidationLog(RedisClient client, CoherenceProperties properties,
				Environment environment) {
			RedisStream.StreamSettings settings = properties.streamSettings(client,
					environment.getProperty("spring.application.name", ""));
			return new RedisLog(UUID.randomUUID().toString(), new RedisStream(client.connections(), settings),
					System::nanoTime);
		}

		@Bean
		RedisLogMembership perfStarterRedisLogMembership(RedisLog log, RedisClient client) {
			return new RedisLogMembership(log, client.timeout());
		}

	}

}
