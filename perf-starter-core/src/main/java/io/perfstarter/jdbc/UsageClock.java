package io.perfstarter.jdbc;

import java.util.function.LongSupplier;

/**
 * The clocks of a connection usage. Thread-safe if the suppliers are.
 *
 * @param nanos supplies the time by {@link System#nanoTime()}
 * @param pauses supplies the total time of JVM pauses in nanoseconds
 */
record UsageClock(LongSupplier nanos, LongSupplier pauses) {

	static final UsageClock SYSTEM = new UsageClock(System::nanoTime, () -> 0);

	long now() {
		return this.nanos.getAsLong();
	}

	long paused() {
		return this.pauses.getAsLong();
	}

}
