package io.perfstarter.reporting.jvm;

import java.util.function.BooleanSupplier;

import io.perfstarter.reporting.jvm.Load.Usage;

/**
 * Whether threads had to wait for a processor in the last second, so that it is worth
 * while to measure it for each request. Thread-safe.
 */
final class Contention implements BooleanSupplier {

	private static final double PRESSURE = 0.2;

	private static final double BUSY = 0.9;

	private volatile boolean contended;

	@Override
	public boolean getAsBoolean() {
		return this.contended;
	}

	/**
	 * Takes the next second.
	 * @param usage what was used in it
	 * @param processors how many the process may use
	 * @param machineProcessors how many the machine has
	 */
	void look(Usage usage, double processors, int machineProcessors) {
		// Nothing is greater than what is not a number.
		this.contended = usage.pressure() > PRESSURE || usage.throttled() > 0 || usage.process() >= BUSY * processors
				|| usage.machine() >= BUSY * machineProcessors;
	}

}
