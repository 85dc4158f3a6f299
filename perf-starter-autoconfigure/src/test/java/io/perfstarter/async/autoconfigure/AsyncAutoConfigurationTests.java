package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.PageMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
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
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

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
				.contains("Executors: " + "'export' (up to 3 tasks at once, a share of the pool 'dataSource'), "
						+ "'mail' (up to 2 tasks at once), "
						+ "'report' (up to 2 tasks at once, a share of the pool 'dataSource')")
				.doesNotContain("there is no executor of this name"));
	}

	@Test
	void executorsExistFromTheStartAlsoIfBeansAreLazy(CapturedOutput output) {
		this.withMail
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(output).contains("Executors: 'mail'");
				assertThat(context.getBean(BoundedExecutors.class).all()).hasSize(1);
			});
	}

	@Test
	void nothingChangesWithoutExecutors(CapturedOutput output) {
		this.context.run((context) -> {
			assertThat(output).doesNotContain("Executors: ");
			assertThat(context).doesNotHaveBean(BoundedExecutors.class).doesNotHaveBean(BoundedTaskExecutor.class);
			assertThat(context).getBean("applicationTaskExecutor").isNotNull();
		});
	}

	@Test
	void tasksRunInTheExecutorThatTheyName() {
		this.withMail.run((context) -> {
			Tasks tasks = context.getBean(Tasks.class);
			assertThat(tasks.mail().get()).startsWith("executor-mail-");
			assertThat(tasks.plainFuture().get()).startsWith("executor-mail-");
			assertThat(tasks.unnamed().get()).startsWith("task-");
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
				BoundedTaskExecutor executor = context.getBean("mail", BoundedTaskExecutor.class);
				assertThat(executor.submitCompletable(TenantAccessor.TENANT::get).get()).isEqualTo("north");
			}
			finally {
				TenantAccessor.TENANT.remove();
			}
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
	void theCallersLocaleReachesItsTasks() {
		this.withMail.run((context) -> {
			BoundedTaskExecutor executor = context.getBean("mail", BoundedTaskExecutor.class);
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
			assertThat(context).getFailure().isInstanceOf(BeanDefinitionOverrideException.class);
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
					default-executor=mail | default-executor | executors.mail.concurrency-limit
					executors.mail.concurrency-limit=1,default-executor=nail | default-executor | [mail]
					executors.mail.concurrency-limit=1,mvc-executor=nail | mvc-executor | [mail]
					executors.mail.concurrency-limit=1,executors.mail.when-full=drop,mvc-executor=mail | mvc-executor | when-full: reject
					executors.mail.concurrency-limit=1,shutdown-timeout=-1s | shutdown-timeout | not be negative
					executors.mail.concurrency-limit=pool,executors.mail.pool=nothing | executors.mail.pool | dataSource
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
	void theExecutorOfSpringBootStays() {
		this.withMail.withPropertyValues("spring.task.execution.pool.max-size=9")
			.withBean(Injected.class)
			.withBean(ThreadPoolTaskExecutorCustomizer.class, () -> (executor) -> executor.setThreadNamePrefix("mine-"))
			.run((context) -> {
				ThreadPoolTaskExecutor ofBoot = context.getBean("applicationTaskExecutor",
						ThreadPoolTaskExecutor.class);
				assertThat(context.getBean(Injected.class).executor).isSameAs(ofBoot);
				assertThat(context.getBean(Injected.class).mail).isSameAs(context.getBean("mail"));
				assertThat(ofBoot.getMaxPoolSize()).isEqualTo(9);
				assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("mine-");
				assertThat(context.getBean("bootstrapExecutor")).isSameAs(ofBoot);
			});
	}

	@Test
	void theExecutorOfTheApplicationStays() {
		this.withMail.withUserConfiguration(OwnExecutor.class).run((context) -> {
			assertThat(context).doesNotHaveBean("applicationTaskExecutor");
			assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("own-");
			assertThat(context.getBean(Tasks.class).mail().get()).startsWith("executor-mail-");
			assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("own"));
		});
	}

	@Test
	void theDefaultExecutorRunsMethodsWithoutAName() {
		ApplicationContextRunner configured = this.withMail
			.withPropertyValues("perf-starter.async.default-executor=mail");
		configured.run((context) -> {
			assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("executor-mail-");
			assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("applicationTaskExecutor"));
		});
		configured.withUserConfiguration(OwnExecutor.class)
			.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("executor-mail-"));
		configured.withBean("configurer", OwnConfigurer.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("perf-starter.async.default-executor")
				.hasMessageContaining("configurer"));
	}

	@Test
	void aNameThatNoExecutorHasIsToldOf(CapturedOutput output) {
		this.context.withPropertyValues("perf-starter.async.executors.report.concurrency-limit=1")
			.run((context) -> assertThat(output)
				.contains("Tasks.mail() is @Async(\"mail\"), but there is no executor of this name")
				.doesNotContain("unnamed", "computed"));
	}

	@Test
	void methodsThatRunOnTheSchedulerAreToldOf(CapturedOutput output) {
		String told = "Tasks.unnamed() is @Async without a name and runs on the scheduler, which shares 1 thread(s)";
		ApplicationContextRunner scheduling = this.withMail
			.withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
			.withUserConfiguration(Scheduling.class);
		scheduling.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("task-"));
		ApplicationContextRunner own = scheduling.withBean("own", ExecutorService.class,
				Executors::newSingleThreadExecutor);
		own.withPropertyValues("perf-starter.async.default-executor=mail")
			.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("executor-mail-"));
		own.withPropertyValues("spring.task.execution.mode=force")
			.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("task-"));
		own.withBean("taskScheduler", SimpleAsyncTaskScheduler.class)
			.run((context) -> assertThat(context.getBean(Tasks.class).unnamed())
				.succeedsWithin(Duration.ofSeconds(30)));
		assertThat(output).doesNotContain("runs on the scheduler");
		own.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("scheduling-"));
		assertThat(output).containsOnlyOnce(told);
	}

	@Test
	void pagesAreMappedWithTheHelpOfExecutors() {
		this.withMail.run((context) -> {
			PageMapper pages = context.getBean(PageMapper.class);
			List<Integer> items = List.of(1, 2, 3);
			assertThat(pages.map(items, (item) -> item * 2).executor("mail").run()).containsExactly(2, 4, 6);
			Set<Thread> threads = ConcurrentHashMap.newKeySet();
			pages.map(items, (item) -> threads.add(Thread.currentThread())).run();
			assertThat(threads).containsExactly(Thread.currentThread());
			assertThatIllegalArgumentException()
				.isThrownBy(() -> pages.map(items, (item) -> item * 2).executor("nail").run())
				.withMessage("Unknown executor 'nail'; known executors: mail");
		});
	}

	@Test
	void pagesFindExecutorsBeforeAllBeansAreCreated() {
		this.withMail.withUserConfiguration(FirstPage.class)
			.run((context) -> assertThat(context.getBean("firstPage")).isEqualTo(List.of(1, 2)));
	}

	@Test
	void executorsOfAPoolDivideHalfOfIt() {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=9").run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(BoundedExecutors.class).bindTo(registry);
			assertThat(gauge(registry, "permits", "export")).isEqualTo(2);
			assertThat(gauge(registry, "permits", "report")).isEqualTo(2);
			BoundedTaskExecutor export = context.getBean("export", BoundedTaskExecutor.class);
			CountDownLatch release = new CountDownLatch(1);
			List<Future<?>> tasks = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				tasks.add(export.submit(() -> release.await(60, TimeUnit.SECONDS)));
			}
			assertThat(gauge(registry, "waiting", "export")).isEqualTo(2);
			context.getBean(HikariDataSource.class).setMaximumPoolSize(11);
			tasks.add(export.submit(() -> release.await(60, TimeUnit.SECONDS)));
			await().untilAsserted(() -> assertThat(gauge(registry, "waiting", "export")).isEqualTo(2));
			assertThat(gauge(registry, "permits", "export")).isEqualTo(3);
			context.getBean(HikariDataSource.class).setMaximumPoolSize(1);
			release.countDown();
			for (Future<?> task : tasks) {
				task.get();
			}
			await().untilAsserted(() -> assertThat(gauge(registry, "permits", "export")).isOne());
		});
	}

	@Test
	void eachExecutorOfASmallPoolHasOnePlace(CapturedOutput output) {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=2").run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(BoundedExecutors.class).bindTo(registry);
			assertThat(gauge(registry, "permits", "report")).isOne();
			assertThat(gauge(registry, "permits", "export")).isOne();
			assertThat(output)
				.containsOnlyOnce("Pool 'dataSource' has 2 connections, of which half are for the executors");
		});
	}

	@Test
	void asynchronousRequestsRunInTheExecutorThatIsNamed() {
		WebApplicationContextRunner web = new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
					WebMvcAutoConfiguration.class))
			.withPropertyValues(EXECUTOR);
		web.run((context) -> assertThat(executorOfRequests(context))
			.isSameAs(context.getBean("applicationTaskExecutor")));
		web.withPropertyValues("perf-starter.async.mvc-executor=mail")
			.run((context) -> assertThat(executorOfRequests(context)).extracting("executor")
				.isSameAs(context.getBean("mail")));
	}

	private static @Nullable Object executorOfRequests(ApplicationContext context) {
		return ReflectionTestUtils.getField(context.getBean(RequestMappingHandlerAdapter.class), "taskExecutor");
	}

	private static double gauge(MeterRegistry registry, String name, String executor) {
		return registry.get("perf.starter.async." + name).tag("executor", executor).gauge().value();
	}

	@Test
	void queuedTasksRunWhenTheLifecycleStopsAndNewOnesAfterItsStart(CapturedOutput output) {
		this.context.withPropertyValues("perf-starter.async.executors.mail.concurrency-limit=1").run((application) -> {
			BoundedTaskExecutor executor = application.getBean("mail", BoundedTaskExecutor.class);
			CountDownLatch release = new CountDownLatch(1);
			List<CompletableFuture<Boolean>> tasks = Stream
				.generate(() -> executor.submitCompletable(() -> release.await(1, TimeUnit.MINUTES)))
				.limit(3)
				.toList();
			Thread stopping = new Thread(() -> application.getSourceApplicationContext().stop(), "stop");
			stopping.start();
			await().until(() -> !application.getBean(BoundedExecutors.class).isRunning());
			release.countDown();
			assertThat(tasks).allSatisfy((task) -> assertThat(task).succeedsWithin(Duration.ofSeconds(30)));
			stopping.join();
			assertThat(output).contains("closed after the last 3 tasks had ended");
			application.getSourceApplicationContext().start();
			assertThat(executor.submitCompletable(() -> "again")).succeedsWithin(Duration.ofSeconds(30));
		});
	}

	@Test
	void applicationBelowAnotherOneHasItsOwnAsynchronousMethods() {
		this.withMail.run((parent) -> this.withMail.withParent(parent)
			.run((context) -> assertThat(context.getBean(Tasks.class).mail().get()).startsWith("executor-mail-")));
	}

	@Test
	void noFutureIsLeftIncompleteWhenTheContextCloses() {
		AtomicReference<CompletableFuture<String>> endless = new AtomicReference<>();
		AtomicReference<BoundedTaskExecutor> executor = new AtomicReference<>();
		this.context.withPropertyValues(EXECUTOR, "perf-starter.async.shutdown-timeout=50ms").run((context) -> {
			endless.set(context.getBean(Tasks.class).endless());
			executor.set(context.getBean("mail", BoundedTaskExecutor.class));
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

	/**
	 * Has executors injected.
	 */
	static class Injected {

		private final ThreadPoolTaskExecutor executor;

		private final ThreadPoolTaskExecutor mail;

		Injected(ThreadPoolTaskExecutor executor, @Qualifier("mail") ThreadPoolTaskExecutor mail) {
			this.executor = executor;
			this.mail = mail;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FirstPage {

		@Bean
		List<Integer> firstPage(PageMapper pages) {
			return pages.map(List.of(1, 2), (item) -> item).executor("mail").run();
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
	@EnableScheduling
	static class Scheduling {

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

	/**
	 * Has nothing to do with executors.
	 */
	@Component("mail")
	static class Mail {

	}

}
