package io.perfstarter.reporting.ledger;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many times were how long. Each power of two has eight buckets, so a time is known
 * to 6.25 %, whatever its size, in 4 kB. Thread-safe.
 */
final class Histogram {

	private static final int BITS = 3;

	private static final int BUCKETS_PER_POWER = 1 << BITS;

	private static final int BUCKETS = (Long.SIZE - 1 - BITS + 1) * BUCKETS_PER_POWER;

	private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

	void add(long nanos) {
		this.counts.incrementAndGet(bucket(Math.max(0, nanos)));
	}

	/**
	 * Takes out what is in it.
	 */
	Times take() {
		long[] taken = new long[BUCKETS];
		long count = 0;
		for (int bucket = 0; bucket < BUCKETS; bucket++) {
			taken[bucket] = (this.counts.get(bucket) != 0) ? this.counts.getAndSet(bucket, 0) : 0;
			count += taken[bucket];
		}
		return new Times(taken, count);
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
	 * What was taken out.
	 *
	 * @param buckets how many are in each bucket
	 * @param count how many there are
	 */
	record Times(long[] buckets, long count) {

		/**
		 * How long a part of them took at most.
		 * @param part from 0 to 1
		 * @return in nanoseconds, 0 if there are none
		 */
		long quantile(double part) {
			long rank = Math.max(1, (long) Math.ceil(part * this.count));
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
