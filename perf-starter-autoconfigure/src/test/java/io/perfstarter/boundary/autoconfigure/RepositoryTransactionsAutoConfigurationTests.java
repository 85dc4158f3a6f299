package io.perfstarter.boundary.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.perfstarter.boundary.autoconfigure.cars.Car;
import io.perfstarter.boundary.autoconfigure.cars.Cars;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.support.PersistenceExceptionTranslationInterceptor;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.repository.core.support.RepositoryComposition.RepositoryFragments;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RepositoryTransactionsAutoConfiguration}.
 */
class RepositoryTransactionsAutoConfigurationTests {

	private static final Consumer<Cars> FIND = (cars) -> assertThat(cars.findByPlate("nobody")).isEmpty();

	private static final String BEAN = "perfStarterRepositoryTransactionsPostProcessor";

	private static final String PROPERTY = "perf-starter.boundary.repository-transactions";

	private final ApplicationContextRunner bareRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RepositoryTransactionsAutoConfiguration.class));

	private final ApplicationContextRunner contextRunner = this.bareRunner
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class, DataJdbcRepositoriesAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID()
				+ ";INIT=create table if not exists car (id bigint primary key, plate varchar(80))");

	private final ApplicationContextRunner onRunner = this.contextRunner.withPropertyValues(PROPERTY + "=true");

	@Test
	void aWrongSettingStopsTheStart() {
		this.contextRunner.withPropertyValues(PROPERTY + "=maybe")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining(PROPERTY)
				.hasStackTraceContaining("maybe"));
	}

	@Test
	void areOffByDefault() {
		this.contextRunner.run((context) -> {
			assertThat(context).doesNotHaveBean(BEAN);
			assertThat(begunBy(context, FIND)).isEmpty();
		});
	}

	@Test
	void areOnByTheirProperty() {
		this.onRunner.run((context) -> assertThat(begunBy(context, FIND))
			.containsExactly("transactionManager " + Cars.class.getName() + ".findByPlate read-only"));
	}

	@Test
	void areOnWithRouting() {
		this.bareRunner.withBean(Routing.class, () -> Mockito.mock(Routing.class))
			.run((context) -> assertThat(context).hasBean(BEAN));
	}

	@ParameterizedTest
	@ValueSource(strings = { PROPERTY + "=false", "perf-starter.boundary.enabled=false" })
	void areOffWithRoutingByEachProperty(String property) {
		this.bareRunner.withBean(Routing.class, () -> Mockito.mock(Routing.class))
			.withPropertyValues(property)
			.run((context) -> assertThat(context).doesNotHaveBean(BEAN));
	}

	@Test
	void areOffWithTheFeatureWhateverTheirPropertySays() {
		this.onRunner.withPropertyValues("perf-starter.boundary.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(BEAN));
	}

	@Test
	void areOffWithoutSpringData() {
		this.bareRunner.withPropertyValues(PROPERTY + "=true")
			.withClassLoader(new FilteredClassLoader("org.springframework.data"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
	}

	@Test
	void workWithJdbcAlone() {
		this.onRunner
			.withClassLoader(new FilteredClassLoader("org.springframework.data.jpa", "jakarta.persistence",
					"org.springframework.orm", "org.hibernate"))
			.run((context) -> assertThat(begunBy(context, FIND)).hasSize(1));
	}

	@Test
	void areBegunBySpringDatasOwnAdviceInsideTheTranslationOfExceptions() {
		this.onRunner.run((context) -> {
			assertThat(Arrays.stream(((Advised) context.getBean(Cars.class)).getAdvisors())
				.<Class<?>>map((advisor) -> advisor.getAdvice().getClass())
				.filter((type) -> type == TransactionInterceptor.class
						|| type == PersistenceExceptionTranslationInterceptor.class))
				.containsExactly(PersistenceExceptionTranslationInterceptor.class, TransactionInterceptor.class);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> context.getBean(Cars.class).findNothing());
		});
	}

	@Test
	void areOfTheManagerOfTheRepository() {
		this.onRunner.withUserConfiguration(SecondManager.class)
			.run((context) -> assertThat(begunBy(context, FIND))
				.containsExactly("second " + Cars.class.getName() + ".findByPlate read-only"));
	}

	@Test
	void areThoseOfARepositoryThatIsGeneratedAheadOfTimeToo() {
		this.onRunner.withBean(AheadOfTime.class)
			.run((context) -> assertThat(begunBy(context, FIND))
				.containsExactly("transactionManager " + Cars.class.getName() + ".findByPlate read-only"));
	}

	@Test
	void leaveTheTransactionOfACallerWhoCatchesTheException() {
		this.onRunner.run((context) -> {
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			jdbc.update("insert into car values (1, 'twice'), (2, 'twice')");
			new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
				.executeWithoutResult((status) -> {
					jdbc.update("insert into car values (3, 'kept')");
					assertThatExceptionOfType(IncorrectResultSizeDataAccessException.class)
						.isThrownBy(() -> context.getBean(Cars.class).findByPlate("twice"));
				});
			assertThat(context.getBean(Cars.class).findByPlate("kept")).isPresent();
		});
	}

	private static List<String> begunBy(AssertableApplicationContext context, Consumer<Cars> call) {
		assertThat(context).hasNotFailed();
		Begun begun = context.getBean(Begun.class);
		begun.names.clear();
		call.accept(context.getBean(Cars.class));
		return List.copyOf(begun.names);
	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = Cars.class)
	static class Application {

		@Bean
		static Begun begun() {
			return new Begun();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableJdbcRepositories(basePackageClasses = Cars.class, transactionManagerRef = "second")
	static class SecondManager {

		@Bean
		JdbcTransactionManager first(DataSource dataSource, Begun begun) {
			return manager(dataSource, begun, "first");
		}

		@Bean
		JdbcTransactionManager second(DataSource dataSource, Begun begun) {
			return manager(dataSource, begun, "second");
		}

		private static JdbcTransactionManager manager(DataSource dataSource, Begun begun, String name) {
			JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
			manager.addListener(begun.of(name));
			return manager;
		}

	}

	/**
	 * Gives repositories a generated implementation.
	 */
	static class AheadOfTime implements BeanPostProcessor {

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			if (bean instanceof RepositoryFactoryBeanSupport<?, ?, ?> repository) {
				repository.setRepositoryFragments(RepositoryFragments.just(new CarsImpl__AotRepository()));
			}
			return bean;
		}

	}

	/**
	 * An implementation as Spring Data generates it.
	 */
	public static class CarsImpl__AotRepository {

		public Optional<Car> findByPlate(String plate) {
			return Optional.empty();
		}

		public Optional<Car> findNothing() {
			return Optional.empty();
		}

	}

	/**
	 * Records the transactions that begin.
	 */
	static class Begun implements TransactionExecutionListener {

		private final List<String> names = new CopyOnWriteArrayList<>();

		@Override
		public void beforeBegin(TransactionExecution transaction) {
			add("transactionManager", transaction);
		}

		TransactionExecutionListener of(String manager) {
			return new TransactionExecutionListener() {
				@Override
				public void beforeBegin(TransactionExecution transaction) {
					add(manager, transaction);
				}
			};
		}

		private void add(String manager, TransactionExecution transaction) {
			this.names.add(manager + " " + transaction.getTransactionName()
					+ ((transaction.isReadOnly()) ? " read-only" : " read-write"));
		}

	}

}
