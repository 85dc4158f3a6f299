package io.perfstarter.sample.slow;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A computation that takes as much time of a processor as it is told, however long that
 * takes. It is measured once, on a platform thread, because virtual threads have no
 * processor time.
 */
final class Computation {

	/** So long that the compiler has done its work. */
	private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private static final long MEASURED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int BATCH = 20;

	private final Supplier<?> unit;

	private double nanos;

	Computation(Supplier<?> unit) {
		this.unit = unit;
	}

	/**
	 * Computes.
	 * @return the hash of the results, so that nothing is left out
	 */
	int take(int millis) {
		int hash = 0;
		for (double left = TimeUnit.MILLISECONDS.toNanos(millis) / nanos(); left > 0; left--) {
			hash = 31 * hash + this.unit.get().hashCode();
		}
		return hash;
	}

	private synchronized double nanos() {
		if (this.nanos == 0) {
			Thread thread = new Thread(this::measure, "computation");
			thread.start();
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
		return this.nanos;
	}

	/** Called while the caller of {@link #nanos()} waits, who holds the lock. */
	private void measure() {
		long warm = cpu() + WARM_NANOS;
		while (cpu() < warm) {
			this.unit.get();
		}
		long begin = cpu();
		long units = 0;
		while (cpu() < begin + MEASURED_NANOS) {
			// Reading the time takes longer than one unit.
			for (int i = 0; i < BATCH; i++) {
				this.unit.get();
			}
			units += BATCH;
		}
		this.nanos = (cpu() - begin) / (double) units;
	}

	private static long cpu() {
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
	}

}
