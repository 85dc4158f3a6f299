package io.perfstarter.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.peer.RecentIds.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecentIds}.
 */
class RecentIdsTests {

	private final AtomicLong clock = new AtomicLong(1_000_000);

	private final RecentIds ids = new RecentIds(3, Duration.ofSeconds(60), this.clock::get);

	@Test
	void knowsAnIdUntilTheWindowHasPassed() {
		assertThat(this.ids.add("a")).isEqualTo(Result.ADDED);
		this.clock.addAndGet(60_000);
		assertThat(this.ids.add("a")).isEqualTo(Result.KNOWN);
		this.clock.addAndGet(1);
		assertThat(this.ids.add("a")).isEqualTo(Result.ADDED);
	}

	@Test
	void refusesRatherThanForgets() {
		this.ids.add("a");
		this.clock.addAndGet(10_000);
		this.ids.add("b");
		this.ids.add("c");
		assertThat(this.ids.add("d")).isEqualTo(Result.FULL);
		assertThat(this.ids.add("a")).isEqualTo(Result.KNOWN);
		this.clock.addAndGet(50_001);
		assertThat(this.ids.add("d")).isEqualTo(Result.ADDED);
		assertThat(this.ids.add("b")).isEqualTo(Result.KNOWN);
	}

	@Test
	void oneOfManyThreadsAddsAnIdAndTheBoundHolds() throws Exception {
		RecentIds shared = new RecentIds(500, Duration.ofSeconds(60), this.clock::get);
		AtomicInteger added = new AtomicInteger();
		AtomicInteger full = new AtomicInteger();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			List<Future<?>> done = new ArrayList<>();
			for (int thread = 0; thread < 4; thread++) {
				done.add(threads.submit(() -> {
					for (int id = 0; id < 1000; id++) {
						switch (shared.add("id-" + id)) {
							case ADDED -> added.incrementAndGet();
							case FULL -> full.incrementAndGet();
							case KNOWN -> {
							}
						}
					}
				}));
			}
			for (Future<?> future : done) {
				future.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(added).hasValue(500);
		assertThat(full).hasValue(4 * 500);
	}

}
