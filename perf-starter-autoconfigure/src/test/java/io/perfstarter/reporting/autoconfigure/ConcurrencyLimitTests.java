package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.Results;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.ConcurrencyLimit.ThrottlePolicy;
import org.springframework.resilience.annotation.EnableResilientMethods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests that waits at Spring's {@code @ConcurrencyLimit} are found in the time breakdown.
 */
class ConcurrencyLimitTests {

	private static final int THREADS = 5;

	private static final long MILLIS = 50;

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ReportingAutoConfiguration.class))
		.withUserConfiguration(LimitedApplication.class)
		.withPropertyValues("perf-starter.reporting.period=100ms", "perf-starter.reporting.slow-threshold=1ms");

	@Test
	void eachWaitsForThoseBeforeIt() {
		this.runner.run((context) -> {
			Desk desk = context.getBean(Desk.class);
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				threads.add(serve(context, desk::serve));
			}
			await("all wait").during(Duration.ofMillis(200))
				.until(() -> threads.stream()
					.allMatch((thread) -> thread.getState() == Thread.State.WAITING
							|| thread.getState() == Thread.State.BLOCKED));
			desk.open();
			List<ServedRequest> served = await("requests").until(() -> served(context),
					(requests) -> requests.size() == THREADS);
			List<Long> waits = served.stream()
				.map((request) -> request.breakdown().nanos(TimeComponent.LIMITER))
				.sorted()
				.toList();
			for (int i = 0; i < THREADS; i++) {
				assertThat(waits.get(i)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(i * MILLIS));
			}
			assertThat(served).filteredOn((request) -> request.figures().awaitedLimiter().equals("Desk.serve"))
				.hasSizeGreaterThanOrEqualTo(THREADS - 1);
			assertThat(served).allSatisfy((request) -> assertThat(request.breakdown().nanos(TimeComponent.BLOCKED))
				.isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(MILLIS) / 2));
		});
	}

	@Test
	void rejectedCallWaitsNoLonger() {
		this.runner.run((context) -> {
			Desk desk = context.getBean(Desk.class);
			Thread first = serve(context, desk::serveOrReject);
			await("first").until(() -> first.getState() == Thread.State.WAITING);
			serve(context, () -> {
				assertThatExceptionOfType(InvocationRejectedException.class).isThrownBy(desk::serveOrReject);
				SlowApplication.rest(MILLIS);
			}).join();
			desk.open();
			assertThat(await("requests").until(() -> served(context), (requests) -> requests.size() == 2))
				.allSatisfy((request) -> assertThat(request.breakdown().nanos(TimeComponent.BLOCKED))
					.isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(MILLIS) / 2));
		});
	}

	@Test
	void waitBehindTheProxyOfAnotherPostProcessorIsFound() {
		this.runner.withUserConfiguration(Wrapper.class).run((context) -> {
			Desk desk = context.getBean(Desk.class);
			List<Thread> threads = List.of(serve(context, desk::serve), serve(context, desk::serve));
			await("both wait")
				.until(() -> threads.stream().allMatch((thread) -> thread.getState() == Thread.State.WAITING));
			desk.open();
			assertThat(await("requests").until(() -> served(context), (requests) -> requests.size() == 2))
				.anySatisfy((request) -> assertThat(request.figures().awaitedLimiter()).isEqualTo("Desk.serve"));
		});
	}

	@Test
	void addsNothingWhereReportingIsOff() {
		this.runner.run((context) -> assertThat(((Advised) context.getBean(Desk.class)).getAdvisors()).hasSize(3));
		this.runner.withPropertyValues("perf-starter.reporting.enabled=false")
			.run((context) -> assertThat(((Advised) context.getBean(Desk.class)).getAdvisors()).hasSize(1));
	}

	private static Thread serve(ApplicationContext context, Runnable work) {
		TimeBreakdownFilter filter = (TimeBreakdownFilter) context.getBean(FilterRegistrationBean.class).getFilter();
		Thread thread = new Thread(() -> {
			try {
				filter.doFilter(new MockHttpServletRequest("GET", "/"), new MockHttpServletResponse(),
						(request, response) -> work.run());
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, "request");
		thread.start();
		return thread;
	}

	private static List<ServedRequest> served(ApplicationContext context) {
		return Results.slowest(context.getBean(Reporting.class))
			.stream()
			.filter((request) -> request.status() != ServedRequest.RUNNING)
			.toList();
	}

	/**
	 * An application with limited methods.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods(proxyTargetClass = true)
	@Import(Desk.class)
	static class LimitedApplication {

	}

	/**
	 * Wraps a bean into a second proxy, with a post-processor without an order.
	 */
	static class Wrapper implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (!(bean instanceof Desk)) {
				return bean;
			}
			ProxyFactory factory = new ProxyFactory();
			factory.setTarget(bean);
			factory.setProxyTargetClass(true);
			return factory.getProxy();
		}

	}

	/**
	 * Serves one at a time, not before it is open.
	 */
	static class Desk {

		private final CountDownLatch opened = new CountDownLatch(1);

		public void open() {
			this.opened.countDown();
		}

		@ConcurrencyLimit(1)
		public void serve() {
			work();
		}

		@ConcurrencyLimit(limit = 1, policy = ThrottlePolicy.REJECT)
		public void serveOrReject() {
			work();
		}

		private void work() {
			try {
				this.opened.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			SlowApplication.rest(MILLIS);
		}

	}

}
