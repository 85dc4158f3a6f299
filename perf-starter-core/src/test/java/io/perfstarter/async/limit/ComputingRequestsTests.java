package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.async.limit.RequestLimiter.Rejection;
import io.perfstarter.support.LimiterListener;
import jakarta.servlet.FilterChain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests {@link RequestLimiterFilter} with requests that compute on virtual threads, which
 * keep their processors.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class ComputingRequestsTests {

	private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

	private final RequestLimiter limiter = new RequestLimiter(PROCESSORS, (limit) -> 0, Duration.ofMinutes(1),
			LimiterListener.NONE);

	private final RequestLimiterFilter filter = new RequestLimiterFilter(this.limiter, (path) -> false);

	private final AtomicBoolean end = new AtomicBoolean();

	private final AtomicInteger computing = new AtomicInteger();

	private final FilterChain chain = (request, response) -> compute(this.end);

	@Test
	void requestsThatHaveArrivedReachTheLimiterAlthoughTheAdmittedOnesCompute() {
		Executor threads = virtualThreads();
		AtomicBoolean arrived = new AtomicBoolean();
		try {
			for (int i = 0; i < PROCESSORS; i++) {
				threads.execute(() -> compute(arrived));
			}
			await().until(() -> this.computing.get() == PROCESSORS);
			for (int i = 0; i < 8 * PROCESSORS; i++) {
				threads.execute(this::request);
			}
			arrived.set(true);
			// How many is up to the scheduler. If they did not yield, there would be
			// none.
			await().untilAsserted(() -> assertThat(this.limiter.refused(Rejection.FULL).sum()).isPositive());
		}
		finally {
			arrived.set(true);
			this.end.set(true);
			await().until(() -> this.limiter.active() == 0);
			this.limiter.close();
		}
	}

	private void request() {
		try {
			this.filter.doFilter(new MockHttpServletRequest("GET", "/"), new MockHttpServletResponse(), this.chain);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void compute(AtomicBoolean end) {
		this.computing.incrementAndGet();
		while (!end.get()) {
			Thread.onSpinWait();
		}
	}

	private static Executor virtualThreads() {
		SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("request-");
		threads.setVirtualThreads(true);
		return threads;
	}

}
