package io.perfstarter.warmup;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

import org.jspecify.annotations.Nullable;

/**
 * What the JVM tells of its own warming. Thread-safe.
 */
interface Jvm {

	/**
	 * For how long it has compiled, in milliseconds since its start, over all threads; 0
	 * if it does not tell.
	 */
	long compileTime();

	/**
	 * How many classes it has loaded since its start.
	 */
	long loadedClasses();

	/**
	 * The JVM that runs this.
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
