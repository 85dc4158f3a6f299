package io.perfstarter.routing.proof;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.ReplicasUp;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.cfg.MultiTenancySettings;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no read sees the rows of another tenant, in bursts, while the standby loses
 * its connections, and when the primary repeats what the standby refuses.
 */
@Tag(Tier.CI)
@Tag(Tier.MORE)
class TenantsTests {

	private static final int READS = Tier.times(2_000, 10_000);

	private static final int READERS = 24;

	/**
	 * One of so many reads is refused by a standby, and repeated on the primary.
	 */
	private static final int REFUSED = 10;

	private static final ThreadLocal<String> TENANT = ThreadLocal.withInitial(() -> "a");

	private static final PostgresPair DATABASES = PostgresPair.shared();

	private final Queue<String> foreign = new ConcurrentLinkedQueue<>();

	private final AtomicInteger onStandby = new AtomicInteger();

	private final AtomicInteger onPrimary = new AtomicInteger();

	private final AtomicInteger failed = new AtomicInteger();

	@BeforeAll
	static void createTenants() throws SQLException {
		DATABASES.execute("""
				create table notes (id int, tenant text);
				insert into notes values (1, 'a'), (1, 'b');
				alter table notes enable row level security;
				create policy own_rows on notes using (tenant = current_setting('app.tenant', true));
				create role reader login;
				grant select on notes to reader""");
		for (String tenant : List.of("a", "b")) {
			String notes = "create table %s.notes as select 1 as id, '%s'::text as tenant";
			DATABASES.execute("create schema " + tenant);
			DATABASES.execute(notes.formatted(tenant, tenant));
			DATABASES.execute("create database " + tenant);
			try (Connection connection = DriverManager.getConnection(url(DATABASES.primaryUrl(), tenant), "postgres",
					null); Statement statement = connection.createStatement()) {
				statement.execute(notes.formatted("public", tenant));
			}
		}
	}

	@AfterAll
	static void dropTenants() {
		DATABASES.execute("drop table notes; drop schema a cascade; drop schema b cascade; drop role reader");
		DATABASES.execute("drop database a with (force)");
		DATABASES.execute("drop database b with (force)");
	}

	private static String url(String url, String database) {
		return url.replaceFirst("/postgres(?=[?]|$)", "/" + database);
	}

	@ParameterizedTest
	@ValueSource(classes = { Schemas.class, Databases.class, RowSecurity.class })
	void noReadSeesAnotherTenant(Class<?> tenancy) throws Exception {
		try (ConfigurableApplicationContext context = start(tenancy)) {
			ExecutorService readers = Executors.newFixedThreadPool(READERS);
			List<Future<?>> reads = new ArrayList<>();
			EntityManager entities = context.getBean(EntityManager.class);
			TransactionTemplate transactions = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			transactions.setReadOnly(true);
			for (int i = 0; i < READS; i++) {
				int number = i;
				reads.add(readers.submit(() -> read(number, entities, transactions)));
			}
			readers.shutdown();
			int before = 0;
			while (!readers.awaitTermination(200, TimeUnit.MILLISECONDS)) {
				int now = this.onStandby.get();
				if (now > before) {
					before = now;
					DATABASES.standby()
						.run("select count(pg_terminate_backend(pid)) from pg_stat_activity"
								+ " where backend_type = 'client backend' and pid <> pg_backend_pid()");
				}
			}
			for (Future<?> read : reads) {
				read.get();
			}
		}
		String counts = "%s: foreign %s, %s on the standby, %s on the primary, %s failed"
			.formatted(tenancy.getSimpleName(), this.foreign, this.onStandby, this.onPrimary, this.failed);
		System.out.println(counts);
		assertThat(this.foreign).as(counts).isEmpty();
		assertThat(this.onStandby).as(counts).hasPositiveValue();
		assertThat(this.onPrimary).as(counts).hasPositiveValue();
		assertThat(this.onStandby.get() + this.onPrimary.get()).as(counts).isGreaterThan(READS / 2);
	}

	private static ConfigurableApplicationContext start(Class<?> tenancy) {
		String database = (tenancy == Databases.class) ? "a" : "postgres";
		return new SpringApplicationBuilder(Application.class, tenancy).web(WebApplicationType.NONE)
			.listeners(new ReplicasUp())
			.run("--spring.datasource.url=" + url(DATABASES.primaryUrl(), database),
					"--spring.datasource.username=" + ((tenancy == RowSecurity.class) ? "reader" : "postgres"),
					"--spring.datasource.hikari.maximum-pool-size=5",
					"--perf-starter.routing.replicas.standby.url=" + url(DATABASES.standbyUrl(), database),
					"--tenant.b=" + url(DATABASES.primaryUrl(), "b"));
	}

