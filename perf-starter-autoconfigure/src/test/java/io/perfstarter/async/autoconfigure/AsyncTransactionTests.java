package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.PageMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for tasks that are submitted, and pages that are mapped, in transactions.
 */
@ExtendWith(OutputCaptureExtension.class)
class AsyncTransactionTests {

	@AutoClose
	private ConfigurableApplicationContext application;

	private Mails mails;

	private TransactionTemplate transaction;

	private BoundedTaskExecutor executor;

	@BeforeEach
	void start() {
		start("after-commit");
	}

	private void start(String submit) {
		start(submit, 1000);
	}

	private void start(String submit, int queueCapacity) {
		this.application = new SpringApplicationBuilder(MailApplication.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=jdbc:h2:mem:mails;DB_CLOSE_DELAY=0",
					"perf-starter.async.executors.mail.concurrency-limit=1",
					"perf-starter.async.executors.mail.submit=" + submit,
					"perf-starter.async.executors.mail.queue-capacity=" + queueCapacity,
					"perf-starter.async.shutdown-timeout=0s")
			.run();
		this.mails = this.application.getBean(Mails.class);
		this.executor = this.application.getBean("mail", BoundedTaskExecutor.class);
		this.transaction = transaction(TransactionDefinition.PROPAGATION_REQUIRED);
		this.application.getBean(JdbcTemplate.class).execute("create table orders (id int primary key)");
	}

	private TransactionTemplate transaction(int propagation) {
		TransactionTemplate transaction = new TransactionTemplate(
				this.application.getBean(PlatformTransactionManager.class));
		transaction.setPropagationBehavior(propagation);
		return transaction;
	}

	private void restart(String submit) {
		this.application.close();
		start(submit);
	}

	@Test
	void methodWithoutResultReadsWhatItsCallerHasCommitted() {
		this.transaction.executeWithoutResult((status) -> {
			insert(1);
			this.mails.confirm(1);
			assertThat(this.executor.getActiveCount()).isZero();
		});
		assertSent("1: 1 row");
	}

	@Test
	void methodWithoutResultIsNotRunForWhatIsRolledBack() {
		this.transaction.executeWithoutResult((status) -> {
			insert(1);
			this.mails.confirm(1);
			status.setRollbackOnly();
		});
		this.mails.confirm(2);
		assertSent("2: 0 row");
	}

	@Test
	void methodWithoutResultIsNotRunForANestedTransactionThatIsRolledBack() {
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((outer) -> {
			insert(1);
			this.mails.confirm(1);
			nested.executeWithoutResult((status) -> {
				insert(2);
				this.mails.confirm(2);
				status.setRollbackOnly();
			});
			nested.executeWithoutResult((status) -> {
				insert(3);
				this.mails.confirm(3);
			});
		});
		assertSent("1: 1 row", "3: 1 row");
		assertThat(this.executor.lost()).isZero();
	}

	@Test
	void methodWithoutResultIsNotRunForASavepointThatIsRolledBack() {
		this.transaction.executeWithoutResult((status) -> {
			this.mails.confirm(1);
			Object outer = status.createSavepoint();
			this.mails.confirm(2);
			Object inner = status.createSavepoint();
			this.mails.confirm(3);
			status.rollbackToSavepoint(inner);
			this.mails.confirm(4);
			status.rollbackToSavepoint(outer);
			this.mails.confirm(5);
		});
		assertSent("1: 0 row", "5: 0 row");
	}

	@Test
	void discardedTaskMaySubmitAnotherOne() {
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((outer) -> {
			insert(1);
			nested.executeWithoutResult((status) -> {
				insert(2);
				this.executor.submitCompletable(() -> "never").whenComplete((none, failure) -> this.mails.confirm(1));
				status.setRollbackOnly();
			});
		});
		assertSent("1: 1 row");
	}

	@Test
	void savepointsAreNotStoredForEachTask() {
		TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((outer) -> {
			for (int i = 0; i < 1000; i++) {
				boolean even = i % 2 == 0;
				nested.executeWithoutResult((status) -> {
					this.mails.count(even ? 1 : 1_000_000);
					if (!even) {
						status.setRollbackOnly();
					}
				});
			}
		});
		await().untilAsserted(() -> assertThat(this.mails.counted()).isEqualTo(500));
	}

