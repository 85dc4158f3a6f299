package io.perfstarter.async.limit;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The place of one running request in the limiter. It is released once, even if the end
 * of the request is reported several times. Thread-safe.
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
