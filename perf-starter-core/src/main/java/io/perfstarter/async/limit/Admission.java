package io.perfstarter.async.limit;

/**
 * A request in the limiter. Guarded by the lock of the limiter, which it gives its place
 * back to once.
 */
final class Admission {

	private final RequestLimiter limiter;

	private long since;

	Admission(RequestLimiter limiter) {
		this.limiter = limiter;
	}

	void leave() {
		this.limiter.leave(this);
	}

	void run(long now) {
		this.since = now;
	}

	/**
	 * Returns the time since which it has its place.
	 */
	long since() {
		return this.since;
	}

}
