package io.perfstarter.coherence.protocol;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingCommits}.
 */
class PendingCommitsTests {

	private final AtomicLong clock = new AtomicLong(-1_000);

	private final PendingCommits commits = new PendingCommits(this.clock::get);

	@Test
	void nothingIsUnderWay() {
		assertThat(this.commits.oldestAge()).isZero();
	}

	@Test
	void theOldestCounts() {
		Runnable first = this.commits.begin();
		this.clock.addAndGet(700);
		Runnable second = this.commits.begin();
		this.clock.addAndGet(800);
		assertThat(this.commits.oldestAge()).isEqualTo(1_500);
		first.run();
		assertThat(this.commits.oldestAge()).isEqualTo(800);
		second.run();
		assertThat(this.commits.oldestAge()).isZero();
	}

	@Test
	void mayEndMoreThanOnce() {
		Runnable first = this.commits.begin();
		Runnable second = this.commits.begin();
		this.clock.addAndGet(5);
		first.run();
		first.run();
		assertThat(this.commits.oldestAge()).isEqualTo(5);
		second.run();
		first.run();
		assertThat(this.commits.oldestAge()).isZero();
	}

}
