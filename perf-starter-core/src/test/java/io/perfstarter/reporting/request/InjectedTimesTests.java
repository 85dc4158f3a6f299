package io.perfstarter.reporting.request;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.context.CallerContext;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.support.ApplicationCode;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;

import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.DelegatingServletOutputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests that time which is lost on purpose is found where it was lost. Only that there is
 * not less of it: a busy machine adds to all.
 */
class InjectedTimesTests {

	private static final long MILLIS = 300;

	private static final long NANOS = Duration.ofMillis(MILLIS).toNanos();

	private static final long INEXACT = Duration.ofMillis(3).toNanos();

	private final List<ServedRequest> served = new ArrayList<>();

	private final Requests requests = new Requests(new SlowThresholds(Duration.ZERO, Map.of()), () -> 0, () -> -1,
			this.served::add, new ApplicationCode(Set.of()));

	private final TimeBreakdownFilter filter = new TimeBreakdownFilter(this.requests, (request) -> false,
			(request) -> "");

	private Connection borrow() throws Exception {
		Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
		try (Statement statement = connection.createStatement()) {
			statement.execute("create alias sleep for 'java.lang.Thread.sleep(long)'");
		}
		return ObservedConnections.observe(connection, "orders", List.of(this.requests.connections()));
	}

	private void assertFound(TimeComponent component, Work work) {
		assertFoundIn(component, () -> work.serve(this.filter));
	}

	/**
	 * Tries again while a busy machine takes more than the work of a request does.
	 */
	private void assertFoundIn(TimeComponent component, Work request) {
		await().untilAsserted(() -> {
			this.served.clear();
			request.run();
			ComponentTimes breakdown = this.served.get(0).breakdown();
			assertThat(breakdown.nanos(component)).as(component.label()).isGreaterThanOrEqualTo(NANOS - INEXACT);
			if (component != TimeComponent.CPU) {
				// A thread that computes may wait for a processor for longer.
				assertThat(breakdown.largest()).isEqualTo(component);
			}
		});
	}

	@Test
	void slowStatement() throws Exception {
		try (Connection connection = borrow(); Statement statement = connection.createStatement()) {
			assertFound(TimeComponent.SQL, () -> statement.execute("call sleep(" + MILLIS + ")"));
		}
		assertThat(this.served.get(0).figures().costliest()).singleElement().satisfies((statement) -> {
			assertThat(statement.name()).isEqualTo("call sleep(?)");
			assertThat(statement.longest()).isGreaterThanOrEqualTo(NANOS - INEXACT);
		});
	}

	@Test
	void rowsThatComeSlowly() throws Exception {
		ResultSet rows = mock(ResultSet.class);
		given(rows.next()).willAnswer((invocation) -> {
			Thread.sleep(MILLIS / 3 + 1);
			return true;
		});
		given(rows.getFetchSize()).willReturn(1);
		Connection real = mock(Connection.class, Answers.RETURNS_DEEP_STUBS);
		given(real.createStatement().executeQuery("q")).willReturn(rows);
		Connection connection = ObservedConnections.observe(real, "orders", List.of(this.requests.connections()));
		assertFound(TimeComponent.FETCH, () -> {
			ResultSet result = connection.createStatement().executeQuery("q");
			for (int i = 0; i < 3; i++) {
				assertThat(result.next()).isTrue();
			}
			result.close();
		});
		assertThat(this.served.get(0).figures().rows()).isEqualTo(3);
		assertThat(this.served.get(0).figures().costliest()).singleElement()
			.satisfies((statement) -> assertThat(statement.longest()).isGreaterThanOrEqualTo(NANOS - INEXACT));
	}

	@Test
	void poolThatHasNone() throws Exception {
		assertFound(TimeComponent.POOL, () -> {
			this.requests.connections().requested("orders");
			Thread.sleep(MILLIS);
			borrow().close();
		});
		assertThat(this.served.get(0).figures().awaitedPool()).isEqualTo("orders");
	}

