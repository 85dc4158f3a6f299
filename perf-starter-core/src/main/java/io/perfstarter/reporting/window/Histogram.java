package io.perfstarter.reporting.window;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * How many times were how long. Each power of two has eight buckets, so a time is known
 * to 6.25 %, whatever its size, in 4 kB. Thread-safe.
 */
public final class Histogram {

	private static final int BITS = 3;

	private static final int BUCKETS_PER_POWER = 1 << BITS;

	private static final int BUCKETS = (Long.SIZE - 1 - BITS + 1) * BUCKETS_PER_POWER;

	private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

	/**
	 * Adds a time.
	 * @param nanos in nanoseconds; less than 0 is 0
	 */
	public void add(long nanos) {
		this.counts.incrementAndGet(bucket(Math.max(0, nanos)));
	}

	/**
	 * Takes out what is in it.
	 * @return the times
	 */
	public Times take() {
		return times((bucket) -> (this.counts.get(bucket) != 0) ? this.counts.getAndSet(bucket, 0) : 0);
	}

	/**
	 * Reads what is in it.
	 * @return the times, which stay
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
	 * Times that were added.
	 *
	 * @param buckets how many are in each bucket
	 * @param count how many there are
	 */
	public record Times(long[] buckets, long count) {

		/**
		 * How long a part of them took at most.
		 * @param component from 0 to 1
		 * @return in nanoseconds, 0 if there are none
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
