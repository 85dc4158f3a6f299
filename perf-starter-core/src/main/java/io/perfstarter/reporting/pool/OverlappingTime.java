package io.perfstarter.reporting.pool;

/**
 * The time in which at least one of several things went on that may overlap, without the
 * time in which the JVM stood still. Not thread-safe.
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
	 * The time since this was asked last, with the part of what still goes on.
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
		// A clock may have been read before what it is to measure began.
		this.since = Math.max(this.since, now);
		this.stoppedBefore = Math.max(this.stoppedBefore, stopped);
	}

}
