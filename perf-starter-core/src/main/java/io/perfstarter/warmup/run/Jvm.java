package io.perfstarter.warmup.run;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

import org.jspecify.annotations.Nullable;

/**
 * Counters of the JVM that show its warm-up. Thread-safe.
 */
interface Jvm {

	/**
	 * Returns the accumulated time of JIT compilation over all threads, in milliseconds;
	 * 0 if it is not known.
	 */
	long compileTime();

	/**
	 * Returns the number of classes loaded since the start of the JVM.
	 */
	long loadedClasses();

	/**
	 * Returns the counters of the current JVM.
	 */
	static Jvm current() {
		ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
		@Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
		return new Jvm() {

			@Override
			public long compileTime() {
				return (compiler != null && compiler.isCompilationTimeMonitoringSupported())
						? compiler.getTotalCompilationTime() : 0;
			}

			@Override
			public long loadedClasses() {
				return classes.getTotalLoadedClassCount();
			}

		};
	}

}
