package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * Tracks how old the values may be that a scope has read from replicas.
 *
 * <p>
 * Answers for all reads since a given time. Only reads with a lower horizon than all
 * later ones are remembered. If there are more than 16 of them, the oldest are merged,
 * which makes values look older than they are. Thread-safe; the lock guards memory only.
 */
final class ReplicaReads {

	private static final int REMEMBERED = 16;

	// By ascending time and horizon; guarded by this.
	private final List<Read> reads = new ArrayList<>();

	/**
	 * Records a read from a replica.
	 * @param now the current time
	 * @param horizon the freshness horizon of the replica
	 */
	synchronized void read(long now, long horizon) {
		// Reads of several threads may be recorded out of order.
		long time = (this.reads.isEmpty() || now - last().time > 0) ? now : last().time;
		while (!this.reads.isEmpty() && last().horizon >= horizon) {
			this.reads.remove(this.reads.size() - 1);
		}
		if (this.reads.size() == REMEMBERED) {
			Read oldest = this.reads.remove(0);
			this.reads.set(0, new Read(this.reads.get(0).time, oldest.horizon));
		}
		this.reads.add(new Read(time, horizon));
	}

	private Read last() {
		return this.reads.get(this.reads.size() - 1);
	}

	/**
	 * Returns the time at which a value is known to have been current.
	 * @param loadedAt when the reads for the value began
	 */
	synchronized long knownAt(long loadedAt) {
		for (Read read : this.reads) {
			if (read.time - loadedAt >= 0) {
				return Math.min(loadedAt, read.horizon);
			}
		}
		return loadedAt;
	}

	/**
	 * A read from a replica.
	 *
	 * @param time when it began, or later
	 * @param horizon the freshness horizon of the replica
	 */
	private record Read(long time, long horizon) {
	}

}
