package io.perfstarter.reporting.jvm;

import java.lang.management.ManagementFactory;
import java.util.function.Function;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import com.sun.management.VMOption.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The flags of the JVM, by name, whoever has set them.
 */
final class VmFlags {

	private final Function<String, @Nullable VMOption> flags;

	/**
	 * Takes the flags.
	 * @param flags knows them by name, {@code null} those that there are not
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
	 * The number that a flag has.
	 * @return {@link KernelFile#UNKNOWN} if there is no such flag, or it means "as much
	 * as there is"
	 */
	long number(String name) {
		VMOption flag = this.flags.apply(name);
		// What is greater than a long can hold is no number to us, either.
		return (flag != null) ? KernelFile.number(flag.getValue()) : KernelFile.UNKNOWN;
	}

	/**
	 * Whether somebody, and not the JVM itself, has set one of the flags.
	 */
	boolean isSet(String... names) {
		for (String name : names) {
			VMOption flag = this.flags.apply(name);
			if (flag != null && flag.getOrigin() != Origin.DEFAULT && flag.getOrigin() != Origin.ERGONOMIC) {
				return true;
			}
		}
		return false;
	}

}
