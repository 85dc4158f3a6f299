package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.PageMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.stereotype.Component;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link AsyncAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class AsyncAutoConfigurationTests {

	private static final String EXECUTOR = "perf-starter.async.executors.mail.concurrency-limit=2";

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
				DataSourceAutoConfiguration.class))
		.withUserConfiguration(Work.class);

	private final ApplicationContextRunner withMail = this.context.withPropertyValues(EXECUTOR);

	private ApplicationContextRunner withPool() {
		return this.context.withPropertyValues("spring.datasource.url=jdbc:h2:mem:async",
				"perf-starter.async.executors.report.concurrency-limit=pool",
				"perf-starter.async.executors.export.concurrency-limit=pool");
	}

	@Test
	void theLogNamesTheExecutors(CapturedOutput output) {
		withPool().withPropertyValues(EXECUTOR)
			.run((context) -> assertThat(output)
				.contains("Executors: " + "'applicationTaskExecutor' (up to 64 tasks at once), "
						+ "'export' (up to 5 tasks at once, a share of the pool 'dataSource'), "
						+ "'mail' (up to 2 tasks at once), "
						+ "'report' (up to 5 tasks at once, a share of the pool 'dataSource')")
				.doesNotContain("there is no executor of this name"));
	}

	@Test
	void nothingChangesWithoutExecutors(CapturedOutput output) {
		this.context.run((context) -> {
			assertThat(output).doesNotContain("Executors: ");
			assertThat(context).doesNotHaveBean(BoundedExecutors.class).doesNotHaveBean(BoundedExecutor.class);
			assertThat(context).getBean("applicationTaskExecutor").isNotNull();
		});
	}

	@Test
	void tasksRunInTheExecutorThatTheyName() {
		this.withMail.run((context) -> {
			Tasks tasks = context.getBean(Tasks.class);
			assertThat(tasks.mail().get()).startsWith("executor-mail-");
			assertThat(tasks.plainFuture().get()).startsWith("executor-mail-");
			assertThat(tasks.unnamed().get()).startsWith("executor-applicationTaskExecutor-");
			tasks.nothing();
			tasks.done().await();
			assertThat(tasks.thread()).startsWith("executor-mail-");
		});
	}

	@Test
	void tasksRunInVirtualThreadsFromJava21On() {
		// All virtual threads are in the group of this name.
		this.withMail.run((context) -> assertThat(context.getBean(Tasks.class).group().get().equals("VirtualThreads"))
			.isEqualTo(Runtime.version().feature() >= 21));
	}

	@Test
	void failuresOfMethodsWithAndWithoutAResultAreCounted() {
		this.withMail.run((context) -> {
			SimpleMeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(BoundedExecutors.class).bindTo(registry);
			Tasks tasks = context.getBean(Tasks.class);
			tasks.fail();
			assertThat(tasks.failure()).failsWithin(Duration.ofSeconds(30));
			await().untilAsserted(() -> assertThat(
					registry.get("perf.starter.async.failed").tag("executor", "mail").functionCounter().count())
				.isEqualTo(2));
		});
	}

	@Test
	void tasksHaveTheValuesOfTheApplicationsAccessors() {
		this.withMail.withBean(TenantAccessor.class).run((context) -> {
			TenantAccessor.TENANT.set("north");
			try {
				BoundedExecutor executor = context.getBean("mail", BoundedExecutor.class);
				assertThat(executor.submitCompletable(TenantAccessor.TENANT::get).get()).isEqualTo("north");
			}
			finally {
				TenantAccessor.TENANT.remove();
			}
		});
	}

	@Test
	void theDefaultExecutorAloneIsEnough() {
		this.context.withPropertyValues("perf-starter.async.default-executor.concurrency-limit=3").run((context) -> {
			assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("executor-applicationTaskExecutor-");
			assertThat(context.getBean(AsyncTaskExecutor.class)).isSameAs(context.getBean("taskExecutor"));
			assertThat(context).getBean("bootstrapExecutor").isInstanceOf(SimpleAsyncTaskExecutor.class);
		});
	}

	@Test
	void aNameThatNoExecutorHasIsToldOf(CapturedOutput output) {
		this.context.withPropertyValues("perf-starter.async.enabled=true")
			.run((context) -> assertThat(output)
				.contains("Tasks.mail() is @Async(\"mail\"), but there is no executor of this name")
				.doesNotContain("unnamed", "computed"));
	}

	@Test
	void aSchedulerTakesNoTasksFromTheDefaultExecutor() {
		this.withMail.withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
			.withUserConfiguration(Scheduling.class)
			.run(this::hasDefaultExecutor);
	}

	@Test
	void theApplicationsSchedulerTakesNoTasksFromTheDefaultExecutor() {
		this.withMail.withBean(ThreadPoolTaskScheduler.class).run(this::hasDefaultExecutor);
	}

	@Test
	void theBrokersExecutorsTakeNoTasksFromTheDefaultExecutor() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
					TaskSchedulingAutoConfiguration.class, WebMvcAutoConfiguration.class))
			.withUserConfiguration(Work.class, Broker.class)
			.withPropertyValues(EXECUTOR)
			.run((context) -> {
				assertThat(context.getBeansOfType(Executor.class)).containsKeys("clientInboundChannelExecutor",
						"messageBrokerTaskScheduler");
				hasDefaultExecutor(context);
			});
	}

	private void hasDefaultExecutor(ApplicationContext context) throws Exception {
		assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("executor-applicationTaskExecutor-");
	}

	@Test
	void executorForSpecialUseTakesNoTasksFromTheDefaultExecutor() {
		this.withMail
			.withBean(AsyncTaskExecutor.class, () -> new SimpleAsyncTaskExecutor("special-"),
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))
			.run(this::hasDefaultExecutor);
	}

	@Test
	void whatTakesTheTasksOfAConfiguredDefaultExecutorIsNamed(CapturedOutput output) {
		ApplicationContextRunner configured = this.withMail
			.withPropertyValues("perf-starter.async.default-executor.concurrency-limit=3");
		String warning = "'perf-starter.async.default-executor' does not apply to @Async without a name, because ";
		configured.run((context) -> assertThat(output).doesNotContain(warning));
		configured.withUserConfiguration(OwnExecutor.class)
			.run((context) -> assertThat(output).contains(warning + "the application defines the executors [own]"));
		configured.withBean("configurer", OwnConfigurer.class)
			.run((context) -> assertThat(output)
				.contains(warning + "the AsyncConfigurer bean 'configurer' provides another executor"));
		configured.withPropertyValues("spring.task.execution.mode=force")
			.run((context) -> assertThat(output).contains(warning + "'spring.task.execution.mode' is 'force'"));
	}

	@Test
	void theNamesOfBootThatHaveAMeaningAreUsed(CapturedOutput output) {
		this.context
			.withPropertyValues(EXECUTOR, "spring.task.execution.thread-name-prefix=work-",
					"spring.task.execution.pool.max-size=3", "spring.task.execution.pool.queue-capacity=7")
			.run((context) -> {
				assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("work-");
				BoundedExecutor executor = context.getBean("applicationTaskExecutor", BoundedExecutor.class);
				assertThat(executor.state().permits()).isEqualTo(3);
				// A future completes before the place of its task is free.
				await().until(() -> executor.state().active() == 0);
				assertThat(accepted(executor)).isEqualTo(10);
				assertThat(output).doesNotContain("has no effect");
			});
	}

	private static int accepted(BoundedExecutor executor) {
		CountDownLatch end = new CountDownLatch(1);
		int accepted = 0;
		try {
			while (true) {
				executor.submitCompletable(() -> {
					end.await();
					return null;
				});
				accepted++;
			}
		}
		catch (TaskRejectedException ex) {
			return accepted;
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void ownNamesWinOverThoseOfBoot() {
		this.context
			.withPropertyValues(EXECUTOR, "perf-starter.async.default-executor.concurrency-limit=2",
					"perf-starter.async.default-executor.queue-capacity=1", "spring.task.execution.pool.max-size=3",
					"spring.task.execution.simple.concurrency-limit=4", "spring.task.execution.pool.queue-capacity=7")
			.run((context) -> assertThat(accepted(context.getBean("applicationTaskExecutor", BoundedExecutor.class)))
				.isEqualTo(3));
	}

	@Test
	void theNamesOfBootThatHaveNoEffectAreNamed(CapturedOutput output) {
		this.context
			.withPropertyValues(EXECUTOR, "spring.task.execution.pool.core-size=3",
					"spring.task.execution.shutdown.await-termination=true")
			.run((context) -> assertThat(output).contains(
					"'spring.task.execution.pool.core-size' has no effect on the default executor: set 'perf-starter.async.default-executor.concurrency-limit'",
					"'spring.task.execution.shutdown.await-termination' has no effect on the default executor: set 'perf-starter.async.shutdown-timeout'"));
	}

	@Test
	void theExecutorOfTheApplicationStays(CapturedOutput output) {
		this.withMail.withUserConfiguration(OwnExecutor.class).run((context) -> {
			assertThat(context).doesNotHaveBean("applicationTaskExecutor").doesNotHaveBean("bootstrapExecutor");
			assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("own-");
			assertThat(context.getBean(Tasks.class).mail().get()).startsWith("executor-mail-");
			assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("own"));
			assertThat(output).as("the default executor is not configured").doesNotContain("does not apply");
		});
	}

	@Test
	void namedExecutorsTakeNoTasksWithoutAName() {
		String other = "perf-starter.async.executors.report.concurrency-limit=1";
		for (String[] named : new String[][] { { EXECUTOR }, { EXECUTOR, other } }) {
			this.context.withBean("service", ForkJoinPool.class)
				.withPropertyValues(named)
				.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get())
					.startsWith("SimpleAsyncTaskExecutor-"));
			this.context
				.withBean("fallback", TaskExecutor.class, () -> new SimpleAsyncTaskExecutor("fallback-"),
						(definition) -> definition.setFallback(true))
				.withPropertyValues(named)
				.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("fallback-"));
		}
	}

	@Test
	void theExecutorOfBootStaysIfItIsWantedByForce() {
		this.withMail.withUserConfiguration(OwnExecutor.class)
			.withPropertyValues("spring.task.execution.mode=force")
			.run((context) -> assertThat(context.getBean("applicationTaskExecutor"))
				.isNotInstanceOf(BoundedExecutor.class));
	}

	@Test
	void decoratorsOfTheApplicationAreApplied() {
		this.withMail.withBean(TaskDecorator.class, () -> (task) -> () -> {
			Tasks.MARK.set("decorated");
			task.run();
		}).run((context) -> assertThat(context.getBean(Tasks.class).mail().get()).isEqualTo("decorated"));
	}

	@Test
	void cancelReachesAnAsyncMethod() {
		this.withMail.run((context) -> {
			Tasks tasks = context.getBean(Tasks.class);
			CompletableFuture<String> endless = tasks.endless();
			tasks.begun().await();
			endless.cancel(true);
			tasks.done().await();
			assertThat(tasks.thread()).isEqualTo("interrupted");
		});
	}

	@Test
	void pagesAreMappedWithTheHelpOfExecutors() {
		this.withMail.run((context) -> {
			PageMapper pages = context.getBean(PageMapper.class);
			List<Integer> items = List.of(1, 2, 3);
			assertThat(pages.map(items, (item) -> item * 2).executor("mail").run()).containsExactly(2, 4, 6);
			assertThat(pages.map(items, (item) -> item * 2).run()).containsExactly(2, 4, 6);
			assertThatIllegalArgumentException()
				.isThrownBy(() -> pages.map(items, (item) -> item * 2).executor("nail").run())
				.withMessage("Unknown executor 'nail'; known executors: applicationTaskExecutor, mail");
		});
	}

	@Test
	void pagesAreMappedByTheCallerAloneWhereAnExecutorOfTheUserHasThePlaceOfTheDefaultExecutor() {
		this.withMail.withBean("own", Executor.class, () -> Runnable::run).run((context) -> {
			assertThat(context).doesNotHaveBean("applicationTaskExecutor");
			PageMapper pages = context.getBean(PageMapper.class);
			Set<Thread> threads = ConcurrentHashMap.newKeySet();
			pages.map(List.of(1, 2, 3), (item) -> threads.add(Thread.currentThread())).run();
			assertThat(threads).containsExactly(Thread.currentThread());
		});
	}

	@Test
	void theCallersLocaleReachesItsTasks() {
		this.withMail.run((context) -> {
			BoundedExecutor executor = context.getBean("mail", BoundedExecutor.class);
			LocaleContextHolder.setLocale(Locale.forLanguageTag("nb"));
			try {
				assertThat(executor.submitCompletable(() -> LocaleContextHolder.getLocale()).join().getLanguage())
					.isEqualTo("nb");
			}
			finally {
				LocaleContextHolder.resetLocaleContext();
			}
		});
	}

	@Test
	void anExecutorCannotBeCalledLikeABean() {
		this.context.withPropertyValues("perf-starter.async.executors.tasks.concurrency-limit=2").run((context) -> {
			assertThat(context).getFailure().isInstanceOf(ExecutorNameException.class);
			assertThat(new ExecutorNameFailureAnalyzer().analyze(context.getStartupFailure()).getDescription())
				.contains("'perf-starter.async.executors.tasks'", Work.class.getName() + ".tasks()");
		});
	}

	@Test
	void anExecutorCannotBeCalledLikeAComponent() {
		this.withMail.withUserConfiguration(Mail.class).run((context) -> {
			FailureAnalysis analysis = new ExecutorNameFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("'perf-starter.async.executors.mail'", Mail.class.getName(),
					"'mail'");
			assertThat(analysis.getAction()).contains("@Async(\"mail\")", "rename the bean");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					executors.mail.queue-capacity=3                                        | executors.mail.concurrency-limit          | 'pool'
					executors.mail.concurrency-limit=0                                     | executors.mail.concurrency-limit          | a number of at least 1
					executors.mail.concurrency-limit=many                                  | executors.mail.concurrency-limit          | a number of at least 1
							executors.mail.concurrency-limit=1,executors.mail.pool=x                   | executors.mail.pool             | requires 'concurrency-limit: pool'
					executors.mail.concurrency-limit=1,executors.mail.queue-capacity=-1                  | executors.mail.queue-capacity             | 0 or more
					executors.mail.concurrency-limit=1,executors.mail.queue-timeout=0s              | executors.mail.queue-timeout         | longer than zero
					executors.mail.concurrency-limit=1,executors.mail.run-timeout=-1s          | executors.mail.run-timeout      | longer than zero
					enabled=true,default-executor.queue-capacity=-1                        | default-executor.queue-capacity           | 0 or more
					enabled=true,mvc-executor.concurrency-limit=-1                         | mvc-executor.concurrency-limit            | a number of at least 1
					enabled=true,shutdown-timeout=-1s                           | shutdown-timeout               | not be negative
					executors.mail.concurrency-limit=pool,executors.mail.pool=nothing | executors.mail.pool | dataSource
					executors.mail.concurrency-limit=pool,pool-reserve=50 percent | pool-reserve | percent
					executors.mail.concurrency-limit=pool,pool-reserve=-1 | pool-reserve | percent
					executors.mail.concurrency-limit=pool,pool-reserve=101% | pool-reserve | percent
					executors.mail.concurrency-limit=pool,pool-reserve=% | pool-reserve | percent
					""")
	void wrongSettingsAreNamed(String settings, String property, String remedy) {
		this.context
			.withPropertyValues(Arrays.stream(settings.split(","))
				.map((setting) -> "perf-starter.async." + setting.strip())
				.toArray(String[]::new))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("perf-starter.async." + property)
				.hasMessageContaining(remedy));
	}

	@Test
	void executorsOfAPoolShareHalfOfIt() {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=9").run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(BoundedExecutors.class).bindTo(registry);
			assertThat(gauge(registry, "permits", "report")).isEqualTo(4);
			BoundedExecutor report = context.getBean("report", BoundedExecutor.class);
			BoundedExecutor export = context.getBean("export", BoundedExecutor.class);
			CountDownLatch release = new CountDownLatch(1);
			for (int i = 0; i < 4; i++) {
				report.submit(() -> release.await(60, TimeUnit.SECONDS));
			}
			Future<?> other = export.submit(() -> {
			});
			assertThat(gauge(registry, "waiting", "export")).isOne();
			context.getBean(HikariDataSource.class).setMaximumPoolSize(11);
			assertThat(gauge(registry, "permits", "report")).isEqualTo(5);
			release.countDown();
			other.get();
		});
	}

	@Test
	void ofASmallPoolThereIsOnePermit(CapturedOutput output) {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=1").run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(BoundedExecutors.class).bindTo(registry);
			assertThat(gauge(registry, "permits", "report")).isOne();
			assertThat(output).containsOnlyOnce("Pool 'dataSource' has 1 connections, so the reserve of");
		});
	}

	private static double gauge(MeterRegistry registry, String name, String executor) {
		return registry.get("perf.starter.async." + name).tag("executor", executor).gauge().value();
	}

	@Test
	void asynchronousRequestsHaveAExecutorOfTheirOwn() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
					WebMvcAutoConfiguration.class))
			.withPropertyValues("perf-starter.async.enabled=true")
			.run((context) -> assertThat(
					ReflectionTestUtils.getField(context.getBean(RequestMappingHandlerAdapter.class), "taskExecutor"))
				.extracting("executor")
				.isSameAs(context.getBean("perfStarterMvcTaskExecutor")));
	}

	@Test
	void noFutureIsLeftIncompleteWhenTheContextCloses() {
		AtomicReference<CompletableFuture<String>> endless = new AtomicReference<>();
		AtomicReference<BoundedExecutor> executor = new AtomicReference<>();
		this.context.withPropertyValues(EXECUTOR, "perf-starter.async.shutdown-timeout=50ms").run((context) -> {
			endless.set(context.getBean(Tasks.class).endless());
			executor.set(context.getBean("mail", BoundedExecutor.class));
		});
		assertThat(endless.get()).isDone();
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.get().execute(() -> {
		}));
	}

	/**
	 * Accesses a value of an application.
	 */
	static class TenantAccessor implements ThreadLocalAccessor<String> {

		static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

		@Override
		public Object key() {
			return "tenant";
		}

		@Override
		public @Nullable String getValue() {
			return TENANT.get();
		}

		@Override
		public void setValue(String value) {
			TENANT.set(value);
		}

		@Override
		public void setValue() {
			TENANT.remove();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Work {

		@Bean
		Tasks tasks() {
			return new Tasks();
		}

	}

	/**
	 * Asynchronous methods of an application.
	 */
	static class Tasks {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch done = new CountDownLatch(1);

		private final AtomicReference<String> thread = new AtomicReference<>("");

		private static final ThreadLocal<String> MARK = ThreadLocal.withInitial(() -> Thread.currentThread().getName());

		CountDownLatch begun() {
			return this.begun;
		}

		CountDownLatch done() {
			return this.done;
		}

		String thread() {
			return this.thread.get();
		}

		@Async("mail")
		public CompletableFuture<String> mail() {
			return CompletableFuture.completedFuture(MARK.get());
		}

		@Async("mail")
		public Future<String> plainFuture() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@Async("mail")
		public CompletableFuture<String> group() {
			return CompletableFuture.completedFuture(Thread.currentThread().getThreadGroup().getName());
		}

		@Async("mail")
		public void fail() {
			throw new IllegalStateException("planned");
		}

		@Async("mail")
		public CompletableFuture<String> failure() {
			throw new IllegalStateException("planned");
		}

		@Async("${nowhere}")
		public void computed() {
		}

		@Async
		public CompletableFuture<String> unnamed() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@Async("mail")
		public void nothing() {
			this.thread.set(Thread.currentThread().getName());
			this.done.countDown();
		}

		@Async("mail")
		public CompletableFuture<String> endless() {
			this.begun.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				this.thread.set("interrupted");
				this.done.countDown();
			}
			return CompletableFuture.completedFuture("");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnExecutor {

		@Bean
		AsyncTaskExecutor own() {
			return new SimpleAsyncTaskExecutor("own-");
		}

	}

	/**
	 * Provides an executor of its own.
	 */
	static class OwnConfigurer implements AsyncConfigurer {

		@Override
		public Executor getAsyncExecutor() {
			return new SimpleAsyncTaskExecutor("configured-");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebSocketMessageBroker
	static class Broker implements WebSocketMessageBrokerConfigurer {

		@Override
		public void registerStompEndpoints(StompEndpointRegistry registry) {
			registry.addEndpoint("/events");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	/**
	 * Has nothing to do with executors.
	 */
	@Component("mail")
	static class Mail {

	}

}
