package io.perfstarter.reporting.pool;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Histogram}.
 */
class HistogramTests {

	private final Histogram histogram = new Histogram();

	@Test
	void withoutTimesThereIsNone() {
		assertThat(this.histogram.quantile(0.95)).isZero();
		assertThat(this.histogram.count()).isZero();
	}

	@ParameterizedTest
	@ValueSource(
			longs = { 0, 1, 7, 8, 15, 16, 17, 100, 1_023, 1_024, 123_456_789, 86_400_000_000_000L, Long.MAX_VALUE })
	void aTimeIsKnownToAnEighth(long nanos) {
		this.histogram.add(nanos);
		assertThat(this.histogram.quantile(0.5)).isBetween(nanos, nanos + Math.min(nanos / 8, Long.MAX_VALUE - nanos));
	}

	@Test
	void timesBelowZeroAreNone() {
		this.histogram.add(-5);
		assertThat(this.histogram.quantile(1)).isZero();
		assertThat(this.histogram.count()).isEqualTo(1);
	}

	@Test
	void whatAShareDoesNotExceed() {
		for (int i = 1; i <= 100; i++) {
			this.histogram.add(i * 1_000_000);
		}
		assertThat(this.histogram.quantile(0.5)).isBetween(50_000_000L, 57_000_000L);
		assertThat(this.histogram.quantile(0.95)).isBetween(95_000_000L, 107_000_000L);
		assertThat(this.histogram.quantile(0)).isBetween(1_000_000L, 1_130_000L);
	}

	@Test
	void oneOutlierIsNotNinetyFiveOfAHundred() {
		for (int i = 0; i < 99; i++) {
			this.histogram.add(10);
		}
		this.histogram.add(1_000_000);
		assertThat(this.histogram.quantile(0.95)).isEqualTo(10);
		assertThat(this.histogram.quantile(1)).isGreaterThanOrEqualTo(1_000_000);
	}

	@Test
	void beginsAnew() {
		this.histogram.add(1_000);
		this.histogram.clear();
		assertThat(this.histogram.count()).isZero();
		assertThat(this.histogram.quantile(1)).isZero();
	}

}
