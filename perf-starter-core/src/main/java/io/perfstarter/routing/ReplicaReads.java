package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

/**
 * How old the values may be that the calling thread has read from replicas.
 *
 * <p>
 * Asked for all reads since a moment. A read that no earlier one undercuts later makes
 * those before it superfluous, so few are remembered, and the oldest are joined when they
 * are too many, which makes values look older than they are. Thread-safe, because each
 * thread has its own.
 */
final class ReplicaReads {

	private static final int REMEMBERED = 16;

	private final ThreadLocal<@Nullable Reads> reads = new ThreadLocal<>();

	/**
	 * Something is read from a replica.
	 * @param now the time
	 * @param horizon the moment up to which the replica has everything
	 */
	void read(long now, long horizon) {
		Reads own = this.reads.get();
		if (own == null) {
			own = new Reads();
			this.reads.set(own);
		}
		own.add(now, horizon);
	}

	/**
	 * The moment for which a value is known to be true.
	 * @param loadedAt when the reads for it began
	 */
	long knownAt(long loadedAt) {
		Reads own = this.reads.get();
		return (own != null) ? own.knownAt(loadedAt) : loadedAt;
	}

	/**
	 * The reads of one thread, later ones with later horizons.
	 */
	private static final class Reads {

		private final long[] times = new long[REMEMBERED];

		private final long[] horizons = new long[REMEMBERED];

		private int size;

		void add(long now, long horizon) {
			while (this.size > 0 && this.horizons[this.size - 1] >= horizon) {
				this.size--;
			}
			if (this.size == REMEMBERED) {
				joinOldest();
			}
			this.times[this.size] = now;
			this.horizons[this.size] = horizon;
			this.size++;
		}

		private void joinOldest() {
			long oldest = this.horizons[0];
			System.arraycopy(this.times, 1, this.times, 0, REMEMBERED - 1);
			System.arraycopy(this.horizons, 1, this.horizons, 0, REMEMBERED - 1);
			this.horizons[0] = oldest;
			this.size--;
		}

		long knownAt(long loadedAt) {
			for (int i = 0; i < this.size; i++) {
				if (this.times[i] - loadedAt >= 0) {
					return Math.min(loadedAt, this.horizons[i]);
				}
			}
			return loadedAt;
		}

	}

}
