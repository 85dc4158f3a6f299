package io.perfstarter.routing.connection;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The last write, the chosen replica and the reads from replicas of a request, or of a
 * thread outside of requests, and of all tasks that they have handed over. Thread-safe.
 */
final class ReadScope {

	private final boolean request;

	private final AtomicLong lastWrite = new AtomicLong(Sampler.NEVER);

	private volatile long ownWrite = Sampler.NEVER;

	private volatile @Nullable String replica;

	private final ReplicaReads reads = new ReplicaReads();

	/**
	 * Creates a scope without a write.
	 * @param request whether it is the scope of a request, not of a thread
	 */
	ReadScope(boolean request) {
		this.request = request;
	}

	/**
	 * Returns whether this is the scope of a request, so that its reads can use one
	 * replica.
	 */
	boolean isRequest() {
		return this.request;
	}

	/**
	 * Returns the time up to which reads must see all writes, {@link Sampler#NEVER} if
	 * they need not see any.
	 */
	long lastWrite() {
		return this.lastWrite.get();
	}

	/**
	 * Returns the time of a recent write of this scope itself, {@link Sampler#NEVER} if
	 * there was none. It differs after each write, and is not later than
	 * {@link #lastWrite()}.
	 */
	long ownWrite() {
		return this.ownWrite;
	}

	/**
	 * Records a write.
	 * @param now the time after the commit
	 */
	void wrote(long now) {
		mustFind(now);
		this.ownWrite = now;
	}

	/**
	 * Requires that reads see all writes up to a time.
	 */
	void mustFind(long moment) {
		this.lastWrite.accumulateAndGet(moment,
				(last, given) -> (last == Sampler.NEVER || given - last > 0) ? given : last);
	}

	@Nullable String replica() {
		return this.replica;
	}

	void replica(String chosen) {
		this.replica = chosen;
	}

	/**
	 * Records a read from a replica.
	 * @param now the current time
	 * @param horizon the freshness horizon of the replica
	 */
	void read(long now, long horizon) {
		this.reads.read(now, horizon);
	}

	long knownAt(long loadedAt) {
		return this.reads.knownAt(loadedAt);
	}

}
