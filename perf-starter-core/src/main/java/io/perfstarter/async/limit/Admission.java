package io.perfstarter.async.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request in the limiter, which gives its place back once. Thread-safe.
 */
final class Admission {

	/**
	 * How long an asynchronous request may take beyond its own timeout, if any, until it
	 * counts as forgotten.
	 */
	static final long LAST_RESORT = TimeUnit.MINUTES.toNanos(10);

	private final RequestLimiter limiter;

	private final long since;

	private final AtomicBoolean left = new AtomicBoolean();

	private volatile long overdueAt;

	Admission(RequestLimiter limiter, long since) {
		this.limiter = limiter;
		this.since = since;
	}

	/**
	 * Keeps the place of an asynchronous request until its end is reported.
	 * @param timeoutMillis the timeout of the request, not positive if it has none
	 */
	void keep(long timeoutMillis) {
		this.overdueAt = this.limiter.now() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis)) + LAST_RESORT;
		this.limiter.kept(this);
	}

	boolean isOverdue(long now) {
		return now - this.overdueAt >= 0;
	}

	void leave() {
		if (this.left.compareAndSet(false, true)) {
			this.limiter.leave(this, this.since);
		}
	}

}
