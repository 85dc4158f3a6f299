package io.perfstarter.reporting.pool;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OverlappingTime}.
 */
class OverlappingTimeTests {

	private final OverlappingTime time = new OverlappingTime();

	@Test
	void oneAfterTheOtherIsTheSum() {
		this.time.begin(10, 0);
		this.time.end(15, 0);
		this.time.begin(20, 0);
		this.time.end(23, 0);
		assertThat(this.time.take(99, 0)).isEqualTo(8);
		assertThat(this.time.take(99, 0)).isZero();
	}

	@Test
	void whatOverlapsCountsOnce() {
		this.time.begin(10, 0);
		this.time.begin(12, 0);
		this.time.end(15, 0);
		assertThat(this.time.isRunning()).isTrue();
		this.time.end(20, 0);
		assertThat(this.time.isRunning()).isFalse();
		assertThat(this.time.take(99, 0)).isEqualTo(10);
	}

	@Test
	void stopsDoNotCount() {
		this.time.begin(10, 3);
		this.time.end(30, 10);
		assertThat(this.time.take(99, 50)).isEqualTo(13);
	}

	@Test
	void whatStillGoesOnCountsInPart() {
		this.time.begin(10, 0);
		assertThat(this.time.take(14, 1)).isEqualTo(3);
		this.time.end(20, 1);
		assertThat(this.time.take(20, 1)).isEqualTo(6);
	}

	@Test
	void aClockThatWasReadBeforeTheBeginCountsNothing() {
		this.time.begin(10, 2);
		assertThat(this.time.take(8, 1)).isZero();
		this.time.end(12, 2);
		assertThat(this.time.take(12, 2)).isEqualTo(2);
	}

	@Test
	void anEndWithoutABeginIsNothing() {
		this.time.end(10, 0);
		assertThat(this.time.take(10, 0)).isZero();
		this.time.begin(20, 0);
		assertThat(this.time.isRunning()).isTrue();
	}

}
