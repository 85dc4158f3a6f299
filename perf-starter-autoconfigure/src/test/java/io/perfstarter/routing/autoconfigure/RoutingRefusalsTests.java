package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.routing.ReadYourWrites;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.StartAnalysis;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for invalid settings that stop the startup, and for the remedy in the message.
 */
class RoutingRefusalsTests {

	private final NamedDatabases databases = new NamedDatabases();

	private final String primaryUrl = this.databases.url("primary");

	private final ApplicationContextRunner withoutPrimary = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, RoutingAutoConfiguration.class))
		.withPropertyValues("perf-starter.routing.replicas.r1.url=" + this.databases.url("replica"));

	private final ApplicationContextRunner contextRunner = this.withoutPrimary
		.withPropertyValues("spring.datasource.url=" + this.primaryUrl);

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "lag.max                   | 0s   | It must be one millisecond or more",
					"lag.hard-max              | 4s   | at least that of 'perf-starter.routing.lag.max', which is PT5S",
					"read-your-writes.window   | 0    | It must be one millisecond or more" })
	void wrongValue(String name, String value, String reason) {
		this.contextRunner.withPropertyValues("perf-starter.routing." + name + "=" + value).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo("perf-starter.routing." + name);
					assertThat(failure.getReason()).contains(reason);
				});
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "cookie", "header" })
	void tokensAreNotReadInWebFlux(String scope) {
		new ReactiveWebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, RoutingAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + this.primaryUrl,
					"perf-starter.routing.replicas.r1.url=" + this.databases.url("replica"),
					"perf-starter.routing.read-your-writes.scope=" + scope,
					"perf-starter.secret=a-secret-of-32-characters-or-more")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(CannotStartException.class)
				.hasMessageContaining("'%s', but no token is read or sent in WebFlux", scope));
	}

	@ParameterizedTest
	@CsvSource({ "fallback.mode, replica", "read-your-writes.mode, wait" })
	void wrongWord(String name, String value) {
		this.contextRunner.withPropertyValues("perf-starter.routing." + name + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("perf-starter.routing." + name)
				.hasStackTraceContaining("No enum constant"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "replicas.r1.hikari.max-size  | Use a HikariCP setting, as under 'spring.datasource.hikari'." })
	void unknownKey(String name, String remedy) {
		this.contextRunner.withPropertyValues("perf-starter.routing." + name + "=s3cret").run((context) -> {
			FailureAnalysis analysis = analysis(context);
			assertThat(analysis.getDescription()).startsWith("The property 'perf-starter.routing." + name)
				.contains("is not known")
				.doesNotContain("s3cret");
			assertThat(analysis.getAction()).startsWith(remedy);
		});
	}

	@ParameterizedTest
	@CsvSource({ "connection-timeout=100, connectionTimeout cannot be less",
			"driver-class-name=a.Missing, Failed to load driver class a.Missing" })
	void wrongSettingOfAPool(String setting, String reason) {
		this.contextRunner.withPropertyValues("perf-starter.routing.replicas.r1.hikari." + setting)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOfSatisfying(BeanCreationException.class,
						(failure) -> assertThat(failure).hasStackTraceContaining(reason)
							.hasStackTraceContaining("perf-starter.routing.replicas.r1.hikari")
							.hasStackTraceContaining(BindException.class.getName())));
	}

	@Test
	void urlOfThePrimary() {
		this.contextRunner.withPropertyValues("perf-starter.routing.replicas.r2.url=" + this.primaryUrl)
			.run((context) -> assertThat(analysis(context).getDescription())
				.startsWith("The property 'perf-starter.routing.replicas.r2.url' is 'jdbc:h2:mem:")
				.endsWith("-primary', which is the URL of the primary."));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"r2.username=sa               | The property 'perf-starter.routing.replicas.r2.url' is not set. "
					+ "| Set it to the JDBC URL",
			"r2.url=jdbc:unheard://of       | The pool of the replica 'r2' cannot be set up: "
					+ "| 'perf-starter.routing.replicas.r2.url'",
			"R2.url=jdbc:h2:mem:x           | The replica name 'R2' ('perf-starter.routing.replicas.R2') cannot be used "
					+ "as the name of a pool and in meters. | such as 'r1'",
			"r_2.url=jdbc:h2:mem:x          | The replica name 'r_2' ( | such as 'r1'",
			"primary.url=jdbc:h2:mem:x      | The replica name 'primary' ('perf-starter.routing.replicas.primary') is "
					+ "reserved for the primary. | such as 'r1'" })
	void replicaThatCannotBe(String setting, String description, String remedy) {
		this.contextRunner.withPropertyValues("perf-starter.routing.replicas." + setting).run((context) -> {
			assertThat(analysis(context).getDescription()).contains(description);
			assertThat(analysis(context).getAction()).contains(remedy);
		});
	}

	@ParameterizedTest
	@CsvSource({ "read-only, false", "auto-commit, false", "transaction-isolation, TRANSACTION_SERIALIZABLE",
			"data-source-class-name, org.h2.jdbcx.JdbcDataSource" })
	void settingThatAReplicaCannotHave(String name, String value) {
		this.contextRunner.withPropertyValues("perf-starter.routing.replicas.r1.hikari." + name + "=" + value)
			.run((context) -> assertThat(analysis(context).getDescription())
				.startsWith("The pool of the replica 'r1' sets ")
				.contains("'" + name + "'"));
	}

	@ParameterizedTest
	@CsvSource({ "?currentSchema=a, ?currentSchema=b", "'', ?options=-c%20search_path=b",
			"?sslmode=disable&currentSchema=a, ?currentSchema=" })
	void parameterThatMakesAReplicaReadSomethingElse(String primary, String replica) {
		String server = "jdbc:postgresql://localhost:1/app";
		this.contextRunner
			.withPropertyValues("spring.datasource.url=" + server + primary,
					"perf-starter.routing.replicas.r1.url=" + server.replace(":1/", ":2/") + replica)
			.run((context) -> {
				assertThat(analysis(context).getDescription()).startsWith("The URL of the replica 'r1' sets '")
					.contains("the URL of the primary sets another value or none");
				assertThat(analysis(context).getAction()).contains("'perf-starter.routing.replicas.r1.url'");
			});
	}

	@ParameterizedTest
	@CsvSource({ "cookie, '', not set", "cookie, short, shorter than 32 characters",
			"header, ${MISSING_OF_THE_TESTS}, an unresolved placeholder" })
	void tokensWithoutASecret(String scope, String secret, String fault) {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, RoutingAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + this.primaryUrl,
					"perf-starter.routing.replicas.r1.url=" + this.databases.url("replica"),
					"perf-starter.routing.read-your-writes.scope=" + scope, "perf-starter.secret=" + secret)
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(context.getStartupFailure()).rootCause()
					.isInstanceOfSatisfying(CannotStartException.class, (failure) -> {
						assertThat(failure)
							.hasMessage(("The property 'perf-starter.routing.read-your-writes.scope' is '%s', "
									+ "but 'perf-starter.secret', which signs the tokens of writes, is %s.")
								.formatted(scope, fault));
						assertThat(failure.getAction()).containsPattern("perf-starter\\.secret=[\\w-]{43}\\s")
							.contains("or set 'perf-starter.routing.read-your-writes.scope' to 'request'.");
					});
			});
	}

	@Test
	void readYourWritesWithoutASecret() {
		this.contextRunner.withUserConfiguration(Sender.class)
			.run((context) -> assertThat(analysis(context).getDescription())
				.isEqualTo("A bean uses ReadYourWrites, but "
						+ "'perf-starter.secret', which signs the tokens of writes, is not set."));
	}

	@Test
	void twoDetailsOfOneReplica() {
		this.contextRunner
			.withBean("one", ReplicaConnectionDetails.class,
					() -> new RoutingAutoConfigurationTests.Details("r1", "jdbc:h2:mem:one", null, null))
			.withBean("two", ReplicaConnectionDetails.class,
					() -> new RoutingAutoConfigurationTests.Details("r1", "jdbc:h2:mem:two", null, null))
			.run((context) -> assertThat(analysis(context).getDescription())
				.isEqualTo("Two ReplicaConnectionDetails beans supply the address of the replica 'r1'."));
	}

	@Test
	void primaryThatIsNoPoolOfHikari() {
		this.withoutPrimary
			.withBean("plain", DataSource.class, () -> new DriverManagerDataSource(this.primaryUrl, "sa", ""))
			.run((context) -> {
				assertThat(analysis(context).getDescription()).contains("the bean 'plain'")
					.contains("but a '" + DriverManagerDataSource.class.getName() + "'");
				assertThat(analysis(context).getAction()).contains("'perf-starter.routing.enabled' to 'false'");
			});
	}

	@ParameterizedTest
	@ValueSource(classes = { Tenants.class, Setting.class, SettingPool.class })
	void primaryThatIsNotProvablyOneDatabase(Class<? extends DataSource> type) {
		this.withoutPrimary
			.withBean("pool", HikariDataSource.class, this::pool,
					(definition) -> definition.setAutowireCandidate(false))
			.withBean("wrapper", DataSource.class, () -> wrapper(type))
			.run((context) -> {
				assertThat(analysis(context).getDescription()).contains("the bean 'wrapper', is a '" + type.getName())
					.contains("another tenant");
				assertThat(analysis(context).getAction()).contains("Set 'perf-starter.routing.primary' to");
			});
	}

	@ParameterizedTest
	@ValueSource(classes = { Tenants.class, Setting.class })
	void primaryThatIsNotProvablyOneDatabaseBehindAProxy(Class<? extends DataSource> type) {
		this.withoutPrimary
			.withBean("wrapper", DataSource.class, () -> ProxyDataSourceBuilder.create(wrapper(type)).build())
			.run((context) -> assertThat(analysis(context).getDescription())
				.contains("the bean 'wrapper', is a '" + type.getName()));
		this.withoutPrimary.withBean("wrapper", DataSource.class, () -> ProxyDataSourceBuilder.create(pool()).build())
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void configuredPrimaryThatDoesNotExist() {
		this.contextRunner.withPropertyValues("perf-starter.routing.primary=poool").run((context) -> {
			assertThat(analysis(context).getDescription()).isEqualTo(
					"The property 'perf-starter.routing.primary' is 'poool', but there is no DataSource with this name.");
			assertThat(analysis(context).getAction()).startsWith("Set it to one of: 'dataSource'.");
		});
	}

	private HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(this.primaryUrl);
		return pool;
	}

	private DataSource wrapper(Class<? extends DataSource> type) {
		if (type == Tenants.class) {
			Tenants tenants = new Tenants();
			tenants.setTargetDataSources(Map.of("a", pool(), "b", pool()));
			tenants.setDefaultTargetDataSource(pool());
			tenants.afterPropertiesSet();
			return tenants;
		}
		return (type == Setting.class) ? new Setting(pool()) : new SettingPool();
	}

	@Test
	void severalDataSources() {
		this.withoutPrimary.withBean("one", DataSource.class, HikariDataSource::new)
			.withBean("two", DataSource.class, HikariDataSource::new)
			.run((context) -> {
				assertThat(analysis(context).getDescription())
					.endsWith("several DataSource beans can be their primary: 'one', 'two'.");
				assertThat(analysis(context).getAction()).contains("@Primary");
			});
	}

	@Test
	void noDataSource() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RoutingAutoConfiguration.class))
			.withPropertyValues("perf-starter.routing.replicas.r1.url=jdbc:h2:mem:x")
			.run((context) -> assertThat(analysis(context).getDescription())
				.endsWith("there is no DataSource that can be their primary."));
	}

	@Test
	void replicaThatWasThereAtTheBuildOnly() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, RoutingAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + this.primaryUrl)
			.withBean("replica", ReplicaConnectionDetails.class)
			.withInitializer((context) -> context.addBeanFactoryPostProcessor(
					(beanFactory) -> ((BeanDefinitionRegistry) beanFactory).removeBeanDefinition("replica")))
			.run((context) -> assertThat(analysis(context).getDescription())
				.contains("No replica is configured under 'perf-starter.routing.replicas'"));
	}

	@Test
	void primaryThatWasMadeTooEarly() {
		this.contextRunner
			.withInitializer((context) -> context.addBeanFactoryPostProcessor(
					(beanFactory) -> beanFactory.registerSingleton("dataSource", new HikariDataSource())))
			.run((context) -> assertThat(analysis(context).getDescription())
				.endsWith("was created before routing could wrap it."));
	}

	@Test
	void secretsAreNotTold() {
		RoutingProperties.Replica replica = new RoutingProperties.Replica("jdbc:x:y?password=s3cret", "sa", "s3cret",
				Map.of("password", "s3cret"));
		assertThat(replica.toString()).doesNotContain("s3cret");
		assertThat(ReplicaPoolFactory.JdbcUrl.shown("jdbc:oracle:thin:sa/s3cret@//db:1521/app"))
			.isEqualTo("...@//db:1521/app");
		assertThat(ReplicaPoolFactory.JdbcUrl.shown("jdbc:postgresql://db/app?password=s3cret"))
			.isEqualTo("jdbc:postgresql://db/app");
	}

	private static FailureAnalysis analysis(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		return StartAnalysis.of(context.getStartupFailure());
	}

	/**
	 * A database for each tenant.
	 */
	static class Tenants extends AbstractRoutingDataSource {

		@Override
		protected Object determineCurrentLookupKey() {
			return "a";
		}

	}

	/**
	 * Changes the connections of a pool.
	 */
	static class Setting extends DelegatingDataSource {

		Setting(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			connection.setSchema("PUBLIC");
			return connection;
		}

	}

	/**
	 * Changes its own connections.
	 */
	static class SettingPool extends HikariDataSource {

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			connection.setSchema("PUBLIC");
			return connection;
		}

	}

	/**
	 * Sends tokens.
	 */
	static class Sender {

		Sender(ReadYourWrites writes) {
			assertThat(writes).isNotNull();
		}

	}

}
