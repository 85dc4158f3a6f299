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
 * @param live the least heap in use after a collection of the old generation, in bytes
 * @param grown the growth of the live set over the last readings, in bytes; 0 if it does
 * not keep growing; negative for the largest fall
 * @param maxHeap the maximum heap size, in bytes
 * @param heapLimit the largest heap that fits into the container beside the other memory
 * of the process, in bytes; -1 without a limit
 * @param outside the threads outside of requests that allocated the most: their name with
 * a method seen on their stack, and their share of all allocations
 */
public record GcWindow(String collector, long pauses, long collecting, long longestPause, long stalled, String reason,
		long live, long grown, long maxHeap, long heapLimit, OutsideWork outside) {

	/**
	 * Minimum share of a period from which pauses or allocation stalls are too long.
	 */
	public static final double LONG = 0.1;

	// Minimum relevant change of the live set, as a share of the maximum heap. Smaller
	// growth is usual: caches fill after the start.
	private static final double CHANGED = 0.2;

	// Minimum ratio of the advised to the present free heap: it halves the number of
	// collections.
	private static final double MORE = 2;

	// Maximum ratio of the advised heap to the need of the live set. Beyond it, less
	// allocation is the remedy.
	private static final double MUCH_MORE = 3;

	/**
	 * Returns the minimum ratio of heap to live set, from measurements of pause times at
	 * several heap sizes.
	 * @return the minimum ratio of the maximum heap to the live set
	 */
	public int heapFactor() {
		return this.collector.equals("Serial") ? 3 : 2;
	}

	/**
	 * Returns whether the heap is too small for the live set.
	 * @return {@code false} if either is unknown
	 */
	public boolean isHeapSmall() {
		return this.live > 0 && this.maxHeap > 0 && this.maxHeap < heapFactor() * this.live;
	}

	/**
	 * Returns whether the live set keeps growing.
	 * @return {@code true} if a larger heap would only fill up later
	 */
	public boolean grows() {
		return this.grown >= CHANGED * this.maxHeap;
	}

	/**
	 * Returns whether the live set has fallen. A cache of soft references causes such a
	 * fall: it fills any heap.
	 * @return {@code true} if the application does not need the whole live set
	 */
	public boolean fell() {
		return this.grown < 0 && -this.grown >= CHANGED * this.maxHeap;
	}

	/**
	 * Returns a maximum heap size. With it, the same work needs at most half of the
	 * pauses, and pauses take at most the share {@link #LONG}. The time of collections is
	 * inversely proportional to the free heap.
	 * @param paused the share of the period in pauses or allocation stalls
	 * @return the size in bytes, at least the need of the live set; -1 if the heap is
	 * large enough for the live set, or if the allocations need another remedy
	 */
	public long neededHeap(double paused) {
		double more = Math.max(MORE, paused / LONG);
		double needed = Math.max(heapFactor() * this.live, this.live + more * (this.maxHeap - this.live));
		boolean helps = isHeapSmall() && !fell() && !this.outside.isMost()
				&& needed <= MUCH_MORE * heapFactor() * this.live;
		return helps ? (long) needed : -1;
	}

}
