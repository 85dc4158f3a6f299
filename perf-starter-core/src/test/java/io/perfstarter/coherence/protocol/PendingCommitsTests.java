package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingCommits}.
 */
class PendingCommitsTests {

	private final AtomicLong clock = new AtomicLong(-1_000);

	private final PendingCommits commits = new PendingCommits(this.clock::get,
			new FreshnessWatermark(Duration.ofSeconds(15), this.clock::get));

	@Test
	void nothingIsUnderWay() {
		assertThat(this.commits.oldestAge()).isZero();
	}

	@Test
	void theOldestCounts() {
		Runnable first = this.commits.begin(List.of("tickets"));
		this.clock.addAndGet(700);
		Runnable second = this.commits.begin(List.of("tickets"));
		this.clock.addAndGet(800);
		assertThat(this.commits.oldestAge()).isEqualTo(1_500);
		first.run();
		assertThat(this.commits.oldestAge()).isEqualTo(800);
		second.run();
		assertThat(this.commits.oldestAge()).isZero();
	}

	@Test
	void mayEndMoreThanOnce() {
		Runnable first = this.commits.begin(List.of("tickets"));
		Runnable second = this.commits.begin(List.of("tickets"));
		this.clock.addAndGet(5);
		first.run();
		first.run();
		assertThat(this.commits.oldestAge()).isEqualTo(5);
		second.run();
		first.run();
		assertThat(this.commits.oldestAge()).isZero();
	}

	@Test
	void changesCountForTheCachesThatTheyName() {
		Runnable tickets = this.commits.begin(List.of("tickets", "tickets"));
		this.clock.addAndGet(10);
		Runnable both = this.commits.begin(List.of("tickets", "zones"));
		this.clock.addAndGet(20);
		assertThat(this.commits.ages()).isEqualTo(new PendingAges(0, Map.of("tickets", 30L, "zones", 20L), Map.of()));
		assertThat(this.commits.oldestAge()).isEqualTo(30);
		tickets.run();
		assertThat(this.commits.ages()).isEqualTo(new PendingAges(0, Map.of("tickets", 20L, "zones", 20L), Map.of()));
		both.run();
		both.run();
		assertThat(this.commits.ages()).isEqualTo(PendingAges.NONE);
	}

	@Test
	void theLastDoubtAboutACacheCounts() {
		assertThat(this.commits.doubt("tickets")).isTrue();
		this.clock.addAndGet(10);
		this.commits.doubt("tickets");
		this.clock.addAndGet(5);
		this.commits.doubt("zones");
		this.clock.addAndGet(20);
		assertThat(this.commits.ages()).isEqualTo(new PendingAges(0, Map.of(), Map.of("tickets", 25L, "zones", 20L)));
		assertThat(this.commits.oldestAge()).isZero();
		this.commits.leaving(true);
		assertThat(this.commits.doubt("tickets")).isFalse();
	}

	@Test
	void changeOfNoCacheIsNotPending() {
		this.commits.begin(List.of());
		this.clock.addAndGet(10);
		assertThat(this.commits.ages()).isEqualTo(PendingAges.NONE);
	}

	/**
	 * The last value that a thread has told must be that of the set.
	 */
	@Test
	void watermarkIsThatOfTheOldestChangeWhateverEndsAtOnce() throws Exception {
		FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime);
		PendingCommits concurrent = new PendingCommits(System::nanoTime, watermark);
		CacheWatermark tickets = watermark.forCache("tickets");
		long before = System.nanoTime();
		Runnable oldest = concurrent.begin(List.of("tickets"));
		long after = System.nanoTime();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		for (int i = 0; i < 4; i++) {
			threads.execute(() -> {
				for (int change = 0; change < 5_000; change++) {
					concurrent.begin(List.of("tickets", "zones")).run();
				}
			});
		}
		threads.shutdown();
		assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		assertThat(tickets.upTo()).isBetween(before, after);
		assertThat(watermark.forCache("zones").upTo()).isEqualTo(FreshnessWatermark.ALWAYS);
		oldest.run();
		assertThat(tickets.upTo()).isEqualTo(FreshnessWatermark.ALWAYS);
		assertThat(concurrent.ages()).isEqualTo(PendingAges.NONE);
	}

}