	@Test
	void methodOfABeanThatAnotherPostProcessorWrapsIsRecognized() {
		Sender sender = this.application.getBean(Sender.class);
		assertThat(sender).isNotInstanceOf(Advised.class);
		this.transaction.executeWithoutResult((status) -> {
			sender.send(1);
			status.setRollbackOnly();
		});
		sender.send(2);
		assertSent("2");
	}

	@Test
	void methodWithoutResultFollowsTheTransactionInWhichItIsCalled() {
		TransactionTemplate other = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		TransactionTemplate none = transaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
		this.transaction.executeWithoutResult((status) -> {
			other.executeWithoutResult((inner) -> this.mails.confirm(1));
			none.executeWithoutResult((inner) -> this.mails.confirm(2));
			this.mails.confirm(3);
			status.setRollbackOnly();
		});
		assertSent("1: 0 row", "2: 0 row");
	}

	@Test
	void methodWithoutResultFollowsItsTransactionAlsoInTheCompletionOfAnother() {
		TransactionTemplate other = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			afterCompletion(() -> other.executeWithoutResult((inner) -> this.mails.confirm(1)));
			this.mails.confirm(2);
			status.setRollbackOnly();
		});
		this.transaction.executeWithoutResult((status) -> {
			afterCompletion(() -> other.executeWithoutResult((inner) -> {
				this.mails.confirm(3);
				Object savepoint = inner.createSavepoint();
				this.mails.confirm(4);
				inner.rollbackToSavepoint(savepoint);
			}));
			afterCompletion(() -> other.executeWithoutResult((inner) -> {
				this.mails.confirm(5);
				inner.setRollbackOnly();
			}));
			this.mails.confirm(6);
		});
		assertSent("1: 0 row", "3: 0 row", "6: 0 row");
	}

	/**
	 * As a {@link TransactionalEventListener} is called.
	 */
	private static void afterCompletion(Runnable listener) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCompletion(int status) {
				listener.run();
			}
		});
	}

	@Test
	void listenerOfACommittedTransactionRunsOnce() {
		this.transaction.executeWithoutResult((status) -> this.application.publishEvent(7));
		assertSent("7: 0 row");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1000 })
	void aTaskMayWaitForTheTasksThatItSubmitsAlsoInATransaction(int queueCapacity) {
		this.application.close();
		start("at-once", queueCapacity);
		CompletableFuture<String> task = this.executor.submitCompletable(() -> {
			int before = this.mails.count().join();
			return this.transaction.execute((status) -> {
				insert(1);
				boolean inTransaction = this.executor
					.submitCompletable(TransactionSynchronizationManager::isActualTransactionActive)
					.join();
				return before + " " + inTransaction + " " + this.mails.count().join();
			});
		});
		assertThat(task).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("0 false 0");
		assertThat(this.mails.rows()).isOne();
	}

	@Test
	void methodWithAResultRunsAtOnce() {
		restart("at-once");
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.mails.count().join()).isZero();
			assertThat(this.executor.submitCompletable(() -> 1).join()).isOne();
			this.executor.execute(() -> this.mails.send("executed"));
			assertSent("executed");
		});
	}

	@Test
	void readOnlyTransactionsDelayNothing() {
		restart("after-commit");
		TransactionTemplate reads = transaction(TransactionDefinition.PROPAGATION_REQUIRED);
		reads.setReadOnly(true);
		reads.executeWithoutResult((status) -> {
			assertThat(this.mails.count().join()).isZero();
			this.mails.confirm(1);
			assertSent("1: 0 row");
		});
	}

	@Test
	void afterCommitDelaysMethodsWithAResult() {
		restart("after-commit");
		CompletableFuture<Integer> count = this.transaction.execute((status) -> {
			insert(1);
			CompletableFuture<Integer> promised = this.mails.count();
			assertThatIllegalStateException().isThrownBy(promised::join);
			return promised;
		});
		assertThat(count.join()).isOne();
	}

	@Test
	void atOnceDelaysNothing() {
		restart("at-once");
		this.transaction.executeWithoutResult((status) -> {
			this.mails.confirm(1);
			assertSent("1: 0 row");
		});
	}

	@Test
	void methodWithoutResultThatATaskCallsIsQueued() {
		this.executor.submitCompletable(() -> {
			this.mails.confirm(1);
			return this.executor.getQueueSize();
		}).thenAccept((waiting) -> assertThat(waiting).isOne()).join();
		assertSent("1: 0 row");
	}

	@Test
	void whatIsLostAtTheStopIsNamed(CapturedOutput output) throws Exception {
		this.mails.never();
		assertSent("begun");
		this.mails.confirm(1);
		this.mails.confirm(2);
		this.application.close();
		assertThat(output).contains("2 waiting tasks are lost (2 x " + Mails.class.getName() + ".confirm)",
				"1 running ones were interrupted (1 x " + Mails.class.getName() + ".never)");
	}

	@Test
	void pageIsNotMappedByOtherThreadsInATransactionThatMayWrite() {
		PageMapper pages = this.application.getBean(PageMapper.class);
		this.transaction.executeWithoutResult((status) -> {
			assertRefused((items) -> pages.map(items, this::insert).run());
			assertRefused((items) -> pages.map(items, this::insert).orElse((item, failure) -> 0));
			assertThat(pages.map(List.of(1, 2, 3), this::insert).concurrency(1).run()).containsExactly(1, 2, 3);
			assertThat(pages.map(List.of(4, 5), (item) -> item).independentOfTransaction().run()).containsExactly(4, 5);
			status.setRollbackOnly();
		});
		assertThat(this.mails.rows()).isZero();
	}

	@Test
	void pageIsMappedInAReadOnlyTransaction() {
		this.transaction.setReadOnly(true);
		PageMapper pages = this.application.getBean(PageMapper.class);
		assertThat(this.transaction.<@Nullable List<Integer>>execute(
				(status) -> pages.map(List.of(1, 2), (item) -> item + this.mails.rows()).run()))
			.containsExactly(1, 2);
	}

	private static void assertRefused(Consumer<List<Integer>> page) {
		assertThatIllegalStateException().isThrownBy(() -> page.accept(List.of(1, 2)))
			.withMessageContaining("independentOfTransaction");
	}

	private int insert(int id) {
		return this.application.getBean(JdbcTemplate.class).update("insert into orders values (?)", id) * id;
	}

	private void assertSent(String... sent) {
		await().untilAsserted(() -> assertThat(this.mails.sent()).containsExactly(sent));
	}

	/**
	 * Sends mails about orders.
	 */
	static class Mails {

		private final List<String> sent = new CopyOnWriteArrayList<>();

		private final AtomicInteger counted = new AtomicInteger();

		private final JdbcTemplate database;

		Mails(JdbcTemplate database) {
			this.database = database;
		}

		@Async("mail")
		public void confirm(int id) {
			send(id + ": " + this.database.queryForObject("select count(*) from orders where id = ?", Integer.class, id)
					+ " row");
		}

		@Async("mail")
		public CompletableFuture<Integer> count() {
			return CompletableFuture.completedFuture(rows());
		}

		@Async("mail")
		public void count(int number) {
			this.counted.addAndGet(number);
		}

		int counted() {
			return this.counted.get();
		}

		@Async("mail")
		public void never() throws InterruptedException {
			send("begun");
			Thread.sleep(Long.MAX_VALUE);
		}

		@Async("mail")
		@TransactionalEventListener
		public void listen(Integer id) {
			confirm(id);
		}

		int rows() {
			Integer rows = this.database.queryForObject("select count(*) from orders", Integer.class);
			return (rows != null) ? rows : 0;
		}

		List<String> sent() {
			return this.sent;
		}

		void send(String text) {
			this.sent.add(text);
		}

	}

	/**
	 * Sends mails in the background.
	 */
	interface Sender {

		@Async("mail")
		void send(int id);

	}

	/**
	 * Wraps a bean as a library may do that measures its calls.
	 */
	static class Wrapper implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			return (bean instanceof Sender sender) ? (Sender) sender::send : bean;
		}

	}

	/**
	 * An application that sends mails.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
			DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
			JdbcTemplateAutoConfiguration.class, TransactionAutoConfiguration.class })
	static class MailApplication {

		@Bean
		Mails mails(JdbcTemplate database) {
			return new Mails(database);
		}

		@Bean
		Sender sender(Mails mails) {
			return new Sender() {
				@Override
				public void send(int id) {
					mails.send(String.valueOf(id));
				}
			};
		}

		@Bean
		static Wrapper wrapper() {
			return new Wrapper();
		}

	}

}
