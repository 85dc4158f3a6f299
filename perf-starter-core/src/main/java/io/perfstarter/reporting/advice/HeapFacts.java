package io.perfstarter.reporting.advice;

import io.perfstarter.reporting.window.GcWindow;

/**
 * The heap, the other memory of the process, and the selection of the collector. Sizes
 * are in bytes.
 *
 * @param gc the figures of the garbage collector in the last period
 * @param paused the share of that period in pauses or allocation stalls, from 0 to 1
 * @param ergonomic whether the JVM selected the collector itself
 * @param processors the number of processors that the JVM detects
 * @param memory the amount of memory that the JVM detects
 * @param oldCollections the number of collections of the old generation
 * @param others the maximum memory of classes, thread stacks, direct buffers and compiled
 * code
 * @param limit the memory limit of the container, -1 if there is none
 */
public record HeapFacts(GcWindow gc, double paused, boolean ergonomic, int processors, long memory, long oldCollections,
		long others, long limit) {

	private static final long MEGABYTE = 1024 * 1024;

	static String megabytes(long bytes) {
		return toMegabytes(bytes) + " MB";
	}

	/**
	 * Converts bytes to whole megabytes, rounded up.
	 */
	static long toMegabytes(long bytes) {
		return (bytes + MEGABYTE - 1) / MEGABYTE;
	}

}
