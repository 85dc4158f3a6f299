package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Counts times in buckets. Each power of two has eight buckets, so the relative error is
 * at most 6.25 %, in 4 kB of memory. Thread-safe.
 */
public final class Histogram {

	private static final int BITS = 3;

	private static final int BUCKETS_PER_POWER = 1 << BITS;

	private static final int BUCKETS = (Long.SIZE - 1 - BITS + 1) * BUCKETS_PER_POWER;

	private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

	/**
	 * Adds a time.
	 * @param nanos the time in nanoseconds; negative values count as 0
	 */
	public void add(long nanos) {
		this.counts.incrementAndGet(bucket(Math.max(0, nanos)));
	}

	/**
	 * Returns the times since the last call, and resets them.
	 * @return the times
	 */
	public Times take() {
		return times((bucket) -> (this.counts.get(bucket) != 0) ? this.counts.getAndSet(bucket, 0) : 0);
	}

	/**
	 * Returns the times without resetting them.
	 * @return the times
	 */
	public Times read() {
		return times(this.counts::get);
	}

	private static Times times(IntToLongFunction counts) {
		long[] buckets = IntStream.range(0, BUCKETS).mapToLong(counts).toArray();
		return new Times(buckets, Arrays.stream(buckets).sum());
	}

	private static int bucket(long nanos) {
		if (nanos < BUCKETS_PER_POWER) {
			return (int) nanos;
		}
		int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - BITS;
		return (int) (nanos >>> shift) + shift * BUCKETS_PER_POWER;
	}

	private static long middle(int bucket) {
		if (bucket < BUCKETS_PER_POWER) {
			return bucket;
		}
		int shift = bucket / BUCKETS_PER_POWER - 1;
		long lowest = (long) (bucket - shift * BUCKETS_PER_POWER) << shift;
		return lowest + (1L << shift) / 2;
	}

	/**
	 * The recorded times.
	 *
	 * @param buckets the counts by bucket
	 * @param count the number of times
	 */
	public record Times(long[] buckets, long count) {

		/**
		 * Returns a quantile.
		 * @param component the quantile, from 0 to 1
		 * @return the approximate time in nanoseconds, 0 without times
		 */
		public long quantile(double component) {
			long rank = Math.max(1, (long) Math.ceil(component * this.count));
			long seen = 0;
			for (int bucket = 0; bucket < this.buckets.length; bucket++) {
				seen += this.buckets[bucket];
				if (seen >= rank) {
					return middle(bucket);
				}
			}
			return 0;
		}

	}

}
