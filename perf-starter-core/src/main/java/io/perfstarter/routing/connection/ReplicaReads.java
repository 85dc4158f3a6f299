package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;

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

	// By ascending time and horizon.
	private final ThreadLocal<@Nullable List<Read>> reads = new ThreadLocal<>();

	/**
	 * Records a read from a replica.
	 * @param now the current time
	 * @param horizon the freshness horizon of the replica
	 */
	void read(long now, long horizon) {
		List<Read> own = this.reads.get();
		if (own == null) {
			own = new ArrayList<>(REMEMBERED);
			this.reads.set(own);
		}
		while (!own.isEmpty() && own.get(own.size() - 1).horizon >= horizon) {
			own.remove(own.size() - 1);
		}
		if (own.size() == REMEMBERED) {
			Read oldest = own.remove(0);
			own.set(0, new Read(own.get(0).time, oldest.horizon));
		}
		own.add(new Read(now, horizon));
	}

	/**
	 * Returns the time at which a value is known to have been current.
	 * @param loadedAt when the reads for the value began
	 */
	long knownAt(long loadedAt) {
		List<Read> own = this.reads.get();
		if (own != null) {
			for (Read read : own) {
				if (read.time - loadedAt >= 0) {
					return Math.min(loadedAt, read.horizon);
				}
			}
		}
		return loadedAt;
	}

	/**
	 * A read from a replica.
	 *
	 * @param time when it began
	 * @param horizon the freshness horizon of the replica
	 */
	private record Read(long time, long horizon) {
	}

}