	private void read(int number, EntityManager entities, TransactionTemplate transactions) {
		String tenant = (number % 2 == 0) ? "a" : "b";
		TENANT.set(tenant);
		try {
			transactions.executeWithoutResult((status) -> {
				if (number % REFUSED == 0) {
					entities.createNativeQuery("select txid_current()").getSingleResult();
				}
				Note note = entities.find(Note.class, 1);
				Object[] server = (Object[]) entities
					.createNativeQuery("select pg_is_in_recovery(), current_setting('app.tenant', true)",
							Object[].class)
					.getSingleResult();
				boolean standby = (Boolean) server[0];
				(standby ? this.onStandby : this.onPrimary).incrementAndGet();
				if (note == null || !note.tenant.equals(tenant)) {
					this.foreign.add("read %s of %s saw %s on the %s with %s".formatted(number, tenant,
							(note != null) ? note.tenant : "nothing", standby ? "standby" : "primary", server[1]));
				}
			});
		}
		catch (RuntimeException ex) {
			// Some connections are lost after the first row.
			this.failed.incrementAndGet();
		}
	}

	/**
	 * A row that each tenant has.
	 */
	@Entity
	@Table(name = "notes")
	static class Note {

		@Id
		int id;

		String tenant = "";

	}

	/**
	 * The application of all tenants.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EntityScan(basePackageClasses = Note.class)
	static class Application {

	}

	/**
	 * Which tenant Hibernate works for.
	 */
	private static final class CurrentTenant implements CurrentTenantIdentifierResolver<String> {

		@Override
		public String resolveCurrentTenantIdentifier() {
			return TENANT.get();
		}

		@Override
		public boolean validateExistingCurrentSessions() {
			return true;
		}

	}

	/**
	 * A schema for each tenant, which Hibernate sets on the connection.
	 */
	static class Schemas {

		@Bean
		HibernatePropertiesCustomizer tenancy(DataSource dataSource) {
			return (properties) -> {
				properties.put(MultiTenancySettings.MULTI_TENANT_IDENTIFIER_RESOLVER, new CurrentTenant());
				properties.put(MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER,
						new SchemaConnections(dataSource));
			};
		}

	}

	/**
	 * A database for each tenant, of which that of tenant a has a replica.
	 */
	static class Databases {

		@Bean(defaultCandidate = false)
		HikariDataSource ofTenantB(@Value("${tenant.b}") String url) {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl(url);
			pool.setUsername("postgres");
			pool.setMaximumPoolSize(5);
			return pool;
		}

		@Bean
		HibernatePropertiesCustomizer tenancy(DataSource dataSource, @Qualifier("ofTenantB") DataSource ofTenantB) {
			return (properties) -> {
				properties.put(MultiTenancySettings.MULTI_TENANT_IDENTIFIER_RESOLVER, new CurrentTenant());
				properties.put(MultiTenancySettings.MULTI_TENANT_CONNECTION_PROVIDER,
						new DatabaseConnections(dataSource, ofTenantB));
			};
		}

	}

	/**
	 * Rows of which each tenant sees its own, by a variable that a wrapper around the
	 * data source sets.
	 */
	static class RowSecurity {

		@Bean
		static BeanPostProcessor tenancy() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					return (bean instanceof DataSource dataSource) ? new VariableDataSource(dataSource) : bean;
				}

			};
		}

	}

	/**
	 * Sets the schema of a connection, and resets it before the connection goes back.
	 */
	private static final class SchemaConnections implements MultiTenantConnectionProvider<String> {

		private static final long serialVersionUID = 1L;

		private final transient DataSource dataSource;

		private SchemaConnections(DataSource dataSource) {
			this.dataSource = dataSource;
		}

		@Override
		public Connection getAnyConnection() throws SQLException {
			return this.dataSource.getConnection();
		}

		@Override
		public void releaseAnyConnection(Connection connection) throws SQLException {
			connection.close();
		}

		@Override
		public Connection getConnection(String tenant) throws SQLException {
			Connection connection = this.dataSource.getConnection();
			connection.setSchema(tenant);
			return connection;
		}

		@Override
		public void releaseConnection(String tenant, Connection connection) throws SQLException {
			try {
				connection.setSchema("public");
			}
			finally {
				connection.close();
			}
		}

		@Override
		public boolean supportsAggressiveRelease() {
			return false;
		}

		@Override
		public boolean isUnwrappableAs(Class<?> type) {
			return false;
		}

		@Override
		public <T> T unwrap(Class<T> type) {
			throw new UnsupportedOperationException();
		}

	}

	/**
	 * Takes the connection from the data source of the tenant.
	 */
	private static final class DatabaseConnections
			extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<String> {

		private static final long serialVersionUID = 1L;

		private final transient DataSource a;

		private final transient DataSource b;

		private DatabaseConnections(DataSource a, DataSource b) {
			this.a = a;
			this.b = b;
		}

		@Override
		protected DataSource selectAnyDataSource() {
			return this.a;
		}

		@Override
		protected DataSource selectDataSource(String tenant) {
			return tenant.equals("a") ? this.a : this.b;
		}

	}

	/**
	 * Sets the variable of the policy on each connection.
	 */
	private static final class VariableDataSource extends DelegatingDataSource {

		private VariableDataSource(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			try (PreparedStatement statement = connection
				.prepareStatement("select set_config('app.tenant', ?, false)")) {
				statement.setString(1, TENANT.get());
				statement.execute();
			}
			catch (SQLException ex) {
				connection.close();
				throw ex;
			}
			return connection;
		}

	}

}
