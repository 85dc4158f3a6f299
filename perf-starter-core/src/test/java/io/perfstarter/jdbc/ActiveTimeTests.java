package io.perfstarter.jdbc;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionUsage.ActiveTime}.
 */
class ActiveTimeTests {

	private final ConnectionUsage.ActiveTime time = new ConnectionUsage.ActiveTime();

	@Test
	void separateOperationsAddUp() {
		this.time.begin(10, 0);
		this.time.end(15, 0);
		this.time.begin(20, 0);
		this.time.end(23, 0);
		assertThat(this.time.total(99, 0)).isEqualTo(8);
	}

	@Test
	void overlappingOperationsCountOnce() {
		this.time.begin(10, 0);
		this.time.begin(12, 0);
		this.time.end(15, 0);
		assertThat(this.time.isRunning()).isTrue();
		this.time.end(20, 0);
		assertThat(this.time.isRunning()).isFalse();
		assertThat(this.time.total(99, 0)).isEqualTo(10);
	}

	@Test
	void pausesDoNotCount() {
		this.time.begin(10, 3);
		this.time.end(30, 10);
		assertThat(this.time.total(99, 50)).isEqualTo(13);
	}

	@Test
	void runningOperationCountsSoFar() {
		this.time.begin(10, 0);
		assertThat(this.time.total(14, 1)).isEqualTo(3);
		this.time.end(20, 1);
		assertThat(this.time.total(99, 1)).isEqualTo(9);
	}

	@Test
	void clockThatWasReadBeforeTheBeginCountsNothing() {
		this.time.begin(10, 2);
		assertThat(this.time.total(8, 1)).isZero();
		this.time.end(12, 2);
		assertThat(this.time.total(12, 2)).isEqualTo(2);
	}

	@Test
	void endWithoutBeginIsIgnored() {
		this.time.end(10, 0);
		assertThat(this.time.total(10, 0)).isZero();
		this.time.begin(20, 0);
		assertThat(this.time.isRunning()).isTrue();
	}

}
