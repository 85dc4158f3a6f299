package io.perfstarter.reporting.machine;

import java.lang.management.ManagementFactory;
import java.util.function.Function;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads the flags of the JVM by name, including the flags that the JVM sets itself.
 */
final class VmFlags {

	private final Function<String, @Nullable VMOption> flags;

	/**
	 * Creates a reader.
	 * @param flags returns a flag by name, {@code null} if it does not exist
	 */
	VmFlags(Function<String, @Nullable VMOption> flags) {
		this.flags = flags;
	}

	static VmFlags ofThisJvm() {
		HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
		return new VmFlags((name) -> {
			try {
				return (bean != null) ? bean.getVMOption(name) : null;
			}
			catch (IllegalArgumentException ex) {
				return null;
			}
		});
	}

	/**
	 * Returns the value of a numeric flag.
	 * @return the value, {@link KernelFile#UNKNOWN} if the flag does not exist, or stands
	 * for "unlimited"
	 */
	long number(String name) {
		VMOption flag = this.flags.apply(name);
		// A value above the maximum of a long also counts as unlimited.
		return (flag != null) ? KernelFile.number(flag.getValue()) : KernelFile.UNKNOWN;
	}

	/**
	 * Returns the maximum heap size in bytes, because {@link Runtime#maxMemory()}
	 * excludes a survivor space.
	 */
	long maxHeap() {
		long flag = number("MaxHeapSize");
		return (flag > 0) ? flag : Runtime.getRuntime().maxMemory();
	}

}
