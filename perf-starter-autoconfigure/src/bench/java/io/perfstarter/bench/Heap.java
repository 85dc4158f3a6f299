package io.perfstarter.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * What is on the heap and cannot be collected.
 */
final class Heap {

	private Heap() {
	}

	static long used() {
		long used = Long.MAX_VALUE;
		for (int i = 0; i < 3; i++) {
			System.gc();
			used = Math.min(used, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		}
		return used;
	}

	static double mebibytes(long bytes) {
		return bytes / 1024.0 / 1024.0;
	}

	static String text(long bytes) {
		return String.format(Locale.ROOT, "%.1f MiB", mebibytes(bytes));
	}

}