	@Test
	void slowCallOfAnotherProcess() throws Exception {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new RemoteCalls(List.of(this.requests.remoteCalls()), Set.of()));
		SenderContext<String> context = new SenderContext<>((carrier, key, value) -> {
		});
		assertFound(TimeComponent.REMOTE, () -> {
			Observation call = Observation.createNotStarted("call", () -> context, registry).start();
			Thread.sleep(MILLIS);
			call.stop();
		});
	}

	@Test
	void requestLimiterThatIsFull() throws Exception {
		try (RequestLimiter limiter = new RequestLimiter(1, (limit) -> 1, Duration.ofMinutes(1),
				this.requests.limiters())) {
			RequestLimiterFilter filter = new RequestLimiterFilter(limiter, (path) -> false);
			Work second = () -> {
			};
			assertFoundIn(TimeComponent.LIMITER, () -> {
				CountDownLatch held = new CountDownLatch(1);
				Work first = () -> {
					held.countDown();
					await().until(() -> limiter.waiting() == 1);
					Thread.sleep(MILLIS);
				};
				Work other = () -> first.serve(filter);
				Thread thread = other.start();
				held.await();
				Work request = () -> second.serve(filter);
				request.serve(this.filter);
				thread.join();
			});
		}
		assertThat(this.served.get(0).figures().awaitedLimiter()).isEqualTo("requests");
		assertThat(this.served.get(0).figures().samples().count(EnumSet.of(Activity.LOCK))).isZero();
	}

	@Test
	void executorThatIsFull() throws Exception {
		try (BoundedExecutors executors = executors()) {
			BoundedTaskExecutor executor = executors.add("mail", settings(), null);
			executor.initialize();
			assertFound(TimeComponent.LIMITER, () -> {
				CountDownLatch queued = new CountDownLatch(1);
				executor.submitCompletable(() -> {
					queued.await();
					Thread.sleep(MILLIS);
					return null;
				});
				CompletableFuture<String> second = executor.submitCompletable(() -> "queued");
				queued.countDown();
				second.join();
			});
		}
		assertThat(this.served.get(0).figures().awaitedLimiter()).isEqualTo("executor mail");
	}

	@Test
	void taskInThePlaceOfAnotherOne() throws Exception {
		try (BoundedExecutors executors = executors()) {
			BoundedTaskExecutor executor = executors.add("mail", settings(), null);
			executor.initialize();
			assertFound(TimeComponent.LIMITER, () -> executor.submitCompletable(() -> executor.submitCompletable(() -> {
				Thread.sleep(MILLIS);
				return "inner";
			}).join()).join());
		}
		assertThat(this.served.get(0).figures().awaitedLimiter()).isEqualTo("executor mail");
	}

	@Test
	void taskForWhichNobodyWaitsIsNoWaitAtALimiter() throws Exception {
		try (BoundedExecutors executors = executors()) {
			BoundedTaskExecutor executor = executors.add("mail", settings(), null);
			executor.initialize();
			CountDownLatch over = new CountDownLatch(1);
			executor.submitCompletable(() -> over.await(1, TimeUnit.MINUTES));
			assertFound(TimeComponent.BLOCKED, () -> {
				executor.execute(() -> {
				});
				Thread.sleep(MILLIS);
			});
			over.countDown();
		}
		assertThat(this.served.get(0).breakdown().nanos(TimeComponent.LIMITER)).isZero();
	}

	private BoundedExecutors executors() {
		return new BoundedExecutors(false, Duration.ZERO, CallerContext.decorator(List.of()), this.requests.limiters(),
				() -> 0);
	}

	private static ExecutorSettings settings() {
		return new ExecutorSettings(() -> 1, 10, WhenFull.REJECT, Submit.AT_ONCE);
	}

	@Test
	void clientThatReadsSlowly() {
		MockHttpServletResponse response = new MockHttpServletResponse() {
			@Override
			public ServletOutputStream getOutputStream() {
				return new DelegatingServletOutputStream(super.getOutputStream()) {
					@Override
					public void write(byte[] bytes, int offset, int length) throws IOException {
						sleep();
					}
				};
			}
		};
		assertFoundIn(TimeComponent.CLIENT, () -> this.filter.doFilter(new MockHttpServletRequest(), response,
				(request, wrapped) -> wrapped.getOutputStream().write(new byte[100_000])));
	}

	@Test
	void clientThatSendsSlowly() {
		MockHttpServletRequest request = new MockHttpServletRequest() {
			@Override
			public ServletInputStream getInputStream() {
				return new DelegatingServletInputStream(super.getInputStream()) {
					@Override
					public int read() throws IOException {
						sleep();
						return -1;
					}
				};
			}
		};
		assertFoundIn(TimeComponent.CLIENT, () -> this.filter.doFilter(request, new MockHttpServletResponse(),
				(wrapped, response) -> assertThat(wrapped.getInputStream().read()).isNegative()));
	}

	private static void sleep() throws IOException {
		try {
			Thread.sleep(MILLIS);
		}
		catch (InterruptedException ex) {
			throw new InterruptedIOException();
		}
	}

	@Test
	void computing() throws Exception {
		ThreadFigures figures = new ThreadFigures();
		assertFound(TimeComponent.CPU, () -> {
			Thread sampler = new Thread(this.requests::sample);
			sampler.start();
			sampler.join();
			long until = figures.cpuTime() + NANOS;
			while (figures.cpuTime() < until) {
				Thread.onSpinWait();
			}
		});
	}

	@Test
	void lockThatAnotherThreadHolds() {
		ReentrantLock lock = new ReentrantLock();
		assertFoundIn(TimeComponent.BLOCKED, () -> {
			CountDownLatch wanted = new CountDownLatch(1);
			CountDownLatch held = new CountDownLatch(1);
			Work other = () -> {
				lock.lock();
				held.countDown();
				wanted.await();
				Thread.sleep(MILLIS);
				lock.unlock();
			};
			other.start();
			held.await();
			Work request = () -> {
				wanted.countDown();
				lock.lock();
				lock.unlock();
			};
			request.serve(this.filter);
		});
	}

}
