package io.perfstarter.reporting.machine;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Counts the classes that are loaded soon after the start of the JVM. Confined to one
 * thread.
 */
final class ColdClasses {

	/**
	 * The time from the start of the JVM for which classes are counted, in milliseconds.
	 */
	static final long COLD = Duration.ofMinutes(2).toMillis();

	private final LongSupplier loaded;

	private final LongSupplier uptime;

	private long loadedBefore;

	private long uptimeBefore;

	/**
	 * Creates a counter.
	 * @param loaded returns the total number of loaded classes
	 * @param uptime returns the time since the start of the JVM, in milliseconds
	 */
	ColdClasses(LongSupplier loaded, LongSupplier uptime) {
		this.loaded = loaded;
		this.uptime = uptime;
		this.loadedBefore = loaded.getAsLong();
		this.uptimeBefore = uptime.getAsLong();
	}

	static ColdClasses ofThisJvm() {
		ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
		return new ColdClasses(classes::getTotalLoadedClassCount, ManagementFactory.getRuntimeMXBean()::getUptime);
	}

	/**
	 * Returns the number of classes that were loaded since the last call, 0 if the JVM
	 * was no longer cold then.
	 */
	long next() {
		long loaded = this.loaded.getAsLong();
		long number = (this.uptimeBefore < COLD) ? loaded - this.loadedBefore : 0;
		this.loadedBefore = loaded;
		this.uptimeBefore = this.uptime.getAsLong();
		return number;
	}

}
