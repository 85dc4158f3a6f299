package io.perfstarter.boundary.remote;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.context.CallerContext;
import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.boundary.RemoteCallInTransactionException;
import io.perfstarter.boundary.autoconfigure.BoundaryAutoConfiguration;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.boundary.connection.BoundaryStatus;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.support.LimiterListener;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests remote calls with and without a held connection, with real clients and a real
 * server.
 */
@ExtendWith(OutputCaptureExtension.class)
class RemoteCallTests {

	private static final String WARNING = "while holding a connection";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
				TransactionAutoConfiguration.class, ObservationAutoConfiguration.class, BoundaryAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class))
		.withUserConfiguration(ClientApplication.class)
		.withPropertyValues(
				"spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID()
						+ ";INIT=create table if not exists orders (id int)",
				"spring.datasource.type=com.zaxxer.hikari.HikariDataSource");

	private final ApplicationContextRunner failing = this.contextRunner
		.withPropertyValues("perf-starter.boundary.remote-calls=fail");

	@AutoClose
	private CountingServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = new CountingServer();
	}

	private static void insert(ApplicationContext context) {
		context.getBean(JdbcTemplate.class).execute("insert into orders values (1)");
	}

	private static int orders(ApplicationContext context) {
		return context.getBean(JdbcTemplate.class).queryForObject("select count(*) from orders", Integer.class);
	}

	private void pay(ApplicationContext context) {
		Client.REST_CLIENT.pay(this.server.url(), context.getBean(ObservationRegistry.class));
	}

	private void insertAndPay(ApplicationContext context) {
		inTransaction(context, () -> {
			insert(context);
			pay(context);
		});
	}

	private static TransactionTemplate transactions(ApplicationContext context, int propagation) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
		definition.setName("shop.Orders.place");
		return new TransactionTemplate(context.getBean(PlatformTransactionManager.class), definition);
	}

	private static void inTransaction(ApplicationContext context, Runnable work) {
		transactions(context, TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult((status) -> work.run());
	}

	@Test
	void aMessageToAChannelInTheProcessIsNoRemoteCall() {
		this.failing.run((context) -> {
			DirectChannel channel = new DirectChannel();
			channel.setBeanName("orders");
			channel.registerObservationRegistry(context.getBean(ObservationRegistry.class));
			List<Object> received = new ArrayList<>();
			channel.subscribe(received::add);
			inTransaction(context, () -> {
				insert(context);
				channel.send(new GenericMessage<>("order 1"));
			});
			assertThat(received).hasSize(1);
		});
	}

	@ParameterizedTest
	@EnumSource
	void failsBeforeAnythingIsSent(Client client) {
		this.failing.run((context) -> {
			assertThatExceptionOfType(RemoteCallInTransactionException.class)
				.isThrownBy(() -> inTransaction(context, () -> {
					insert(context);
					client.pay(this.server.url(), context.getBean(ObservationRegistry.class));
				}))
				.withMessageMatching("Orders\\.place\\(\\) calls '" + client.target() + "' at Client\\.java:\\d+ "
						+ "while holding a connection of pool 'dataSource' \\(held for \\d+\\.\\d ms.*@AllowRemoteCall")
				.withMessageNotContaining("s3cret");
			assertThat(this.server.requests()).isZero();
			assertThat(orders(context)).isZero();
		});
	}

	@Test
	void failsBeforeAMessageIsSentToKafka() {
		this.failing.run((context) -> {
			MockProducer<String, String> producer = new MockProducer<>(true, null, new StringSerializer(),
					new StringSerializer());
			KafkaTemplate<String, String> template = new KafkaTemplate<>(() -> producer);
			template.setObservationEnabled(true);
			template.setObservationRegistry(context.getBean(ObservationRegistry.class));
			assertThatExceptionOfType(RemoteCallInTransactionException.class)
				.isThrownBy(() -> inTransaction(context, () -> {
					insert(context);
					template.send("payments", "1");
				}))
				.withMessageContaining("payments");
			assertThat(producer.history()).isEmpty();
			assertThat(orders(context)).isZero();
		});
	}

	@Test
	void warnsOnceForAPlaceUnderLoad(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			inThreads(8, () -> {
				for (int i = 0; i < 25; i++) {
					insertAndPay(context);
				}
			});
			assertThat(this.server.requests()).isEqualTo(200);
			assertThat(orders(context)).isEqualTo(200);
			assertThat(output.getOut().split(WARNING, -1)).hasSize(2);
			BoundaryStatus.Method method = context.getBean(Boundary.class)
				.status()
				.methods()
				.stream()
				.filter((each) -> each.method().equals("Orders.place()"))
				.findFirst()
				.orElseThrow();
			assertThat(method.holds()).isEqualTo(200);
			assertThat(method.remoteCalls()).isOne();
			assertThat(method.remoteMillis()).isPositive().isLessThan(method.heldMillis());
		});
	}

	private static void inThreads(int number, Runnable work) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(number);
		try {
			List<Future<?>> futures = new ArrayList<>();
			for (int i = 0; i < number; i++) {
				futures.add(executor.submit(work));
			}
			for (Future<?> future : futures) {
				future.get(60, TimeUnit.SECONDS);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void assertNoAlarm(Consumer<ApplicationContext> work) {
		this.failing.withBean(LazyProxies.class).run((context) -> {
			work.accept(context);
			assertThat(this.server.requests()).isOne();
		});
	}

	@Test
	void aCallBeforeTheFirstStatementHoldsNothing() {
		assertNoAlarm((context) -> inTransaction(context, () -> {
			pay(context);
			insert(context);
		}));
	}

	@Test
	void aCallBeforeTheFirstStatementHoldsAConnectionThatTheBeginHasFetched() {
		this.failing.run((context) -> {
			assertThatExceptionOfType(RemoteCallInTransactionException.class)
				.isThrownBy(() -> inTransaction(context, () -> pay(context)))
				.withMessageContaining("Orders.place()");
			assertThat(this.server.requests()).isZero();
		});
	}

	@Test
	void aCallAfterTheTransactionHoldsNothing() {
		assertNoAlarm((context) -> {
			inTransaction(context, () -> insert(context));
			pay(context);
		});
	}

	@Test
	void aCallInAExecutorHoldsNothing() {
		try (BoundedExecutors executors = new BoundedExecutors(false, Duration.ZERO, CallerContext.decorator(List.of()),
				LimiterListener.NONE, () -> 0)) {
			BoundedTaskExecutor executor = executors.add("payments",
					new ExecutorSettings(() -> 1, 1, WhenFull.REJECT, Submit.AT_ONCE), null);
			executor.initialize();
			assertNoAlarm((context) -> inTransaction(context, () -> {
				insert(context);
				executor.submitCompletable(() -> pay(context)).join();
			}));
		}
	}

	@Test
	void aCallWithoutATransactionHoldsNothing() {
		assertNoAlarm((context) -> transactions(context, TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
			.executeWithoutResult((status) -> pay(context)));
	}

	@Test
	void anAllowedCallIsCountedOnly() {
		this.failing.withBean(Payer.class).run((context) -> {
			inTransaction(context, () -> {
				insert(context);
				context.getBean(Payer.class).pay(() -> pay(context));
			});
			assertThat(this.server.requests()).isOne();
			assertThat(context.getBean(Boundary.class).status().methods())
				.filteredOn((method) -> method.method().equals("Orders.place()"))
				.singleElement()
				.extracting(BoundaryStatus.Method::remoteCalls)
				.isEqualTo(1.0);
		});
	}

	@Test
	void aListenerAfterTheCommitStillHoldsTheConnection(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			inTransaction(context, () -> {
				insert(context);
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void afterCommit() {
						pay(context);
					}
				});
			});
			assertThat(this.server.requests()).isOne();
			assertThat(output).contains(WARNING).contains("AFTER_COMMIT");
		});
	}

	@Test
	void whoKeepsAConnectionThatNoTransactionNeedsIsTold(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				assertThat(connection.isClosed()).isFalse();
				pay(context);
			}
			assertThat(output).contains("Code without a transaction calls").contains("spring.jpa.open-in-view");
		});
	}

	@Test
	void aTransactionWithoutANameIsOne(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
				.executeWithoutResult((status) -> {
					insert(context);
					pay(context);
				});
			assertThat(output).contains("An unnamed transaction calls")
				.contains("Move the call out of the transaction");
		});
	}

	@Test
	void aSuspendedTransactionKeepsItsConnection(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			inTransaction(context, () -> {
				insert(context);
				transactions(context, TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
					.executeWithoutResult((status) -> pay(context));
			});
			assertThat(output).contains("Orders.place() calls")
				.contains("is suspended and keeps the connection")
				.doesNotContain("No transaction needs");
		});
	}

	@Test
	void offItSaysNothing(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.boundary.remote-calls=off").run((context) -> {
			insertAndPay(context);
			assertThat(output).doesNotContain(WARNING);
		});
	}

	@Test
	void ignoredObservationsAreNoRemoteCalls() {
		this.failing.withPropertyValues("perf-starter.boundary.ignored-observations=http.client.requests")
			.run((context) -> {
				inTransaction(context, () -> pay(context));
				assertThat(this.server.requests()).isOne();
			});
	}

	@Test
	void whatNobodyObservesIsNamedByTheWatch(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.boundary.idle-connection-threshold=100ms")
			.run((context) -> {
				CountDownLatch answered = new CountDownLatch(1);
				ExecutorService executor = Executors.newSingleThreadExecutor((task) -> new Thread(task, "order-7"));
				ExecutorService leader = Executors.newSingleThreadExecutor((task) -> new Thread(task, "leader"));
				JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
				jdbc.execute("create alias pg_advisory_lock for \"java.lang.Math.abs(long)\"");
				try {
					leader.submit(() -> inTransaction(context, () -> {
						jdbc.queryForList("select pg_advisory_lock(1)");
						jdbc.queryForList("select 1");
						awaitAnswerOfAClientThatNobodyObserves(answered);
					}));
					Future<?> order = executor.submit(() -> inTransaction(context, () -> {
						insert(context);
						awaitAnswerOfAClientThatNobodyObserves(answered);
					}));
					await().untilAsserted(() -> assertThat(output).containsPattern(
							"Orders\\.place\\(\\) has held a connection of pool 'dataSource' for \\d\\.\\d s and has not used it for "
									+ "\\d\\.\\d s\\. Thread 'order-7' holds it and runs the following code\\.")
						.contains("awaitAnswerOfAClientThatNobodyObserves"));
					assertThat(output).as("a connection that keeps a lock").doesNotContain("Thread 'leader'");
					answered.countDown();
					order.get(60, TimeUnit.SECONDS);
					assertThat(orders(context)).isOne();
				}
				finally {
					executor.shutdownNow();
					leader.shutdownNow();
				}
			});
	}

	@Test
	void connectionThatWasNotClosedIsNamedOnceThoughItsThreadGoesOn(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.boundary.idle-connection-threshold=100ms")
			.run((context) -> {
				CountDownLatch done = new CountDownLatch(1);
				CountDownLatch doneElsewhere = new CountDownLatch(1);
				ExecutorService executor = Executors.newSingleThreadExecutor((task) -> new Thread(task, "order-8"));
				Future<Connection> notClosed = executor.submit(() -> context.getBean(DataSource.class).getConnection());
				try {
					executor.submit(() -> awaitAnswerOfAClientThatNobodyObserves(done));
					await().untilAsserted(() -> assertThat(output).contains("Thread 'order-8' holds it",
							"awaitAnswerOfAClientThatNobodyObserves"));
					executor.submit(() -> doneElsewhere.await(60, TimeUnit.SECONDS));
					done.countDown();
					inTransaction(context, () -> {
						insert(context);
						await().untilAsserted(() -> assertThat(output).contains("Orders.place() has held"));
					});
					assertThat(output.toString().split("Thread 'order-8' holds it", -1)).hasSize(2);
				}
				finally {
					doneElsewhere.countDown();
					executor.shutdownNow();
					notClosed.get().close();
				}
			});
	}

	private static void awaitAnswerOfAClientThatNobodyObserves(CountDownLatch answered) {
		try {
			answered.await(60, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * The application, whose package is that of the clients.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ClientApplication {

	}

	/**
	 * Wraps the pool in Spring's lazy proxy, which Boot supports since 4.1.
	 */
	static class LazyProxies implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof DataSource dataSource) ? new LazyConnectionDataSourceProxy(dataSource) : bean;
		}

	}

	/**
	 * A bean that is allowed to make remote calls.
	 */
	static class Payer {

		@AllowRemoteCall(reason = "it answers within a millisecond")
		void pay(Runnable call) {
			call.run();
		}

	}

}
