package io.perfstarter.bench;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/**
 * The processor time that this process has taken.
 */
final class Processor {

	private Processor() {
	}

	static long nanos() {
		return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
	}

}
