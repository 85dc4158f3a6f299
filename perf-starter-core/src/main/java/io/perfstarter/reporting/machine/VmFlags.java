package io.perfstarter.reporting.machine;

import java.lang.management.ManagementFactory;

import com.sun.management.HotSpotDiagnosticMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Reads the flags of the JVM by name, including the flags that the JVM sets itself.
 */
final class VmFlags {

	private static final @Nullable HotSpotDiagnosticMXBean FLAGS = ManagementFactory
		.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

	private VmFlags() {
	}

	/**
	 * Returns the value of a numeric flag.
	 * @return the value, {@link KernelFile#UNKNOWN} if the flag does not exist, or if its
	 * value means "unlimited"
	 */
	static long number(String name) {
		try {
			// A value above the maximum of a long also counts as unlimited.
			return (FLAGS != null) ? KernelFile.number(FLAGS.getVMOption(name).getValue()) : KernelFile.UNKNOWN;
		}
		catch (IllegalArgumentException ex) {
			return KernelFile.UNKNOWN;
		}
	}

	/**
	 * Returns the maximum heap size in bytes, because {@link Runtime#maxMemory()}
	 * excludes a survivor space.
	 */
	static long maxHeap() {
		long flag = number("MaxHeapSize");
		return (flag > 0) ? flag : Runtime.getRuntime().maxMemory();
	}

}
