package io.perfstarter.eviction.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.EvictTicketCache;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.annotation.AnnotationAwareAspectJAutoProxyCreator;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.InfrastructureAdvisorAutoProxyCreator;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for when {@link EvictTicketCache} evicts, with real transactions.
 */
class EvictionTransactionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				CacheAutoConfiguration.class, CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m",
				"spring.datasource.generate-unique-name=true")
		.withBean(TicketService.class)
		.withBean(NotedEvictions.class)
		.withBean(AfterCommitListener.class);

	@Test
	void evictsAtCommitAndNotBefore() {
		run((tickets) -> {
			tickets.inTransaction(() -> {
				tickets.service.change(1L);
				tickets.assertEvicted();
				tickets.assertToldPeers(0);
			});
			tickets.assertEvicted(1L);
			tickets.assertToldPeers(1);
		});
	}

	@Test
	void doesNotServeWhatIsAboutToChange() {
		run((tickets) -> {
			tickets.service.changeAndObserve(1L, () -> tickets.assertEvicted(1L));
			tickets.cache.get(1L, () -> "ticket 1");
			tickets.assertEvicted();
		});
	}

	@Test
	void servesItAgainWhenTheCommitIsRefused() {
		run((tickets) -> {
			assertThatIllegalStateException().isThrownBy(() -> tickets.service.changeAndObserve(1L, () -> {
				tickets.assertEvicted(1L);
				throw new IllegalStateException();
			}));
			tickets.assertEvicted();
			tickets.assertToldPeers(0);
		});
	}

	@Test
	void evictsAtTheOuterCommitForASavepoint() {
		run((tickets) -> {
			tickets.inTransaction(() -> {
				tickets.service.changeNested(1L);
				tickets.assertEvicted();
			});
			tickets.assertEvicted(1L);
		});
	}

	@Test
	void evictsAtOnceWithoutATransaction() {
		run((tickets) -> {
			tickets.service.changeWithoutTransaction(1L);
			tickets.assertEvicted(1L);
			tickets.service.changeSupportingTransactions(2L);
			tickets.assertEvicted(1L, 2L);
			tickets.inTransaction(() -> {
				tickets.service.changeOutsideTransaction(3L);
				tickets.assertEvicted(1L, 2L, 3L);
			});
		});
	}

	@Test
	void evictsAlthoughAForeignAfterCommitThrowsBeforeIt() {
		run((tickets) -> {
			assertThatIllegalStateException().isThrownBy(() -> tickets.inTransaction(() -> {
				TransactionSynchronizationManager.registerSynchronization(new FailingFirst());
				tickets.service.change(1L);
			})).withMessage("foreign");
			tickets.assertEvicted(1L);
			tickets.assertToldPeers(1);
		});
	}

	@Test
	void countsAnEvictionOnceThoughItsLocalPartIsRepeated() {
		this.contextRunner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			new Tickets(context).service.change(1L);
			assertThat(context.getBean(MeterRegistry.class)
				.get("perf.starter.eviction.executions")
				.tags("strategy", "local", "outcome", "success")
				.counter()
				.count()).isEqualTo(1);
		});
	}

	@Test
	void tellsPeersOnceForTheSameEvictionOfOneTransaction() {
		run((tickets) -> {
			tickets.inTransaction(() -> {
				tickets.service.change(1L);
				tickets.service.change(1L);
				tickets.service.change(2L);
			});
			tickets.assertToldPeers(2);
		});
	}

	@Test
	void evictsWhatAnAfterCommitListenerChanges() {
		this.contextRunner.run((context) -> {
			Tickets tickets = new Tickets(context);
			tickets.inTransaction(() -> context.publishEvent(new Changed(3L)));
			tickets.assertEvicted(3L);
			tickets.assertToldPeers(1);
		});
	}

	@Test
	void stageOfATransactionThatIsRolledBackEvictsNothing() {
		run((tickets) -> {
			assertThatIllegalStateException().isThrownBy(() -> tickets.inTransaction(() -> {
				tickets.service.changeAsynchronously(1L, CompletableFuture.completedFuture(1L));
				throw new IllegalStateException();
			}));
			tickets.assertEvicted();
		});
	}

	@Test
	void adviceIsInsideTheTransactionWithTheInfrastructureProxyCreator() {
		this.contextRunner.withPropertyValues("spring.aop.auto=false").run((context) -> {
			assertThat(context.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME))
				.isInstanceOf(InfrastructureAdvisorAutoProxyCreator.class);
			assertAdviceIsInsideTheTransaction(context);
		});
	}

	@Test
	void adviceIsInsideTheTransactionWithTheAspectJProxyCreator() {
		this.contextRunner.run((context) -> {
			assertThat(context.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME))
				.isInstanceOf(AnnotationAwareAspectJAutoProxyCreator.class);
			assertAdviceIsInsideTheTransaction(context);
		});
	}

	@Test
	void adviceIsInsideTheTransactionThatTheUserEnables() {
		this.contextRunner.withUserConfiguration(UserTransactions.class)
			.run(EvictionTransactionTests::assertAdviceIsInsideTheTransaction);
	}

	@Test
	void adviceOutsideTheTransactionEvictsToo() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, CacheAutoConfiguration.class,
					CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class,
					LateTransactionAutoConfiguration.class))
			.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m",
					"spring.datasource.generate-unique-name=true")
			.withBean(TicketService.class)
			.withBean(NotedEvictions.class)
			.run((context) -> {
				Tickets tickets = new Tickets(context);
				tickets.service.changeAndObserve(1L, () -> tickets.assertToldPeers(0));
				tickets.assertEvicted(1L);
			});
	}

	private void run(Consumer<Tickets> test) {
		this.contextRunner.run((context) -> test.accept(new Tickets(context)));
	}

	private static void assertAdviceIsInsideTheTransaction(ApplicationContext context) {
		Advised proxy = (Advised) context.getBean(TicketService.class);
		List<String> advice = new ArrayList<>();
		for (Advisor advisor : proxy.getAdvisors()) {
			advice.add(advisor.getAdvice().getClass().getSimpleName());
		}
		assertThat(advice).containsSubsequence("TransactionInterceptor", "EvictTicketCacheInterceptor");
		Tickets tickets = new Tickets(context);
		tickets.service.changeAndObserve(1L, () -> tickets.assertToldPeers(0));
		tickets.assertEvicted(1L);
	}

	static class Tickets {

		private final ApplicationContext context;

		private final TicketService service;

		private final Cache cache;

		private final NotedEvictions peers;

		private final TransactionTemplate transactions;

		Tickets(ApplicationContext context) {
			this.context = context;
			this.service = context.getBean(TicketService.class);
			this.cache = EvictionAutoConfigurationTests.cache(context, "tickets");
			this.peers = context.getBean(NotedEvictions.class);
			this.transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			EvictionAutoConfigurationTests.fill(context);
		}

		void inTransaction(Runnable action) {
			this.transactions.executeWithoutResult((status) -> action.run());
		}

		void assertEvicted(Long... evicted) {
			EvictionAutoConfigurationTests.assertEvicted(this.context, evicted);
		}

		void assertToldPeers(int times) {
			assertThat(this.peers.evicted).hasSize(times);
		}

	}

	static class TicketService {

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void change(Long id) {
		}

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeAndObserve(Long id, Runnable observer) {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					observer.run();
				}
			});
		}

		@Transactional(propagation = Propagation.NESTED)
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeNested(Long id) {
		}

		@Transactional(propagation = Propagation.SUPPORTS)
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeSupportingTransactions(Long id) {
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeOutsideTransaction(Long id) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeWithoutTransaction(Long id) {
		}

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public CompletableFuture<Long> changeAsynchronously(Long id, CompletableFuture<Long> stage) {
			return stage;
		}

	}

	static class FailingFirst implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			throw new IllegalStateException("foreign");
		}

	}

	record Changed(Long id) {

	}

	static class AfterCommitListener {

		private final TicketService service;

		AfterCommitListener(TicketService service) {
			this.service = service;
		}

		@TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
		public void on(Changed changed) {
			this.service.changeWithoutTransaction(changed.id());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class UserTransactions {

	}

	/**
	 * An advisor of transactions that is registered after ours, as that of a user's own
	 * auto-configuration may be.
	 */
	@AutoConfiguration(after = EvictionAutoConfiguration.class)
	static class LateTransactionAutoConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor lateTransactionAdvisor(BeanFactory beanFactory) {
			AnnotationTransactionAttributeSource source = new AnnotationTransactionAttributeSource();
			TransactionInterceptor interceptor = new TransactionInterceptor();
			interceptor.setTransactionAttributeSource(source);
			interceptor.setBeanFactory(beanFactory);
			BeanFactoryTransactionAttributeSourceAdvisor advisor = new BeanFactoryTransactionAttributeSourceAdvisor();
			advisor.setTransactionAttributeSource(source);
			advisor.setAdvice(interceptor);
			return advisor;
		}

	}

}
