package io.perfstarter.reporting.window;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Recorder;

/**
 * Records times with an error of less than 1 %, see
 * <a href="https://hdrhistogram.github.io/HdrHistogram/">HdrHistogram</a>. Thread-safe.
 */
public final class Histogram {

	/**
	 * The longest recorded time, in nanoseconds. It also stands for longer times.
	 */
	static final long LONGEST = TimeUnit.DAYS.toNanos(1);

	private static final int DIGITS = 2;

	private final Recorder recorder = new Recorder(DIGITS);

	/**
	 * Adds a time.
	 * @param nanos the time in nanoseconds; negative values count as 0
	 */
	public void add(long nanos) {
		this.recorder.recordValue(limited(nanos));
	}

	private static long limited(long nanos) {
		return Math.max(0, Math.min(nanos, LONGEST));
	}

	/**
	 * Returns the times since the last call, and resets them.
	 * @return the times
	 */
	public Times take() {
		return new Times(this.recorder.getIntervalHistogram());
	}

	/**
	 * Recorded times. Not thread-safe.
	 */
	public static final class Times {

		private final org.HdrHistogram.Histogram times;

		/**
		 * Creates an instance without times.
		 */
		public Times() {
			this(new org.HdrHistogram.Histogram(DIGITS));
		}

		private Times(org.HdrHistogram.Histogram times) {
			this.times = times;
		}

		/**
		 * Adds a time.
		 * @param nanos the time in nanoseconds; negative values count as 0
		 */
		public void add(long nanos) {
			this.times.recordValue(limited(nanos));
		}

		/**
		 * Returns the number of times.
		 * @return the number
		 */
		public long count() {
			return this.times.getTotalCount();
		}

		/**
		 * Returns a quantile.
		 * @param share the share of times that are not longer, from 0 to 1
		 * @return the time in nanoseconds, not longer than the longest one; 0 without
		 * times
		 */
		public long quantile(double share) {
			return this.times.lowestEquivalentValue(this.times.getValueAtPercentile(100 * share));
		}

	}

}
