package io.perfstarter.reporting.window;

/**
 * The figures of the garbage collector in a period. Unknown values are -1.
 *
 * @param collector the garbage collector, such as {@code G1} or {@code Serial}
 * @param pauses the number of GC pauses
 * @param collecting the time of GC pauses and allocation stalls, in nanoseconds
 * @param longestPause the longest GC pause, in nanoseconds
 * @param stalled the time of allocation stalls outside of pauses, in nanoseconds
 * @param reason the GC cause with the longest collection time, empty if there was no
 * collection
 * @param live the heap in use after the last collection of the old generation, in bytes
 * @param grown the growth of the live set over the last readings, in bytes; 0 if it does
 * not keep growing
 * @param maxHeap the maximum heap size, in bytes
 */
public record GcWindow(String collector, long pauses, long collecting, long longestPause, long stalled, String reason,
		long live, long grown, long maxHeap) {

	/**
	 * Returns how large the heap must be in relation to the live set, from measurements
	 * of pause time by heap size.
	 * @param collector the garbage collector
	 * @return the minimum ratio of the maximum heap to the live set
	 */
	public static int heapFactor(String collector) {
		return collector.equals("Serial") ? 3 : 2;
	}

}
