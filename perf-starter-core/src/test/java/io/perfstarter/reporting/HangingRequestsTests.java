package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Reporting} while no request ends.
 */
class HangingRequestsTests {

	private final ReentrantLock lock = new ReentrantLock();

	@Test
	void causeIsNamedWhileAllRequestsHang() throws Exception {
		ReportingSettings settings = new ReportingSettings(Duration.ofSeconds(2),
				new SlowThresholds(Duration.ofMillis(100), Map.of()), 0);
		ReportingSources sources = new ReportingSources(new ApplicationCode(Set.of()), true, Map::of, (pool) -> null,
				List::of, List::of, List::of, () -> null, false, () -> 0, true, (judged) -> "a period");
		this.lock.lock();
		try (Reporting reporting = new Reporting(settings, sources)) {
			TimeBreakdownFilter filter = new TimeBreakdownFilter(reporting.requests(), (request) -> false,
					(request) -> "");
			List<Thread> threads = IntStream.range(0, 4).mapToObj((i) -> new Thread(() -> hang(filter))).toList();
			threads.forEach(Thread::start);
			reporting.start();
			await().atMost(Duration.ofMinutes(1))
				.until(() -> reporting.state("a").windows().stream().anyMatch((judged) -> isExplained(judged)));
			await().untilAsserted(() -> assertThat(reporting.state("a").slowest()).hasSize(4).allSatisfy((judged) -> {
				assertThat(judged.request().status()).isEqualTo(ServedRequest.RUNNING);
				assertThat(judged.request().route()).isEqualTo("GET /hangs");
				assertThat(Announcements.SlowLine.of(judged.request(), judged.verdict())).contains(" so far = ")
					.endsWith(" -> LOCK");
			}));
			this.lock.unlock();
			for (Thread thread : threads) {
				thread.join();
			}
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(reporting.state("a").slowest()).hasSize(4)
					.allMatch((judged) -> judged.request().status() == 200));
		}
	}

	private static boolean isExplained(JudgedWindow judged) {
		return judged.verdict() != null && judged.verdict().cause() == Cause.LOCK
				&& judged.window().requests().slow() == 4
				&& judged.window().requests().slowestRoute().equals("GET /hangs");
	}

	private void hang(TimeBreakdownFilter filter) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/hangs");
		request.setAttribute("org.springframework.web.servlet.HandlerMapping.bestMatchingPattern", "/hangs");
		try {
			filter.doFilter(request, new MockHttpServletResponse(), (served, response) -> {
				this.lock.lock();
				this.lock.unlock();
			});
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
