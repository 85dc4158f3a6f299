package io.perfstarter.routing.autoconfigure;

import com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.ReplicasUp;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewFilter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OpenInViewCustomizer} and {@link PersistenceUnit}.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class OpenInViewTests {

	private static final String MODE = "hibernate.connection.handling_mode";

	private static final String RELEASE = "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION";

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(DataSourceAutoConfiguration.class,
			HibernateJpaAutoConfiguration.class, TransactionManagerCustomizationAutoConfiguration.class,
			TransactionAutoConfiguration.class, RoutingAutoConfiguration.class);

	private final NamedDatabases databases = new NamedDatabases();

	private final String[] properties = { "spring.datasource.url=" + this.databases.url("primary"),
			"perf-starter.routing.replicas.r1.url=" + this.databases.url("replica") };

	private final WebApplicationContextRunner contextRunner = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS)
		.withPropertyValues(this.properties);

	private final ApplicationContextRunner withReplica = new ApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS)
		.withPropertyValues(this.properties)
		// For a busy machine: a read that waits longer falls back to the primary.
		.withPropertyValues("perf-starter.routing.replicas.r1.hikari.connection-timeout=10000")
		.withInitializer((context) -> context.addApplicationListener(new ReplicasUp()));

	@Test
	void connectionsAreGivenBackWhereTheViewIsOpen(CapturedOutput output) {
		this.contextRunner.withPropertyValues("spring.jpa.open-in-view=true").run((context) -> {
			assertThat(mode(context.getBean(EntityManagerFactory.class))).isEqualTo(RELEASE);
			assertThat(output).containsOnlyOnce("'spring.jpa.open-in-view' is on, so Hibernate releases connections");
		});
	}

	@Test
	void connectionsAreGivenBackWhereAFilterOfTheUserOpensTheView() {
		this.contextRunner.withPropertyValues("spring.jpa.open-in-view=false")
			.withBean("filter", OpenEntityManagerInViewFilter.class)
			.run((context) -> assertThat(mode(context.getBean(EntityManagerFactory.class))).isEqualTo(RELEASE));
		this.contextRunner.withPropertyValues("spring.jpa.open-in-view=false")
			.withUserConfiguration(RegisteredFilter.class)
			.run((context) -> assertThat(mode(context.getBean(EntityManagerFactory.class))).isEqualTo(RELEASE));
	}

	@Test
	void connectionsAreHeldWhereTheViewIsClosed() {
		this.contextRunner.withPropertyValues("spring.jpa.open-in-view=false")
			.run((context) -> assertThat(mode(context.getBean(EntityManagerFactory.class)))
				.endsWith("DELAYED_ACQUISITION_AND_HOLD"));
		new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues(this.properties)
			.run((context) -> assertThat(mode(context.getBean(EntityManagerFactory.class)))
				.endsWith("DELAYED_ACQUISITION_AND_HOLD"));
	}

	@Test
	void modeOfTheUserStays() {
		this.contextRunner
			.withPropertyValues("spring.jpa.open-in-view=true",
					"spring.jpa.properties.%s=DELAYED_ACQUISITION_AND_RELEASE_AFTER_STATEMENT".formatted(MODE))
			.run((context) -> assertThat(mode(context.getBean(EntityManagerFactory.class)))
				.isEqualTo("DELAYED_ACQUISITION_AND_RELEASE_AFTER_STATEMENT"));
	}

	@ParameterizedTest
	@CsvSource({ "DELAYED_ACQUISITION_AND_HOLD, primary",
			"delayed_acquisition_and_release_after_transaction, replica" })
	void readsOnThePrimaryIfAnOpenEntityManagerKeepsTheConnection(String mode, String server) {
		this.withReplica.withPropertyValues("spring.jpa.properties.%s=%s".formatted(MODE, mode)).run((context) -> {
			EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
			TransactionTemplate read = reads(context);
			assertThat(server(factory, read)).isEqualTo("replica");
			inView(factory, () -> {
				assertThat(server(factory, read)).isEqualTo(server);
				TransactionTemplate write = new TransactionTemplate(read.getTransactionManager());
				assertThat(server(factory, write)).isEqualTo("primary");
			});
			assertThat(server(factory, read)).isEqualTo("replica");
		});
	}

	@Test
	void readsOnThePrimaryIfASecondLevelCacheKeepsTheValues(CapturedOutput output) {
		this.withReplica
			.withPropertyValues("spring.jpa.properties.hibernate.cache.region.factory_class=jcache",
					"spring.jpa.properties.hibernate.cache.use_query_cache=true",
					"spring.jpa.properties.hibernate.javax.cache.provider=" + CaffeineCachingProvider.class.getName(),
					"spring.jpa.properties.hibernate.javax.cache.missing_cache_strategy=create")
			.run((context) -> {
				EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
				TransactionTemplate read = reads(context);
				assertThat(server(factory, read)).isEqualTo("primary");
				assertThat(server(factory, read)).isEqualTo("primary");
				assertThat(output).containsOnlyOnce("The second-level cache of Hibernate is on, so read-only");
			});
	}

	/**
	 * Opens an entity manager around an action, as Spring Data REST does for a request.
	 */
	private static void inView(EntityManagerFactory factory, Runnable action) {
		try (EntityManager entityManager = factory.createEntityManager()) {
			TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
			action.run();
		}
		finally {
			TransactionSynchronizationManager.unbindResource(factory);
		}
	}

	private static TransactionTemplate reads(ApplicationContext context) {
		TransactionTemplate reads = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		reads.setReadOnly(true);
		return reads;
	}

	private static String server(EntityManagerFactory factory, TransactionTemplate transactions) {
		return transactions
			.execute((status) -> (String) EntityManagerFactoryUtils.getTransactionalEntityManager(factory)
				.createNativeQuery("select name from server")
				.getSingleResult());
	}

	private static String mode(EntityManagerFactory factory) {
		return String.valueOf(factory.getProperties().get(MODE));
	}

	static class RegisteredFilter {

		@Bean
		FilterRegistrationBean<OpenEntityManagerInViewFilter> openView() {
			return new FilterRegistrationBean<>(new OpenEntityManagerInViewFilter());
		}

	}

}
