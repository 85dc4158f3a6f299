package io.perfstarter.async.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * A request in the limiter, which gives its place back once. As a listener, it does so at
 * the end of an asynchronous request. Thread-safe.
 */
final class Admission implements AsyncListener {

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
	 * Keeps the place until the end of an asynchronous request.
	 */
	void keepFor(AsyncContext request) {
		long timeout = TimeUnit.MILLISECONDS.toNanos(Math.max(0, request.getTimeout()));
		this.overdueAt = this.limiter.now() + timeout + LAST_RESORT;
		this.limiter.kept(this);
		request.addListener(this);
	}

	boolean isOverdue(long now) {
		return now - this.overdueAt >= 0;
	}

	void leave() {
		if (this.left.compareAndSet(false, true)) {
			this.limiter.leave(this, this.since);
		}
	}

	@Override
	public void onComplete(AsyncEvent event) {
		leave();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		leave();
	}

	@Override
	public void onError(AsyncEvent event) {
		leave();
	}

	/**
	 * Registers this listener again, because a new asynchronous dispatch removes it.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
		keepFor(event.getAsyncContext());
	}

}
