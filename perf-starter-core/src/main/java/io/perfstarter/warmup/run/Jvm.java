package io.perfstarter.warmup.run;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Counters of the JVM that show its warm-up.
 *
 * @param compileTime the accumulated time of JIT compilation over all threads, in
 * milliseconds; 0 if it is not known
 * @param loadedClasses the number of classes loaded since the start of the JVM
 */
record Jvm(LongSupplier compileTime, LongSupplier loadedClasses) {

	/**
	 * Returns the counters of the current JVM.
	 */
	static Jvm current() {
		@Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
		return new Jvm(
				(compiler != null && compiler.isCompilationTimeMonitoringSupported())
						? compiler::getTotalCompilationTime : () -> 0,
				ManagementFactory.getClassLoadingMXBean()::getTotalLoadedClassCount);
	}

}
