package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.Lane;
import io.perfstarter.async.Lanes;
import io.perfstarter.async.PageMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.stereotype.Component;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link AsyncAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class AsyncAutoConfigurationTests {

	private static final String LANE = "perf-starter.async.lanes.mail.permits=2";

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
				DataSourceAutoConfiguration.class))
		.withUserConfiguration(Work.class);

	private ApplicationContextRunner withPool() {
		return this.context.withPropertyValues("spring.datasource.url=jdbc:h2:mem:async",
				"perf-starter.async.lanes.report.permits=pool", "perf-starter.async.lanes.export.permits=pool");
	}

	@Test
	void nothingChangesWithoutLanes() {
		this.context.run((context) -> {
			assertThat(context).doesNotHaveBean(Lanes.class).doesNotHaveBean(Lane.class);
			assertThat(context).getBean("applicationTaskExecutor").isNotNull();
		});
	}

	@Test
	void nothingIsThereWhenSwitchedOff() {
		this.context.withPropertyValues(LANE, "perf-starter.async.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(Lanes.class).doesNotHaveBean("mail"));
	}

	@Test
	void tasksRunInTheLaneThatTheyName() {
		this.context.withPropertyValues(LANE).run((context) -> {
			Tasks tasks = context.getBean(Tasks.class);
			assertThat(tasks.mail().get()).startsWith("lane-mail-");
			assertThat(tasks.plainFuture().get()).startsWith("lane-mail-");
			assertThat(tasks.unnamed().get()).startsWith("lane-applicationTaskExecutor-");
			tasks.nothing();
			tasks.done().await();
			assertThat(tasks.thread()).startsWith("lane-mail-");
		});
	}

	@Test
	void theDefaultLaneAloneIsEnough() {
		this.context.withPropertyValues("perf-starter.async.enabled=true", "perf-starter.async.default-lane.permits=3")
			.run((context) -> {
				assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("lane-applicationTaskExecutor-");
				assertThat(context.getBean(AsyncTaskExecutor.class)).isSameAs(context.getBean("taskExecutor"));
				assertThat(context).getBean("bootstrapExecutor").isInstanceOf(SimpleAsyncTaskExecutor.class);
			});
	}

	@Test
	void aNameThatNoExecutorHasIsToldOf(CapturedOutput output) {
		this.context.withPropertyValues("perf-starter.async.enabled=true")
			.run((context) -> assertThat(output)
				.contains("Tasks.mail() is @Async(\"mail\"), which is neither a lane nor another executor")
				.doesNotContain("unnamed", "computed"));
	}

	@Test
	void aNameThatAnExecutorHasIsNot(CapturedOutput output) {
		this.context.withPropertyValues(LANE)
			.run((context) -> assertThat(output).doesNotContain("neither a lane nor another executor"));
	}

	@Test
	void aSchedulerTakesNoTasksFromTheDefaultLane() {
		this.context.withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
			.withUserConfiguration(Scheduling.class)
			.withPropertyValues(LANE)
			.run((context) -> assertThat(context.getBean(Tasks.class).unnamed().get())
				.startsWith("lane-applicationTaskExecutor-"));
	}

	@Test
	void theExecutorOfTheApplicationStays() {
		this.context.withUserConfiguration(OwnExecutor.class).withPropertyValues(LANE).run((context) -> {
			assertThat(context).doesNotHaveBean("applicationTaskExecutor").doesNotHaveBean("bootstrapExecutor");
			assertThat(context.getBean(Tasks.class).unnamed().get()).startsWith("own-");
			assertThat(context.getBean(Tasks.class).mail().get()).startsWith("lane-mail-");
			assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("own"));
		});
	}

	@Test
	void theExecutorOfBootStaysIfItIsWantedByForce() {
		this.context.withUserConfiguration(OwnExecutor.class)
			.withPropertyValues(LANE, "spring.task.execution.mode=force")
			.run((context) -> assertThat(context.getBean("applicationTaskExecutor")).isNotInstanceOf(Lane.class));
	}

	@Test
	void decoratorsOfTheApplicationAreApplied() {
		this.context.withUserConfiguration(Decorated.class)
			.withPropertyValues(LANE)
			.run((context) -> assertThat(context.getBean(Tasks.class).mail().get()).isEqualTo("decorated"));
	}

	@Test
	void cancelReachesAnAsyncMethod() {
		this.context.withPropertyValues(LANE).run((context) -> {
			Tasks tasks = context.getBean(Tasks.class);
			CompletableFuture<String> endless = tasks.endless();
			tasks.begun().await();
			endless.cancel(true);
			tasks.done().await();
			assertThat(tasks.thread()).isEqualTo("interrupted");
		});
	}

	@Test
	void pagesAreMappedWithTheHelpOfLanes() {
		this.context.withPropertyValues(LANE).run((context) -> {
			PageMapper pages = context.getBean(PageMapper.class);
			List<Integer> items = List.of(1, 2, 3);
			assertThat(pages.map(items, (item) -> item * 2).lane("mail").run()).containsExactly(2, 4, 6);
			assertThat(pages.map(items, (item) -> item * 2).run()).containsExactly(2, 4, 6);
			assertThatIllegalArgumentException()
				.isThrownBy(() -> pages.map(items, (item) -> item * 2).lane("nail").run())
				.withMessage("There is no lane 'nail'; there are applicationTaskExecutor, mail");
		});
	}

	@Test
	void pagesAreMappedByTheCallerAloneWhereAnExecutorOfTheUserHasThePlaceOfTheDefaultLane() {
		this.context.withPropertyValues(LANE).withBean("own", Executor.class, () -> Runnable::run).run((context) -> {
			assertThat(context).doesNotHaveBean("applicationTaskExecutor");
			PageMapper pages = context.getBean(PageMapper.class);
			Set<Thread> threads = ConcurrentHashMap.newKeySet();
			pages.map(List.of(1, 2, 3), (item) -> threads.add(Thread.currentThread())).run();
			assertThat(threads).containsExactly(Thread.currentThread());
		});
	}

	@Test
	void theCallersLocaleReachesItsTasks() {
		this.context.withPropertyValues(LANE).run((context) -> {
			Lane lane = context.getBean("mail", Lane.class);
			LocaleContextHolder.setLocale(Locale.forLanguageTag("nb"));
			try {
				assertThat(lane.submitCompletable(() -> LocaleContextHolder.getLocale()).join().getLanguage())
					.isEqualTo("nb");
			}
			finally {
				LocaleContextHolder.resetLocaleContext();
			}
		});
	}

	@Test
	void aLaneCannotBeCalledLikeABean() {
		this.context.withPropertyValues("perf-starter.async.lanes.tasks.permits=2").run((context) -> {
			assertThat(context).getFailure().isInstanceOf(LaneNameException.class);
			assertThat(new LaneNameFailureAnalyzer().analyze(context.getStartupFailure()).getDescription())
				.contains("'perf-starter.async.lanes.tasks'", Work.class.getName() + ".tasks()");
		});
	}

	@Test
	void aLaneCannotBeCalledLikeAComponent() {
		this.context.withPropertyValues(LANE).withUserConfiguration(Mail.class).run((context) -> {
			FailureAnalysis analysis = new LaneNameFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("'perf-starter.async.lanes.mail'", Mail.class.getName(),
					"'mail'");
			assertThat(analysis.getAction()).contains("@Async(\"mail\")", "rename the bean");
		});
	}

	@Test
	void aLaneCannotBeCalledLikeABeanThatIsRegisteredLater() {
		this.context.withPropertyValues(LANE)
			.withBean(LateMail.class)
			.withAllowBeanDefinitionOverriding(false)
			.run((context) -> assertThat(
					new LaneOverriddenFailureAnalyzer().analyze(context.getStartupFailure()).getDescription())
				.contains("'perf-starter.async.lanes.mail'", Mail.class.getName()));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					lanes.mail.room=3                                        | lanes.mail.permits          | 'pool'
					lanes.mail.permits=0                                     | lanes.mail.permits          | a number from 1 on
					lanes.mail.permits=many                                  | lanes.mail.permits          | a number from 1 on
							lanes.mail.permits=1,lanes.mail.pool=x                   | lanes.mail.pool             | needs 'permits: pool'
					lanes.mail.permits=1,lanes.mail.room=-1                  | lanes.mail.room             | 0 or more
					lanes.mail.permits=1,lanes.mail.max-wait=0s              | lanes.mail.max-wait         | longer than nothing
					lanes.mail.permits=1,lanes.mail.run-timeout=-1s          | lanes.mail.run-timeout      | longer than nothing
					lanes.mail.permits=1,lanes.mail.on-full=wait             | lanes.mail.max-submit-wait  | 'on-full: wait'
					lanes.mail.permits=1,lanes.mail.max-submit-wait=1s       | lanes.mail.max-submit-wait  | 'on-full: wait'
					enabled=true,default-lane.room=-1                        | default-lane.room           | 0 or more
					enabled=true,mvc-lane.permits=-1                         | mvc-lane.permits            | a number from 1 on
					enabled=true,drain-timeout=-1s                           | drain-timeout               | not be negative
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
	void lanesOfAPoolShareHalfOfIt() {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=9")
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBean(Lanes.class).bindTo(registry);
				assertThat(registry.get("perf.starter.async.permits").tag("lane", "report").gauge().value())
					.isEqualTo(4);
				Lane report = context.getBean("report", Lane.class);
				Lane export = context.getBean("export", Lane.class);
				CountDownLatch release = new CountDownLatch(1);
				for (int i = 0; i < 4; i++) {
					report.submit(() -> release.await(10, TimeUnit.SECONDS));
				}
				Future<?> other = export.submit(() -> {
				});
				assertThat(registry.get("perf.starter.async.waiting").tag("lane", "export").gauge().value()).isOne();
				context.getBean(HikariDataSource.class).setMaximumPoolSize(11);
				assertThat(registry.get("perf.starter.async.permits").tag("lane", "report").gauge().value())
					.isEqualTo(5);
				release.countDown();
				other.get();
			});
	}

	@Test
	void ofASmallPoolThereIsOnePermit(CapturedOutput output) {
		withPool().withPropertyValues("spring.datasource.hikari.maximum-pool-size=1")
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBean(Lanes.class).bindTo(registry);
				assertThat(registry.get("perf.starter.async.permits").tag("lane", "report").gauge().value()).isOne();
				assertThat(output).containsOnlyOnce("Pool 'dataSource' has 1 connections, which leaves none to lanes");
			});
	}

	@Test
	void aPoolThatDoesNotExistIsNamed() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class))
			.withPropertyValues("perf-starter.async.lanes.report.permits=pool")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("perf-starter.async.lanes.report.permits")
				.hasMessageContaining("HikariCP"));
	}

	@ParameterizedTest
	@CsvSource({ "50 percent", "-1", "101%", "%" })
	void aWrongReserveIsNamed(String reserve) {
		withPool().withPropertyValues("perf-starter.async.pool-reserve=" + reserve)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("perf-starter.async.pool-reserve"));
	}

	@Test
	void anUnknownPoolIsNamed() {
		withPool().withPropertyValues("perf-starter.async.lanes.report.pool=nothing")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("perf-starter.async.lanes.report.pool")
				.hasMessageContaining("dataSource"));
	}

	@Test
	void asynchronousRequestsHaveALaneOfTheirOwn() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
					WebMvcAutoConfiguration.class))
			.withPropertyValues("perf-starter.async.enabled=true")
			.run((context) -> assertThat(
					ReflectionTestUtils.getField(context.getBean(RequestMappingHandlerAdapter.class), "taskExecutor"))
				.isSameAs(context.getBean("perfStarterMvcTaskExecutor")));
	}

	@Test
	void noFutureIsLeftIncompleteWhenTheContextCloses() {
		AtomicReference<CompletableFuture<String>> endless = new AtomicReference<>();
		AtomicReference<Lane> lane = new AtomicReference<>();
		this.context.withPropertyValues(LANE, "perf-starter.async.drain-timeout=50ms").run((context) -> {
			endless.set(context.getBean(Tasks.class).endless());
			lane.set(context.getBean("mail", Lane.class));
		});
		assertThat(endless.get()).isDone();
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.get().execute(() -> {
		}));
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

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	@Configuration(proxyBeanMethods = false)
	static class Decorated {

		@Bean
		TaskDecorator mark() {
			return (task) -> () -> {
				Tasks.MARK.set("decorated");
				task.run();
			};
		}

	}

	/**
	 * Has nothing to do with lanes.
	 */
	@Component("mail")
	static class Mail {

	}

	/**
	 * Registers its bean as Spring Data does, when all configuration is read.
	 */
	static class LateMail implements BeanDefinitionRegistryPostProcessor {

		@Override
		public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
			registry.registerBeanDefinition("mail", new RootBeanDefinition(Mail.class));
		}

	}

}
