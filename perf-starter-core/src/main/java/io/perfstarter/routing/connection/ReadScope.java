package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The last write, the chosen replica and the reads from replicas of one request, or of
 * one thread outside of requests. Includes all tasks that the request or thread has
 * submitted. Thread-safe; the lock guards memory only.
 *
 * <p>
 * Remembers only reads with a lower horizon than all later reads. Beyond 16 of them it
 * merges the oldest, which makes values look older than they are.
 */
final class ReadScope {

	private static final int REMEMBERED = 16;

	private final boolean request;

	private final AtomicLong lastWrite = new AtomicLong(Sampler.NEVER);

	private volatile long ownWrite = Sampler.NEVER;

	private volatile @Nullable String replica;

	// By ascending time and horizon; guarded by this.
	private final List<Read> reads = new ArrayList<>();

	/**
	 * Creates a scope without a write.
	 * @param request whether it is the scope of a request, not of a thread
	 */
	ReadScope(boolean request) {
		this.request = request;
	}

	/**
	 * Returns whether this is the scope of a request, whose reads can use one replica.
	 */
	boolean isRequest() {
		return this.request;
	}

	/**
	 * Returns the time up to which reads must see all writes, {@link Sampler#NEVER} if no
	 * write is required.
	 */
	long lastWrite() {
		return this.lastWrite.get();
	}

	/**
	 * Returns the time of a recent write of this scope, not of a token,
	 * {@link Sampler#NEVER} if there was none. The time differs after each write, and is
	 * not later than {@link #lastWrite()}.
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
	synchronized void read(long now, long horizon) {
		// Several threads may record their reads out of order.
		long time = (this.reads.isEmpty() || now - lastRead().time > 0) ? now : lastRead().time;
		while (!this.reads.isEmpty() && lastRead().horizon >= horizon) {
			this.reads.remove(this.reads.size() - 1);
		}
		if (this.reads.size() == REMEMBERED) {
			Read oldest = this.reads.remove(0);
			this.reads.set(0, new Read(this.reads.get(0).time, oldest.horizon));
		}
		this.reads.add(new Read(time, horizon));
	}

	private Read lastRead() {
		return this.reads.get(this.reads.size() - 1);
	}

	/**
	 * Returns a time at which a value was certainly current.
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
	 * @param time when the read began, or later
	 * @param horizon the freshness horizon of the replica
	 */
	private record Read(long time, long horizon) {
	}

}
