package io.perfstarter.bench;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import static org.awaitility.Awaitility.await;

/**
 * One instance evicts 5,000 keys a second, each another, and three peers follow.
 */
final class EvictionRate implements Experiment {

	private static final int PEERS = 3;

	private static final int PER_SECOND = 5_000;

	// For each message of the last minute, so that none is accepted twice: an id, its
	// time and an entry of the map that holds both.
	private static final int NONCE_BYTES = 160;

	@Override
	public Report run(boolean smoke) {
		int seconds = smoke ? 2 : 60;
		try (Cluster cluster = new Cluster(PEERS + 1)) {
			cluster.start();
			Instance instance = cluster.first();
			long heapBefore = Heap.used();
			long[] calls = new long[seconds * PER_SECOND];
			long sentBefore = instance.count("sent");
			OpenLoop.run(PER_SECOND, calls.length, (number, due) -> {
				long begin = System.nanoTime();
				instance.evict(number);
				calls[number] = System.nanoTime() - begin;
			});
			long end = System.nanoTime();
			await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(1))
				.atMost(Duration.ofSeconds(30))
				.until(() -> cluster.peersOfFirst().stream().allMatch((peer) -> peer.hasCaughtUpWith(instance)));
			double behind = (System.nanoTime() - end) / (double) TimeUnit.SECONDS.toNanos(1);
			long sent = instance.count("sent") - sentBefore;
			long growth = Heap.used() - heapBefore - (long) calls.length * Long.BYTES;
			Latencies call = new Latencies(calls);
			Report report = new Report(
					"%,d evictions/s of one instance for %d s, %d peers".formatted(PER_SECOND, seconds, PEERS));
			report.atMost("last peer is through after the last eviction", "%.3f s", behind, 1);
			report.row("call that evicts and publishes",
					String.format(Locale.ROOT, "p50 %.3f ms, p99 %.3f ms", call.millis(0.5), call.millis(0.99)));
			report.row("evictions in a message",
					String.format(Locale.ROOT, "%.1f", (double) calls.length * PEERS / sent));
			report.row("messages sent", Long.toString(sent));
			report.row("messages turned away",
					Long.toString(cluster.peersOfFirst().stream().mapToLong((peer) -> peer.count("refused")).sum()));
			report.atMost("growth of the heap, all %d instances".formatted(PEERS + 1), "%.1f MiB",
					Heap.mebibytes(growth), Heap.mebibytes(bound(sent)));
			return report;
		}
	}

	private static long bound(long sent) {
		return EvictionMemory.LOG_BYTES + (PEERS + 1) * EvictionMemory.GENERATIONS_BYTES + sent * NONCE_BYTES;
	}

}
