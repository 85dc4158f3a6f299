package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * Tracks how old the values may be that the current thread has read from replicas.
 *
 * <p>
 * Answers for all reads since a given time. Only reads with a lower horizon than all
 * later ones are remembered. If there are more than 16 of them, the oldest are merged,
 * which makes values look older than they are. Thread-safe, because each thread sees only
 * its own reads.
 */
final class ReplicaReads {

	private static final int REMEMBERED = 16;

	private final ThreadLocal<@Nullable Reads> reads = new ThreadLocal<>();

	/**
	 * Records a read from a replica.
	 * @param now the current time
	 * @param horizon the freshness horizon of the replica
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
	 * Returns the time at which a value is known to have been current.
	 * @param loadedAt when the reads for the value began
	 */
	long knownAt(long loadedAt) {
		Reads own = this.reads.get();
		return (own != null) ? own.knownAt(loadedAt) : loadedAt;
	}

	/**
	 * The reads of one thread, by ascending time and horizon.
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
