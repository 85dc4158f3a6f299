package io.perfstarter.reporting.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Recognizes a live set that keeps growing: each of the last three readings is larger
 * than each of the three before; and one that has fallen. Confined to one thread.
 */
final class LiveSetGrowth {

	private static final int READINGS = 6;

	private final Deque<Long> readings = new ArrayDeque<>(READINGS);

	/**
	 * Adds the live set at the end of a period.
	 * @param live the memory after the last collection of the old generation, in bytes;
	 * negative if it is unknown. The same value again is no reading.
	 * @return the growth over the last readings, in bytes; if the live set does not keep
	 * growing, 0, or below it the largest fall between two of the readings
	 */
	long add(long live) {
		if (live >= 0 && !Long.valueOf(live).equals(this.readings.peekLast())) {
			this.readings.addLast(live);
			if (this.readings.size() > READINGS) {
				this.readings.removeFirst();
			}
		}
		return grown(List.copyOf(this.readings));
	}

	private static long grown(List<Long> readings) {
		if (readings.size() == READINGS) {
			long before = readings.stream().limit(READINGS / 2).mapToLong(Long::longValue).max().orElseThrow();
			long after = readings.stream().skip(READINGS / 2).mapToLong(Long::longValue).min().orElseThrow();
			if (after > before) {
				return readings.get(READINGS - 1) - readings.get(0);
			}
		}
		long highest = 0;
		long fallen = 0;
		for (long reading : readings) {
			highest = Math.max(highest, reading);
			fallen = Math.max(fallen, highest - reading);
		}
		return -fallen;
	}

}
