package io.perfstarter.reporting.pool;

/**
 * Measures the time in which at least one of several overlapping operations is in
 * progress, without JVM pauses. Not thread-safe.
 */
final class OverlappingTime {

	private int running;

	private long since;

	private long stoppedBefore;

	private long nanos;

	void begin(long now, long stopped) {
		if (this.running++ == 0) {
			this.since = now;
			this.stoppedBefore = stopped;
		}
	}

	void end(long now, long stopped) {
		if (this.running > 0) {
			count(now, stopped);
			this.running--;
		}
	}

	boolean isRunning() {
		return this.running > 0;
	}

	/**
	 * Returns the time since the last call, including operations in progress.
	 */
	long take(long now, long stopped) {
		if (this.running > 0) {
			count(now, stopped);
		}
		long taken = this.nanos;
		this.nanos = 0;
		return taken;
	}

	private void count(long now, long stopped) {
		this.nanos += Math.max(0, now - this.since - (stopped - this.stoppedBefore));
		// The clock may have been read before the operation started.
		this.since = Math.max(this.since, now);
		this.stoppedBefore = Math.max(this.stoppedBefore, stopped);
	}

}
