package io.perfstarter.reporting.machine;

import java.util.function.LongSupplier;

/**
 * Measures the used share of the direct memory limit. Confined to one thread.
 */
final class DirectMemory {

	private final LongSupplier used;

	private final long limit;

	private long peak;

	/**
	 * Creates a measurement.
	 * @param used supplies the number of bytes in use
	 * @param limit the maximum number of bytes
	 */
	DirectMemory(LongSupplier used, long limit) {
		this.used = used;
		this.limit = limit;
	}

	static DirectMemory ofThisJvm() {
		long set = VmFlags.number("MaxDirectMemorySize");
		// Without this flag, the limit is the maximum heap size.
		return new DirectMemory(ProcessMemory::direct, (set > 0) ? set : Runtime.getRuntime().maxMemory());
	}

	void sample() {
		this.peak = Math.max(this.peak, this.used.getAsLong());
	}

	/**
	 * Returns the maximum use since the last call.
	 * @return the share of the limit, from 0 to 1
	 */
	double next() {
		sample();
		double share = (double) this.peak / this.limit;
		this.peak = 0;
		return share;
	}

}
