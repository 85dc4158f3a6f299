package io.perfstarter.coherence.guard;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecentEvictions}.
 */
class RecentEvictionsTests {

	@Test
	void laterNumberWins() {
		RecentEvictions recent = new RecentEvictions(10);
		recent.record("a", () -> 5);
		recent.record("a", () -> 3);
		assertThat(recent.lastOf("a")).isEqualTo(5);
	}

	@Test
	void staysWithinItsCapacityAndForgetsTheOldestFirst() {
		RecentEvictions recent = new RecentEvictions(10);
		for (int i = 1; i <= 1000; i++) {
			long number = i;
			recent.record("id" + i, () -> number);
			assertThat(recent.size()).isLessThanOrEqualTo(10);
		}
		assertThat(recent.lastOf("id1000")).isEqualTo(1000);
		assertThat(recent.lastOf("id1")).isGreaterThanOrEqualTo(1).isLessThan(1000);
	}

	@Test
	void numberRecordedLateDoesNotMakeAForgottenIdYounger() {
		RecentEvictions recent = new RecentEvictions(10);
		recent.record("a", () -> 100);
		for (int i = 1; i <= 1000; i++) {
			long number = 100 + i;
			recent.record("id" + i, () -> number);
		}
		recent.record("a", () -> 5);
		assertThat(recent.lastOf("a")).isGreaterThanOrEqualTo(100);
	}

	@Test
	void idNeverLooksYoungerThanItIsWhileOthersAreForgotten() throws Exception {
		int threads = 4;
		RecentEvictions recent = new RecentEvictions(64);
		AtomicLong numbers = new AtomicLong();
		AtomicLong violations = new AtomicLong();
		CountDownLatch done = new CountDownLatch(threads);
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			for (int thread = 0; thread < threads; thread++) {
				int base = thread * 1_000_000;
				executor.execute(() -> {
					for (int i = 0; i < 20_000; i++) {
						long number = numbers.incrementAndGet();
						recent.record(base + i, () -> number);
						if (recent.lastOf(base + i) < number) {
							violations.incrementAndGet();
						}
					}
					done.countDown();
				});
			}
			assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			executor.shutdownNow();
		}
		assertThat(violations).hasValue(0);
		assertThat(recent.size()).isLessThanOrEqualTo(64 + threads);
	}

}
