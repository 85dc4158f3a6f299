package io.perfstarter.async.limit;

import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.client.ClientWaitListener;

/**
 * A request in the limiter. While it waits for its client, the limiter may give its place
 * to another request; it then gets a place again before it goes on. Thread-safe: a
 * request that goes on and the limiter that takes its place compete for one atomic state,
 * and it gets a place only under the lock of the limiter.
 */
final class Admission implements ClientWaitListener {

	private static final long RUNNING = -1;

	private static final long WITHOUT_PLACE = -2;

	private static final long OVER = -3;

	private final RequestLimiter limiter;

	// One of the above, or the time since which it waits for its client.
	private final AtomicLong state = new AtomicLong(WITHOUT_PLACE);

	private volatile long clientWait;

	// The following are guarded by the lock of the limiter.

	private long since;

	private long held;

	Admission(RequestLimiter limiter) {
		this.limiter = limiter;
	}

	void leave() {
		this.limiter.leave(this);
	}

	@Override
	public void beginClientWait() {
		this.state.compareAndSet(RUNNING, this.limiter.now());
	}

	/**
	 * Goes on, if necessary after waiting for a place. If several threads of the request
	 * wait for the client, the first one that goes on ends the wait of all.
	 */
	@Override
	public void endClientWait() {
		long now = this.limiter.now();
		long current = this.state.get();
		while (current != RUNNING && current != OVER) {
			if (current == WITHOUT_PLACE) {
				this.limiter.comeBack(this);
			}
			else if (this.state.compareAndSet(current, RUNNING)) {
				// An update that another thread of the request overwrites only lets it
				// wait for a little longer.
				this.clientWait += Math.max(0, now - current);
			}
			current = this.state.get();
		}
	}

	/**
	 * Returns how long the request may still wait for its client before the limiter may
	 * take its place.
	 */
	long clientWaitLeft(long now, long allowed) {
		long current = this.state.get();
		return allowed - this.clientWait - ((current >= 0) ? now - current : 0);
	}

	/**
	 * Takes the place of the request if it waits for its client and has done so for long
	 * enough.
	 */
	boolean giveUp(long now, long allowed) {
		long current = this.state.get();
		if (current < 0 || this.clientWait + now - current < allowed
				|| !this.state.compareAndSet(current, WITHOUT_PLACE)) {
			return false;
		}
		this.clientWait = allowed;
		this.held += now - this.since;
		return true;
	}

	void run(long now) {
		this.since = now;
		this.state.set(RUNNING);
	}

	/**
	 * Ends the request.
	 * @return the time for which it had a place
	 */
	long end(long now) {
		this.state.set(OVER);
		return this.held + now - this.since;
	}

	boolean isWithoutPlace() {
		return this.state.get() == WITHOUT_PLACE;
	}

}
