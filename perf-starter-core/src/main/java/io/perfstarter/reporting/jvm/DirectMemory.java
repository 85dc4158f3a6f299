package io.perfstarter.reporting.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * How much of the memory outside of the heap is used that direct buffers may have. For
 * one thread.
 */
final class DirectMemory {

	private final LongSupplier used;

	private final long limit;

	private long peak;

	/**
	 * Takes where to look.
	 * @param used how many bytes are used now
	 * @param limit how many may be used
	 */
	DirectMemory(LongSupplier used, long limit) {
		this.used = used;
		this.limit = limit;
	}

	static DirectMemory ofThisJvm() {
		LongSupplier used = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.filter((pool) -> pool.getName().equals("direct"))
			.findFirst()
			.map((pool) -> (LongSupplier) pool::getMemoryUsed)
			.orElse(() -> 0);
		long set = VmFlags.ofThisJvm().number("MaxDirectMemorySize");
		// Without one it is as much as the heap may have.
		return new DirectMemory(used, (set > 0) ? set : Runtime.getRuntime().maxMemory());
	}

	void sample() {
		this.peak = Math.max(this.peak, this.used.getAsLong());
	}

	/**
	 * The most that was seen since this was asked last.
	 * @return from 0 to 1
	 */
	double next() {
		sample();
		double share = (double) this.peak / this.limit;
		this.peak = 0;
		return share;
	}

}
