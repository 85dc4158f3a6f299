package io.perfstarter.reporting.pool;

import java.util.Arrays;

/**
 * Counts times in classes that are at most an eighth of their time wide. Not thread-safe.
 */
final class Histogram {

	/**
	 * How many classes there are from one power of two to the next, as a power of two.
	 */
	private static final int FINE = 3;

	private final long[] counts = new long[Long.SIZE << FINE];

	private long count;

	void add(long nanos) {
		this.counts[indexOf(Math.max(0, nanos))]++;
		this.count++;
	}

	long count() {
		return this.count;
	}

	/**
	 * What a share of the times does not exceed.
	 * @param share from 0 to 1
	 * @return the upper end of its class, 0 if there are no times
	 */
	long quantile(double share) {
		long rank = (long) Math.ceil(share * this.count);
		long seen = 0;
		for (int i = 0; i < this.counts.length; i++) {
			seen += this.counts[i];
			if (seen >= rank && seen > 0) {
				return upperEnd(i);
			}
		}
		return 0;
	}

	void clear() {
		Arrays.fill(this.counts, 0);
		this.count = 0;
	}

	private static int indexOf(long nanos) {
		int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1);
		if (power < FINE) {
			return (int) nanos;
		}
		int shift = power - FINE;
		return (shift << FINE) + (int) (nanos >>> shift);
	}

	private static long upperEnd(int index) {
		if (index < 2 << FINE) {
			return index;
		}
		int shift = (index >> FINE) - 1;
		long lower = (long) (index - (shift << FINE)) << shift;
		return lower + (1L << shift) - 1;
	}

}
