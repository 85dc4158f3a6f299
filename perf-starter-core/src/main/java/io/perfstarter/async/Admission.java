package io.perfstarter.async;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The permit of one request, which is given back once, however often it is said that the
 * request is over. Thread-safe.
 */
final class Admission {

	private final RequestLimiter limiter;

	private final long since;

	private final AtomicBoolean over = new AtomicBoolean();

	Admission(RequestLimiter limiter, long since) {
		this.limiter = limiter;
		this.since = since;
	}

	void leave() {
		if (this.over.compareAndSet(false, true)) {
			this.limiter.leave(this.since);
		}
	}

}
