package io.perfstarter.reporting.advice;

/**
 * The heap, what else takes memory, and how the collector was chosen. Sizes are in bytes.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param ergonomic whether the JVM chose the collector itself
 * @param processors how many processors the JVM counts
 * @param memory how much memory the JVM counts
 * @param live what was in use after the last collection of the old generation; -1 if not
 * known
 * @param oldCollections how often the old generation was collected
 * @param max how large the heap may become
 * @param metaspace what classes take
 * @param stacks what the stacks of all threads may take
 * @param direct what direct buffers may take
 * @param codeCache what compiled code may take
 * @param limit what the container allows the process, -1 if there is no limit
 */
public record HeapFacts(String collector, boolean ergonomic, int processors, long memory, long live,
		long oldCollections, long max, long metaspace, long stacks, long direct, long codeCache, long limit) {

	/**
	 * What the process takes besides the heap.
	 */
	long others() {
		return this.metaspace + this.stacks + this.direct + this.codeCache;
	}

}
