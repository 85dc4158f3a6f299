package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import io.perfstarter.reporting.window.Histogram.Times;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Histogram}.
 */
class HistogramTests {

	private static final double ERROR = 0.0079;

	private final Histogram histogram = new Histogram();

	@Test
	void nothingIsZero() {
		Times times = this.histogram.take();
		assertThat(times.count()).isZero();
		assertThat(times.quantile(0.5)).isZero();
	}

	@Test
	void everySizeIsKnownToItsError() {
		for (long nanos = 1; nanos * 2 < Histogram.LONGEST; nanos *= 2) {
			for (long time : new long[] { nanos - 1, nanos, nanos + nanos / 3, nanos + (nanos - 1) }) {
				this.histogram.add(time);
				assertThat((double) this.histogram.take().quantile(1)).isLessThanOrEqualTo(time)
					.isCloseTo(time, within(time * ERROR));
			}
		}
		this.histogram.add(Long.MAX_VALUE);
		assertThat((double) this.histogram.take().quantile(1)).isCloseTo(Histogram.LONGEST,
				within(Histogram.LONGEST * ERROR));
	}

	@Test
	void timesThatWouldBeNegativeAreNone() {
		this.histogram.add(-5);
		assertThat(this.histogram.take().quantile(1)).isZero();
	}

	@Test
	void quantilesAreThoseOfTheTimes() {
		long seed = new Random().nextLong();
		long[] times = new Random(seed).longs(10_001, 1_000, 1_000_000_000).sorted().toArray();
		Arrays.stream(times).forEach(this.histogram::add);
		Times taken = this.histogram.take();
		assertThat(taken.count()).isEqualTo(times.length);
		for (double component : new double[] { 0.01, 0.5, 0.99, 1 }) {
			long exact = times[(int) Math.ceil(component * times.length) - 1];
			assertThat((double) taken.quantile(component)).as("seed %d", seed).isCloseTo(exact, within(exact * ERROR));
		}
	}

	@Test
	void whatIsTakenIsOut() {
		this.histogram.add(1_000_000);
		assertThat(this.histogram.take().count()).isOne();
		assertThat(this.histogram.take().count()).isZero();
	}

	@Test
	void noTimeOfManyThreadsIsLost() {
		IntStream.range(0, 100_000).parallel().forEach(this.histogram::add);
		assertThat(this.histogram.take().count()).isEqualTo(100_000);
	}

}
