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
 * @param metaspace the memory of classes
 * @param stacks the maximum memory of all thread stacks
 * @param direct the maximum memory of direct buffers
 * @param codeCache the maximum memory of compiled code
 * @param limit the memory limit of the container, -1 if there is none
 */
public record HeapFacts(String collector, boolean ergonomic, int processors, long memory, long live,
		long oldCollections, long max, long metaspace, long stacks, long direct, long codeCache, long limit) {

	/**
	 * Returns the memory of the process outside of the heap.
	 */
	long others() {
		return this.metaspace + this.stacks + this.direct + this.codeCache;
	}

}
