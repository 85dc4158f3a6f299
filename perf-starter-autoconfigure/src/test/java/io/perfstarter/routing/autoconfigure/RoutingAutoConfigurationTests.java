package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.PutGate;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.routing.ReplicasUp;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import jakarta.servlet.Filter;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RoutingAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RoutingAutoConfigurationTests {

	/**
	 * Available since Boot 4.1.
	 */
	private static final boolean BOOT_FETCHES_LAZILY = ClassUtils.isPresent(
			"org.springframework.boot.jdbc.autoconfigure.LazyConnectionDataSourceConfiguration",
			RoutingAutoConfigurationTests.class.getClassLoader());

	/**
	 * For a busy machine: a read that waits longer for a replica falls back to the
	 * primary.
	 */
	private static final String PATIENT = "perf-starter.routing.replicas.r1.hikari.connection-timeout=10000";

	private final NamedDatabases databases = new NamedDatabases();

	private final String primaryUrl = this.databases.url("primary");

	private final String replicaUrl = this.databases.url("replica");

	private final String replica = "perf-starter.routing.replicas.r1.url=" + this.replicaUrl;

	private final ApplicationContextRunner withoutReplica = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class, TransactionAutoConfiguration.class,
				RoutingAutoConfiguration.class))
		.withBean(WhereAmI.class)
		.withPropertyValues("spring.datasource.url=" + this.primaryUrl);

	private final ApplicationContextRunner withReplica = this.withoutReplica.withPropertyValues(this.replica, PATIENT);

	private final ApplicationContextRunner contextRunner = withReplicasUp(this.withReplica);

	private static ApplicationContextRunner withReplicasUp(ApplicationContextRunner runner) {
		return runner.withInitializer((context) -> context.addApplicationListener(new ReplicasUp()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lazy", "eager" })
	void readOnlyTransactionsGoToTheReplicaAndAllElseToThePrimary(String fetch) {
		this.contextRunner.withPropertyValues("spring.datasource.connection-fetch=" + fetch).run((context) -> {
			WhereAmI where = context.getBean(WhereAmI.class);
			assertThat(where.inReadOnlyTransaction()).isEqualTo("replica");
			assertThat(where.inTransaction()).isEqualTo("primary");
			assertThat(where.withoutTransaction()).isEqualTo("primary");
		});
	}

	@Test
	void wrapsTheBeanOnceIfBootHasDoneSo() {
		this.contextRunner.withPropertyValues("spring.datasource.connection-fetch=lazy").run((context) -> {
			LazyConnectionDataSourceProxy proxy = (LazyConnectionDataSourceProxy) context.getBean(DataSource.class);
			assertThat(proxy.getTargetDataSource()).isNotInstanceOf(LazyConnectionDataSourceProxy.class);
			assertThat(context.getBean(RoutingWiring.class).wired().lazyByBoot()).isEqualTo(BOOT_FETCHES_LAZILY);
		});
		this.contextRunner.run((context) -> {
			assertThat(context.getBean(DataSource.class)).isInstanceOf(LazyConnectionDataSourceProxy.class);
			assertThat(context.getBean(RoutingWiring.class).wired().lazyByBoot()).isFalse();
		});
	}

	@Test
	void wrappersOfTheUserStayOutside() {
		this.contextRunner.withBean(WrappingPostProcessor.class).run((context) -> {
			assertThat(context.getBean(DataSource.class)).isExactlyInstanceOf(DelegatingDataSource.class);
			assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica");
		});
	}

	@Test
	void aWrapperAroundTheConfiguredPrimaryWrapsTheConnectionsOfReplicasToo() {
		this.contextRunner.withPropertyValues("perf-starter.routing.primary=pool")
			.withUserConfiguration(CountingWrapper.class)
			.run((context) -> {
				WhereAmI where = context.getBean(WhereAmI.class);
				AtomicInteger borrowed = context.getBean(CountingWrapper.class).borrowed;
				borrowed.set(0);
				assertThat(where.inReadOnlyTransaction()).isEqualTo("replica");
				assertThat(where.inTransaction()).isEqualTo("primary");
				assertThat(borrowed).hasValue(2);
			});
	}

	@Test
	void primaryPoolCanStillBeFound() {
		this.contextRunner.run((context) -> {
			HikariDataSource pool = primary(context);
			assertThat(pool.getJdbcUrl()).isEqualTo(this.primaryUrl);
			assertThat(DataSourceUnwrapper.unwrap(context.getBean(DataSource.class), HikariConfigMXBean.class,
					HikariDataSource.class))
				.isSameAs(pool);
		});
	}

	private static HikariDataSource primary(ApplicationContext context) {
		return DataSourceUnwrapper.unwrap(context.getBean(DataSource.class), HikariDataSource.class);
	}

	@Test
	void doesNothingWithoutReplica() {
		this.withoutReplica.run(this::assertOff);
	}

	@Test
	void leavesNothingBehindWhenSwitchedOff() {
		this.contextRunner.withPropertyValues("perf-starter.routing.enabled=false").run(this::assertOff);
	}

	@ParameterizedTest
	@ValueSource(classes = { HikariDataSource.class, DataSourceUnwrapper.class, LazyConnectionDataSourceProxy.class })
	void isOffWithoutWhatItNeeds(Class<?> missing) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RoutingAutoConfiguration.class))
			.withPropertyValues(this.replica)
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RoutingWiring.class)
				.doesNotHaveBean(RoutingProperties.class));
	}

	@Test
	void worksWithoutOptionalLibraries() {
		this.contextRunner
			.withClassLoader(new FilteredClassLoader(Endpoint.class, HealthIndicator.class,
					HibernatePropertiesCustomizer.class, Filter.class))
			.run((context) -> assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica"));
	}

	@Test
	void poolsOfReplicasAreLikeThePrimarysAndNoBeans() {
		this.withoutReplica
			.withPropertyValues(this.replica, "perf-starter.routing.replicas.r2.url=" + this.databases.url("second"),
					"perf-starter.routing.replicas.r2.hikari.maximum-pool-size=3",
					"perf-starter.routing.replicas.r2.hikari.minimum-idle=1",
					"perf-starter.routing.replicas.r2.hikari.connection-timeout=700",
					"perf-starter.routing.replicas.r1.hikari.max-lifetime=60001",
					"perf-starter.routing.replicas.r1.hikari.maximum-pool-size=4",
					"spring.datasource.hikari.maximum-pool-size=7", "spring.datasource.hikari.minimum-idle=2",
					"spring.datasource.hikari.keepalive-time=40001", "spring.datasource.hikari.schema=PUBLIC")
			.run((context) -> {
				assertThat(context.getBeansOfType(DataSource.class)).hasSize(1);
				assertThat(context.getBean(RoutingWiring.class).pools()).satisfiesExactly((first) -> {
					assertThat(first.getPoolName()).isEqualTo("r1");
					assertThat(first.getJdbcUrl()).isEqualTo(this.replicaUrl);
					assertThat(first.getMaximumPoolSize()).isEqualTo(4);
					assertThat(first.getMinimumIdle()).isZero();
					assertThat(first.getConnectionTimeout()).isEqualTo(250);
					assertThat(first.getValidationTimeout()).isEqualTo(250);
					assertThat(first.getKeepaliveTime()).isEqualTo(40001);
					assertThat(first.getMaxLifetime()).isEqualTo(60001);
					assertThat(first.getSchema()).isEqualTo("PUBLIC");
					assertThat(first.isReadOnly()).isTrue();
					assertThat(first.getInitializationFailTimeout()).isEqualTo(-1);
				}, (second) -> {
					assertThat(second.getPoolName()).isEqualTo("r2");
					assertThat(second.getMaximumPoolSize()).isEqualTo(3);
					assertThat(second.getMinimumIdle()).isEqualTo(1);
					// It is the limit of the wait in front of the pool.
					assertThat(second.getConnectionTimeout()).isEqualTo(250);
				});
				assertThat(context.getBean(Routing.class).status().replicas())
					.extracting(RoutingStatus.Member::poolSize)
					.containsExactly(4, 3);
			});
	}

	@Test
	void poolsOfReplicasHaveDataSourcePropertiesOfTheirOwn() {
		this.contextRunner
			.withPropertyValues("spring.datasource.hikari.data-source-properties.MODE=PostgreSQL",
					"perf-starter.routing.replicas.r1.hikari.data-source-properties.LOCK_TIMEOUT=4321")
			.run((context) -> {
				Properties own = context.getBean(RoutingWiring.class).pools().get(0).getDataSourceProperties();
				assertThat(own).containsEntry("MODE", "PostgreSQL").containsEntry("LOCK_TIMEOUT", "4321");
				assertThat(primary(context).getDataSourceProperties()).doesNotContainKey("LOCK_TIMEOUT");
			});
	}

	@Test
	void credentialsAreTheReplicasThenThePrimarys() {
		this.withReplica.withPropertyValues("spring.datasource.username=sa", "spring.datasource.password=of-primary",
				"perf-starter.routing.replicas.r1.username=reader",
				"perf-starter.routing.replicas.r2.url=" + this.databases.url("second"),
				"perf-starter.routing.replicas.r2.username=own", "perf-starter.routing.replicas.r2.password=of-replica")
			.run((context) -> assertThat(context.getBean(RoutingWiring.class).pools())
				.extracting(UnpooledDataSource::credentials)
				.extracting(Credentials::getUsername, Credentials::getPassword)
				.containsExactly(tuple("reader", "of-primary"), tuple("own", "of-replica")));
	}

	@Test
	void replicasFollowWhatTheyHaveFromThePrimary() {
		this.withReplica
			.withPropertyValues("spring.datasource.username=sa",
					"perf-starter.routing.replicas.r2.url=" + this.databases.url("second"),
					"perf-starter.routing.replicas.r2.hikari.username=own",
					"perf-starter.routing.replicas.r2.hikari.password=of-replica")
			.run((context) -> {
				primary(context).setCredentials(Credentials.of("new", "of-new"));
				assertThat(context.getBean(RoutingWiring.class).pools()).extracting(UnpooledDataSource::credentials)
					.extracting(Credentials::getUsername, Credentials::getPassword)
					.containsExactly(tuple("new", "of-new"), tuple("own", "of-replica"));
			});
	}

	@Test
	void shareOfReadsFollowsAResizedPool() {
		this.contextRunner.run((context) -> {
			Routing routing = context.getBean(Routing.class);
			assertThat(routing.status().primary().fallbackLimit()).isEqualTo(5);
			primary(context).setMaximumPoolSize(30);
			assertThat(routing.status().primary().fallbackLimit()).isEqualTo(15);
		});
	}

	@Test
	void poolOfAReplicaLeavesTheLoginTimeoutOfTheJvmAlone() {
		int before = DriverManager.getLoginTimeout();
		try {
			DriverManager.setLoginTimeout(17);
			this.contextRunner.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(DriverManager.getLoginTimeout()).isEqualTo(17);
			});
		}
		finally {
			DriverManager.setLoginTimeout(before);
		}
	}

	@Test
	void detailsSupplyAnAddressAndAddAReplica() {
		this.withoutReplica
			.withBean("first", ReplicaConnectionDetails.class,
					() -> new Details("r1", this.replicaUrl, "sa", "of-details"))
			.withBean("second", ReplicaConnectionDetails.class,
					() -> new Details("added", this.databases.url("added"), null, null))
			.withPropertyValues("perf-starter.routing.replicas.r1.url=" + NamedDatabases.DEAD,
					"perf-starter.routing.replicas.r1.hikari.maximum-pool-size=2")
			.run((context) -> {
				assertThat(context.getBean(RoutingWiring.class).pools())
					.extracting(HikariDataSource::getPoolName, HikariDataSource::getMaximumPoolSize,
							(pool) -> UnpooledDataSource.credentials(pool).getPassword())
					.containsExactly(tuple("r1", 2, "of-details"), tuple("added", 10, ""));
				assertThat(context.getBean(RoutingWiring.class).pools().get(0).getJdbcUrl()).isEqualTo(this.replicaUrl);
			});
		withReplicasUp(this.withoutReplica)
			.withBean(ReplicaConnectionDetails.class, () -> new Details("only", this.replicaUrl, null, null))
			.withPropertyValues(PATIENT.replace("r1", "only"))
			.run((context) -> assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica"));
	}

	@Test
	void aReplicaReadsTheSchemaOfThePrimaryAndLimitsItsLogin() {
		this.withoutReplica
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/app?currentSchema=a%2Cb",
					"perf-starter.routing.replicas.r1.url=jdbc:postgresql://localhost:2/app?sslmode=disable")
			.run((context) -> assertThat(context.getBean(RoutingWiring.class).pools()).singleElement()
				.extracting(HikariDataSource::getDataSourceProperties)
				.isEqualTo(Map.of("currentSchema", "a,b", "loginTimeout", "5")));
	}

	@Test
	void theLoginLimitInTheUrlOfAReplicaIsKept() {
		this.withoutReplica
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/app",
					"perf-starter.routing.replicas.r1.url=jdbc:postgresql://localhost:2/app?loginTimeout=1")
			.run((context) -> assertThat(context.getBean(RoutingWiring.class).pools()).singleElement()
				.satisfies((pool) -> assertThat(pool.getDataSourceProperties()).isEmpty()));
	}

	@Test
	void startsWithADeadReplicaAndSaysSo(CapturedOutput output) {
		this.withoutReplica.withPropertyValues("perf-starter.routing.replicas.gone.url=" + NamedDatabases.DEAD)
			.run((context) -> {
				assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("primary");
				assertThat(context.getBean(Routing.class).status().replicas()).singleElement()
					.extracting(RoutingStatus.Member::state)
					.isNotEqualTo(ReplicaState.UP);
				assertThat(output).containsPattern("INFO .*replica 'gone' .(DOWN|UNKNOWN), up to 10 connections.")
					.containsPattern("WARN .*Replica 'gone' (is down: |did not answer within 2 s)");
			});
	}

	@Test
	void wrongCredentialsOfAReplicaAreNamed(CapturedOutput output) {
		this.withReplica
			.withPropertyValues("perf-starter.routing.replicas.r1.username=nobody",
					"perf-starter.routing.replicas.r1.password=s3cret")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				await().untilAsserted(
						() -> assertThat(output).containsPattern("WARN .*Replica 'r1' .*Wrong user name or password"));
				assertThat(output).doesNotContain("s3cret");
			});
	}

	@Test
	void primaryMayHaveNoUrl() {
		this.contextRunner.withBean(HikariDataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
			pool.addDataSourceProperty("url", this.primaryUrl);
			pool.setUsername("sa");
			pool.setMaximumPoolSize(1);
			return pool;
		}).run((context) -> {
			WhereAmI where = context.getBean(WhereAmI.class);
			assertThat(where.inReadOnlyTransaction()).isEqualTo("replica");
			assertThat(where.inTransaction()).isEqualTo("primary");
			assertThat(primary(context).getHikariPoolMXBean().getActiveConnections()).as("probes").isZero();
			assertThat(context.getBean(RoutingWiring.class).pools()).singleElement()
				.satisfies((pool) -> assertThat(pool.getDataSourceProperties()).isEmpty());
		});
	}

	@Test
	void saysWhatWasWired(CapturedOutput output) {
		this.contextRunner.run((context) -> await().untilAsserted(() -> assertThat(output).containsPattern(
				"INFO .*Routing: read-only transactions run on .* .replica 'r1' .(UP|UNKNOWN), up to 10 connections.., "
						+ "everything else on the primary .bean 'dataSource'.*lazy proxy, added around the primary")
			.containsPattern("INFO .*Replica 'r1' is up and serves reads")));
	}

	@Test
	void readsGoOnAtOnceWhenThePrimaryIsDead() {
		withDeadPrimary().run((context) -> {
			WhereAmI where = context.getBean(WhereAmI.class);
			where.inReadOnlyTransaction();
			long start = System.nanoTime();
			for (int read = 0; read < 10; read++) {
				assertThat(where.inReadOnlyTransaction()).isEqualTo("replica");
			}
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
		});
	}

	@Test
	void defaultsOfConnectionsAreThoseOfTheConfiguration() {
		this.contextRunner
			.withPropertyValues("spring.datasource.hikari.auto-commit=false",
					"spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE")
			.run((context) -> {
				try (Connection connection = context.getBean(DataSource.class).getConnection()) {
					assertThat(connection.getAutoCommit()).isFalse();
					assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
				}
				assertThat(primary(context).isRunning()).as("a connection was borrowed").isFalse();
			});
	}

	@Test
	void isolationOfTheDriverIsLearntFromTheFirstServerThatAnswers() {
		withDeadPrimary().run((context) -> {
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
			}
		});
	}

	private ApplicationContextRunner withDeadPrimary() {
		return this.contextRunner.withPropertyValues("spring.datasource.url=" + NamedDatabases.DEAD,
				"spring.datasource.username=sa", "spring.datasource.hikari.connection-timeout=1000");
	}

	@Test
	void poolsAreClosedAfterTheBeansThatUseThem() {
		List<String> readAtTheEnd = new ArrayList<>();
		List<HikariDataSource> pools = new ArrayList<>();
		this.contextRunner.withBean(LastReader.class).run((context) -> {
			context.getBean(LastReader.class).readAtTheEnd = readAtTheEnd;
			pools.addAll(context.getBean(RoutingWiring.class).pools());
			assertThat(pools).noneMatch(HikariDataSource::isClosed);
		});
		assertThat(readAtTheEnd).containsExactly("replica");
		assertThat(pools).isNotEmpty().allMatch(HikariDataSource::isClosed);
	}

	@Test
	void noPoolStaysOpenWhenTheStartFails() {
		List<HikariDataSource> pools = new ArrayList<>();
		this.contextRunner.withInitializer((context) -> ((GenericApplicationContext) context)
			.registerBean(SmartInitializingSingleton.class, () -> () -> {
				pools.addAll(context.getBean(RoutingWiring.class).pools());
				throw new IllegalStateException("on purpose");
			})).run((context) -> {
				assertThat(context).hasFailed();
				assertThat(pools).isNotEmpty().allMatch(HikariDataSource::isClosed);
			});
	}

	@Test
	void metersOfReplicasAndOfRoutingAreInTheApplicationsRegistry() {
		this.contextRunner
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, DataSourcePoolMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.run((context) -> {
				context.getBean(WhereAmI.class).inReadOnlyTransaction();
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("hikaricp.connections.max").tag("pool", "r1").gauge().value()).isEqualTo(10);
				assertThat(registry.get("hikaricp.connections.acquire").tag("pool", "r1").timer().count()).isEqualTo(1);
				assertThat(registry.find("perf.starter.routing.connections").meters()).isNotEmpty();
			});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void transactionsOfAnotherDataSourceMoveNothing(boolean chooses) {
		AtomicReference<String> tenant = new AtomicReference<>();
		this.contextRunner.withUserConfiguration(OwnTransactionManager.class)
			.withBean("other", PlatformTransactionManager.class, () -> {
				DataSource other = DataSourceBuilder.create().url(this.databases.url("other")).username("sa").build();
				return new JdbcTransactionManager(chooses ? tenants(tenant::get, other) : other);
			})
			.run((context) -> {
				tenant.set("one");
				WhereAmI where = context.getBean(WhereAmI.class);
				TransactionTemplate otherRead = transactions(context, "other", true);
				TransactionTemplate otherWrite = transactions(context, "other", false);
				assertThat(transactions(context, "own", true)
					.<String>execute((own) -> otherWrite.execute((other) -> where.withoutTransaction())))
					.isEqualTo("replica");
				assertThat(transactions(context, "own", false)
					.<String>execute((own) -> otherRead.execute((other) -> where.withoutTransaction())))
					.isEqualTo("primary");
				assertThat(otherRead.<String>execute((other) -> where.withoutTransaction())).isEqualTo("primary");
			});
	}

	@Test
	void aChooserBehindAWrapperMayChooseTheRoutedDataSource() {
		this.contextRunner.run((context) -> {
			DataSource other = DataSourceBuilder.create().url(this.databases.url("other")).username("sa").build();
			AbstractRoutingDataSource tenants = (AbstractRoutingDataSource) tenants(() -> "two",
					context.getBean(DataSource.class));
			tenants.setDefaultTargetDataSource(other);
			tenants.afterPropertiesSet();
			Routing routing = context.getBean(Routing.class);
			assertThat(routing.routes(new LazyConnectionDataSourceProxy(tenants))).isTrue();
			assertThat(routing.routes(ProxyDataSourceBuilder.create(tenants).build())).isTrue();
			assertThat(routing.routes(new LazyConnectionDataSourceProxy(other))).isFalse();
		});
	}

	/**
	 * Returns a data source that fails without a tenant.
	 */
	private static DataSource tenants(Supplier<String> current, DataSource one) {
		AbstractRoutingDataSource tenants = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return current.get();
			}

		};
		tenants.setTargetDataSources(Map.of("one", one));
		tenants.afterPropertiesSet();
		return tenants;
	}

	private static TransactionTemplate transactions(ApplicationContext context, String manager, boolean readOnly) {
		TransactionTemplate transactions = new TransactionTemplate(
				context.getBean(manager, PlatformTransactionManager.class));
		transactions.setReadOnly(readOnly);
		return transactions;
	}

	@Test
	void warnsOfATransactionManagerThatTellsNothing(CapturedOutput output) {
		this.contextRunner.withBean("silent", PlatformTransactionManager.class, SilentTransactionManager::new)
			.run((context) -> assertThat(output).containsPattern(
					"WARN .*The transaction manager 'silent' does not notify TransactionExecutionListeners"));
	}

	@Test
	void cachesAskHowOldAValueIs() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(CoherenceAutoConfiguration.class))
			.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m")
			.run((context) -> {
				PutGate gate = context.getBean(PutGate.class);
				long before = System.nanoTime();
				assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica");
				assertThat(gate.knownAt(before)).isLessThan(before);
			});
	}

	@Test
	void aPutGateOfTheApplicationReplacesNoneOfRouting() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(CoherenceAutoConfiguration.class))
			.withBean(PutGate.class, () -> (loadedAt) -> loadedAt)
			.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m")
			.run((context) -> {
				long before = System.nanoTime();
				assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica");
				assertThat(context.getBean(CacheGuard.class))
					.extracting("gate", InstanceOfAssertFactories.type(PutGate.class))
					.satisfies((gate) -> assertThat(gate.knownAt(before)).isLessThan(before));
			});
	}

	@Test
	void aCacheThatIsFilledDuringTheStartDoesNotWaitForIt() {
		this.contextRunner.withBean(FillingPostProcessor.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void thereIsNoPutGateWhereCoherenceIsOff() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(PutGate.class));
	}

	@Test
	void takesTheDataSourceThatIsInjectedWithoutQualifier() {
		this.contextRunner
			.withBean("main", HikariDataSource.class, () -> pool(this.primaryUrl),
					(definition) -> definition.setPrimary(true))
			.withBean("other", HikariDataSource.class, () -> pool(this.databases.url("other")))
			.run((context) -> {
				assertThat(context.getBean("main")).isInstanceOf(LazyConnectionDataSourceProxy.class);
				assertThat(context.getBean("other")).isInstanceOf(HikariDataSource.class);
				assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica");
			});
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setUsername("sa");
		return pool;
	}

	@Test
	void wiresAtTheStartEvenIfBeansAreLazy(CapturedOutput output) {
		this.contextRunner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("whereAmI")).isFalse();
				assertThat(output).contains("replica 'r1'");
				assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("replica");
			});
	}

	@Test
	void requestsAreFilteredBeforeSecurity() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, RoutingAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + this.primaryUrl, this.replica)
			.run((context) -> {
				FilterRegistrationBean<?> registration = context.getBean("perfStarterRoutingRequestFilter",
						FilterRegistrationBean.class);
				assertThat(registration.getFilter()).isInstanceOf(Filter.class);
				assertThat(registration.getOrder()).isEqualTo(RoutingAutoConfiguration.REQUEST_FILTER_ORDER)
					.isLessThan(SecurityFilterProperties.DEFAULT_FILTER_ORDER);
			});
	}

	private void assertOff(ApplicationContext context) {
		assertThat(context.getBeansOfType(RoutingWiring.class)).isEmpty();
		assertThat(context.getBeansOfType(Routing.class)).isEmpty();
		assertThat(context.getBeansOfType(TransactionExecutionListener.class)).isEmpty();
		assertThat(context.getBeansOfType(PutGate.class)).isEmpty();
		assertThat(context.getBean(DataSource.class)).isInstanceOf(HikariDataSource.class);
		assertThat(List.of(context.getBeanDefinitionNames()))
			.noneMatch((name) -> name.toLowerCase(Locale.ROOT).contains("routing"));
		assertThat(context.getBean(WhereAmI.class).inReadOnlyTransaction()).isEqualTo("primary");
	}

	record Details(String name, String url, String username, String password) implements ReplicaConnectionDetails {

		@Override
		public String getReplicaName() {
			return this.name;
		}

		@Override
		public String getJdbcUrl() {
			return this.url;
		}

		@Override
		public String getUsername() {
			return this.username;
		}

		@Override
		public String getPassword() {
			return this.password;
		}

	}

	static class LastReader implements DisposableBean {

		private final WhereAmI where;

		private List<String> readAtTheEnd = List.of();

		LastReader(WhereAmI where) {
			this.where = where;
		}

		@Override
		public void destroy() {
			this.readAtTheEnd.add(this.where.inReadOnlyTransaction());
		}

	}

	static class WrappingPostProcessor implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof DataSource dataSource) ? new DelegatingDataSource(dataSource) : bean;
		}

	}

	/**
	 * Has a pool and a wrapper around it.
	 */
	@Configuration
	static class CountingWrapper {

		final AtomicInteger borrowed = new AtomicInteger();

		@Bean
		DataSource pool(@Value("${spring.datasource.url}") String url) {
			return DataSourceBuilder.create().type(HikariDataSource.class).url(url).username("sa").password("").build();
		}

		@Bean
		@Primary
		DataSource wrapper(@Qualifier("pool") DataSource pool) {
			return new DelegatingDataSource(pool) {

				@Override
				public Connection getConnection() throws SQLException {
					CountingWrapper.this.borrowed.incrementAndGet();
					return super.getConnection();
				}

			};
		}

	}

	/**
	 * Lets the creation of the primary wait for another thread that fills a cache.
	 */
	static class FillingPostProcessor implements BeanPostProcessor {

		private final ObjectProvider<PutGate> gates;

		FillingPostProcessor(ObjectProvider<PutGate> gates) {
			this.gates = gates;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			if (bean instanceof DataSource) {
				PutGate gate = this.gates.getObject();
				assertThat(CompletableFuture.supplyAsync(() -> gate.knownAt(5))).succeedsWithin(Duration.ofSeconds(30))
					.isEqualTo(5L);
			}
			return bean;
		}

	}

	static class SilentTransactionManager implements PlatformTransactionManager {

		@Override
		public TransactionStatus getTransaction(TransactionDefinition definition) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void commit(TransactionStatus status) {
		}

		@Override
		public void rollback(TransactionStatus status) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnTransactionManager {

		@Bean
		PlatformTransactionManager own(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}
