package io.perfstarter.bench;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/**
 * The processor time that this process has taken.
 */
final class Processor {

	private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private long started;

	void start() {
		this.started = this.system.getProcessCpuTime();
	}

	double millis() {
		return (this.system.getProcessCpuTime() - this.started) / 1e6;
	}

}
