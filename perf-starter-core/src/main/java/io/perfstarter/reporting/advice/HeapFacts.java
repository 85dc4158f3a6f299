package io.perfstarter.reporting.advice;

/**
 * The heap, the other memory of the process, and the selection of the collector. Sizes
 * are in bytes.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param ergonomic whether the JVM selected the collector itself
 * @param processors the number of processors that the JVM detects
 * @param memory the amount of memory that the JVM detects
 * @param live the memory in use after the last collection of the old generation; -1 if
 * unknown
 * @param oldCollections the number of collections of the old generation
 * @param max the maximum heap size
 * @param others the maximum memory of classes, thread stacks, direct buffers and compiled
 * code
 * @param limit the memory limit of the container, -1 if there is none
 */
public record HeapFacts(String collector, boolean ergonomic, int processors, long memory, long live,
		long oldCollections, long max, long others, long limit) {

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
