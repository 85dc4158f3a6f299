package io.perfstarter.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerEndpoint.RecentIds}.
 */
class RecentIdsTests {

	private final AtomicLong clock = new AtomicLong(1_000_000);

	private final PeerEndpoint.RecentIds ids = new PeerEndpoint.RecentIds(3, Duration.ofSeconds(60), this.clock::get);

	@Test
	void knowsAnIdUntilTheWindowHasPassed() {
		assertThat(this.ids.add("a")).isNull();
		this.clock.addAndGet(60_000);
		assertThat(this.ids.add("a")).isEqualTo(Refusal.REPLAY);
		this.clock.addAndGet(1);
		assertThat(this.ids.add("a")).isNull();
	}

	@Test
	void refusesRatherThanForgets() {
		this.ids.add("a");
		this.clock.addAndGet(10_000);
		this.ids.add("b");
		this.ids.add("c");
		assertThat(this.ids.add("d")).isEqualTo(Refusal.LOAD);
		assertThat(this.ids.add("a")).isEqualTo(Refusal.REPLAY);
		this.clock.addAndGet(50_001);
		assertThat(this.ids.add("d")).isNull();
		assertThat(this.ids.add("b")).isEqualTo(Refusal.REPLAY);
	}

	@Test
	void oneOfManyThreadsAddsAnIdAndTheBoundHolds() throws Exception {
		PeerEndpoint.RecentIds shared = new PeerEndpoint.RecentIds(500, Duration.ofSeconds(60), this.clock::get);
		AtomicInteger added = new AtomicInteger();
		AtomicInteger full = new AtomicInteger();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			List<Future<?>> done = new ArrayList<>();
			for (int thread = 0; thread < 4; thread++) {
				done.add(threads.submit(() -> {
					for (int id = 0; id < 1000; id++) {
						Refusal refusal = shared.add("id-" + id);
						if (refusal == null) {
							added.incrementAndGet();
						}
						else if (refusal == Refusal.LOAD) {
							full.incrementAndGet();
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
