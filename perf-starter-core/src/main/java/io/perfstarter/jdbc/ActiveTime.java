package io.perfstarter.jdbc;

/**
 * Measures the time in which at least one of several overlapping operations runs. JVM
 * pauses do not count. Not thread-safe.
 */
final class ActiveTime {

	private int running;

	private long since;

	private long pausedBefore;

	private long nanos;

	void begin(long now, long paused) {
		if (this.running++ == 0) {
			this.since = now;
			this.pausedBefore = paused;
		}
	}

	void end(long now, long paused) {
		if (this.running == 1) {
			this.nanos = total(now, paused);
		}
		this.running = Math.max(0, this.running - 1);
	}

	boolean isRunning() {
		return this.running > 0;
	}

	/**
	 * Returns the time so far, including running operations.
	 */
	long total(long now, long paused) {
		return isRunning() ? this.nanos + Math.max(0, now - this.since - (paused - this.pausedBefore)) : this.nanos;
	}

}
