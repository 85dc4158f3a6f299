package io.perfstarter.routing.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PrimaryRead;
import io.perfstarter.routing.autoconfigure.shop.OrderRepository;
import io.perfstarter.routing.autoconfigure.shop.Shop;
import io.perfstarter.routing.autoconfigure.shop.ShopService;
import io.perfstarter.routing.connection.PrimaryReadAdvisor;
import io.perfstarter.routing.connection.RefusingDataSource;
import jakarta.persistence.EntityManager;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.annotation.AnnotationAwareAspectJAutoProxyCreator;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.InfrastructureAdvisorAutoProxyCreator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RoutingGuardsConfiguration}: its conditions, and the order of advice.
 */
@Tag(Tier.CI)
class RoutingGuardsConfigurationTests {

	private static final AutoConfigurations GUARDS = AutoConfigurations.of(RoutingGuardsTestAutoConfiguration.class);

	private final ApplicationContextRunner contextRunner = Shop.runner().withConfiguration(GUARDS);

	private final ApplicationContextRunner jdbcRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class))
		.withConfiguration(GUARDS)
		.withPropertyValues("spring.datasource.generate-unique-name=true")
		.withBean(Accounts.class);

	@ParameterizedTest
	@ValueSource(strings = { "off", "OFF", "false" })
	void switchedOffNothingLooks(String off) {
		this.contextRunner.withPropertyValues("perf-starter.routing.transaction-join-check=" + off)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasBean("perfStarterPrimaryReadAdvisor")
				.doesNotHaveBean("perfStarterJoinCheckAdvisor")
				.doesNotHaveBean(RoutingAdvice.JOIN_CHECK)
				.doesNotHaveBean("perfStarterJoinCheckOfRepositories"));
	}

	@Test
	void unknownValueStopsTheStart() {
		this.contextRunner.withPropertyValues("perf-starter.routing.transaction-join-check=perhaps")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("perhaps"));
	}

	@Test
	void backsOffFromTheTranslatorOfTheApplication() {
		SQLExceptionTranslator own = new SQLStateSQLExceptionTranslator();
		this.contextRunner.withBean(SQLExceptionTranslator.class, () -> own).run((context) -> {
			assertThat(context).hasSingleBean(SQLExceptionTranslator.class)
				.doesNotHaveBean("perfStarterRefusedWritesOfJpa");
			assertThat(context.getBean(JdbcTemplate.class).getExceptionTranslator()).isSameAs(own);
			assertThat(translatorOfHibernate(context)).isSameAs(own);
		});
	}

	@Test
	void workWithJdbcAlone() {
		this.jdbcRunner
			.withClassLoader(new FilteredClassLoader(EntityManager.class, SessionFactory.class,
					HibernateJpaDialect.class, RepositoryFactoryBeanSupport.class))
			.run((context) -> {
				assertThat(context).hasNotFailed()
					.hasBean("perfStarterRefusedWriteTranslator")
					.doesNotHaveBean("perfStarterRefusedWritesOfJpa")
					.doesNotHaveBean("perfStarterJoinCheckOfRepositories");
				assertThat(context.getBean(Accounts.class).readFresh()).isTrue();
			});
	}

	@Test
	void workWithoutTransactionManagement() {
		new ApplicationContextRunner().withConfiguration(GUARDS)
			.withBean(Accounts.class)
			.run((context) -> assertThat(context.getBean(Accounts.class).readFresh()).isTrue());
	}

	@Test
	void workWithoutJdbc() {
		new ApplicationContextRunner().withConfiguration(GUARDS)
			.withClassLoader(
					new FilteredClassLoader("org.springframework.jdbc", "org.springframework.orm", "org.hibernate",
							"jakarta.persistence", "org.springframework.data", "org.springframework.boot.transaction"))
			.withBean(Accounts.class)
			.run((context) -> {
				assertThat(context).doesNotHaveBean("perfStarterRefusedWriteTranslator");
				assertThat(context.getBean(Accounts.class).readFresh()).isTrue();
			});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void adviceIsAroundTheTransactionAndInsideIt(boolean aspectj) {
		this.contextRunner.withPropertyValues("spring.aop.auto=" + aspectj).run((context) -> {
			assertThat(context.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)).isInstanceOf(aspectj
					? AnnotationAwareAspectJAutoProxyCreator.class : InfrastructureAdvisorAutoProxyCreator.class);
			assertThat(advice(context.getBean(ShopService.class))).containsSubsequence("PrimaryReadInterceptor",
					"TransactionInterceptor", "JoinCheckInterceptor");
			assertThat(context.getBean(ShopService.class).<Boolean>readFresh(RefusingDataSource::readsFromPrimary))
				.isTrue();
		});
	}

	@Test
	void orderOfAdviceIsTheLast() {
		assertThat(RoutingAdvice.JOIN_CHECK_ORDER).isEqualTo(Ordered.LOWEST_PRECEDENCE);
		assertThat(PrimaryReadAdvisor.ORDER).isEqualTo(Ordered.LOWEST_PRECEDENCE - 1);
	}

	@Test
	void primaryReadHoldsForServicesAndRepositories() {
		this.contextRunner.withPropertyValues("spring.aop.auto=false").run((context) -> {
			ShopService service = context.getBean(ShopService.class);
			assertThat(service.<Boolean>readFresh(RefusingDataSource::readsFromPrimary)).isTrue();
			service.read((entityManager) -> assertThat(RefusingDataSource.readsFromPrimary()).isFalse());
			assertThat(advice(context.getBean(OrderRepository.class))).contains("PrimaryReadInterceptor");
		});
	}

	private static Object translatorOfHibernate(ApplicationContext context) {
		HibernateJpaDialect dialect = (HibernateJpaDialect) context
			.getBean(LocalContainerEntityManagerFactoryBean.class)
			.getJpaDialect();
		Object translator = ReflectionTestUtils.getField(dialect, "exceptionTranslator");
		return ReflectionTestUtils.getField(translator, "jdbcExceptionTranslator");
	}

	private static List<String> advice(Object proxy) {
		List<String> advice = new ArrayList<>();
		Arrays.stream(((Advised) proxy).getAdvisors())
			.map(Advisor::getAdvice)
			.forEach((each) -> advice.add(each.getClass().getSimpleName()));
		return advice;
	}

	/**
	 * Public, because proxies may be created by another class loader.
	 */
	public static class Accounts {

		@PrimaryRead
		@Transactional(readOnly = true)
		public boolean readFresh() {
			return RefusingDataSource.readsFromPrimary();
		}

	}

}
