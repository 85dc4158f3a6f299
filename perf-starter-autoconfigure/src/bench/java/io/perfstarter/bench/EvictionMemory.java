package io.perfstarter.bench;

import java.util.Locale;

/**
 * What a million evictions, each of another key, leave on the heap.
 */
final class EvictionMemory implements Experiment {

	private static final int REMEMBERED = 10_000;

	// A key such as 'ticket-1000000' is 56 bytes; a number 24; an entry of the map 32
	// and up to 16 of its table.
	static final long GENERATIONS_BYTES = REMEMBERED * (56 + 24 + 32 + 16);

	// The same key, an event with its list of ids, and an entry with its list of events.
	static final long LOG_BYTES = REMEMBERED * (56 + 128 + 96);

	@Override
	public Report run(boolean smoke) {
		int evictions = smoke ? 50_000 : 1_000_000;
		try (Cluster cluster = new Cluster(1)) {
			cluster.start();
			Instance instance = cluster.first();
			// Whatever comes into being with the first of them.
			evict(instance, 0, 1_000);
			long before = Heap.used();
			long begin = System.nanoTime();
			evict(instance, 1_000, evictions);
			double micros = (System.nanoTime() - begin) / 1e3 / (evictions - 1_000);
			long growth = Heap.used() - before;
			Report report = new Report("%,d evictions, each of another key".formatted(evictions));
			report.atMost(
					"growth of the heap: numbers of %,d keys and log of %,d evictions".formatted(REMEMBERED,
							REMEMBERED),
					"%.2f MiB", Heap.mebibytes(growth), Heap.mebibytes(GENERATIONS_BYTES + LOG_BYTES));
			report.row("one eviction, without peers", String.format(Locale.ROOT, "%.1f µs", micros));
			return report;
		}
	}

	private static void evict(Instance instance, int from, int to) {
		for (int number = from; number < to; number++) {
			instance.evict("ticket-" + number);
		}
	}

}
