package io.perfstarter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How long after a commit the last of nine peers has evicted, beside a bare {@code POST}
 * to the same nine in turns, at the highest rate that the bare way carries.
 */
final class FanOutLatency implements Experiment {

	private static final int PEERS = 9;

	private static final int[] PER_SECOND = { 200, 100, 50 };

	/**
	 * Beyond this the requests queue up, and anything compares well to that.
	 */
	private static final double DROWNED_MILLIS = 20;

	@Override
	public Report run(boolean smoke) {
		Report report = new Report("Commit to last peer evicted, %d peers".formatted(PEERS));
		for (int perSecond : PER_SECOND) {
			Comparison comparison = compare(perSecond, smoke);
			comparison.describe(report);
			if (!comparison.isDrowned()) {
				report.atMost("ratio of the p50", "%.2f", comparison.ratio(0.5), 2);
				report.atMost("ratio of the p99", "%.2f", comparison.ratio(0.99), 3);
				return report;
			}
			report.row("ratio", "none, this machine does not carry %d requests/s".formatted(PEERS * perSecond));
		}
		report.atMost("rates that this machine does not carry", "%.0f", PER_SECOND.length, PER_SECOND.length - 1);
		return report;
	}

	private Comparison compare(int perSecond, boolean smoke) {
		int rounds = smoke ? 1 : 11;
		int warmUp = perSecond * (smoke ? 1 : 5);
		int measured = perSecond * (smoke ? 1 : 10);
		List<Round> ours = new ArrayList<>();
		List<Round> bare = new ArrayList<>();
		Traffic.Counts size = new Traffic.Counts(0, 0, 0);
		try (Cluster cluster = new Cluster(PEERS + 1)) {
			for (int round = 0; round < rounds; round++) {
				cluster.start();
				Traffic.Counts before = cluster.peersOfFirst().get(0).traffic.counts();
				ours.add(evictions(cluster, perSecond, warmUp, measured));
				size = cluster.peersOfFirst().get(0).traffic.counts().since(before);
				cluster.stop();
				bare.add(bare(cluster, perSecond, warmUp, measured, size));
			}
		}
		// The code of the first ones is not compiled yet.
		int warm = smoke ? 0 : 1;
		return new Comparison(perSecond, ours.subList(warm, rounds), bare.subList(warm, rounds), size);
	}

	private Round evictions(Cluster cluster, int perSecond, int warmUp, int measured) {
		int total = warmUp + measured;
		Arrivals arrivals = new Arrivals(total, PEERS);
		cluster.peersOfFirst().forEach((peer) -> peer.note(total, arrivals));
		Processor processor = new Processor();
		OpenLoop.run(perSecond, total, (number, due) -> {
			if (number == warmUp) {
				processor.start();
			}
			arrivals.due(number, due);
			cluster.first().evict(number);
		});
		Latencies latencies = arrivals.latencies(warmUp);
		Round round = new Round(latencies, processor.millis() / measured);
		cluster.peersOfFirst().forEach((peer) -> requireEmpty(peer, total));
		return round;
	}

	private static void requireEmpty(Instance peer, int keys) {
		for (int key = 0; key < keys; key++) {
			if (peer.cache().get(key) != null) {
				throw new IllegalStateException("A peer still holds " + key);
			}
		}
	}

	private Round bare(Cluster cluster, int perSecond, int warmUp, int measured, Traffic.Counts size) {
		Arrivals arrivals = new Arrivals(warmUp + measured, PEERS);
		for (Instance peer : cluster.peersOfFirst()) {
			peer.bare.arrived = arrivals::arrived;
			peer.bare.answer = new byte[size.answerBytes()];
		}
		BareRequests requests = new BareRequests(cluster.peersOfFirst(), size.messageBytes());
		Processor processor = new Processor();
		OpenLoop.run(perSecond, warmUp + measured, (number, due) -> {
			if (number == warmUp) {
				processor.start();
			}
			arrivals.due(number, due);
			requests.send(number);
		});
		requests.requireAnswered();
		Latencies latencies = arrivals.latencies(warmUp);
		Round round = new Round(latencies, processor.millis() / measured);
		requests.requireAnswered();
		return round;
	}

	/**
	 * Both ways at one rate.
	 *
	 * @param perSecond the evictions in a second
	 * @param ours the rounds of the fan-out
	 * @param bare the rounds of bare requests
	 * @param size the messages
	 */
	private record Comparison(int perSecond, List<Round> ours, List<Round> bare, Traffic.Counts size) {

		void describe(Report report) {
			String rate = "%d/s, ".formatted(this.perSecond);
			report.row(rate + "rounds of each, in turns", Integer.toString(this.ours.size()));
			report.row(rate + "body of a message and of its answer",
					"%d and %d bytes".formatted(this.size.messageBytes(), this.size.answerBytes()));
			report.row(rate + "until the last peer has evicted", text(this.ours));
			report.row(rate + "until the last peer has read a bare POST", text(this.bare));
		}

		boolean isDrowned() {
			return medianMillis(this.bare, 0.5) > DROWNED_MILLIS;
		}

		double ratio(double share) {
			Pairs pairs = new Pairs();
			for (int round = 0; round < this.ours.size(); round++) {
				pairs.add(this.ours.get(round).latencies().millis(share),
						this.bare.get(round).latencies().millis(share));
			}
			return pairs.ratio();
		}

		private static String text(List<Round> rounds) {
			return String.format(Locale.ROOT, "p50 %s ms, p99 %s ms, %.2f ms of the processors", median(rounds, 0.5),
					median(rounds, 0.99),
					Latencies.median(rounds.stream().mapToDouble(Round::processorMillis).toArray()));
		}

		private static String median(List<Round> rounds, double share) {
			return String.format(Locale.ROOT, "%.2f (%s)", medianMillis(rounds, share),
					rounds.stream()
						.map((round) -> String.format(Locale.ROOT, "%.2f", round.latencies().millis(share)))
						.collect(Collectors.joining(", ")));
		}

		private static double medianMillis(List<Round> rounds, double share) {
			return Latencies.median(rounds.stream().mapToDouble((round) -> round.latencies().millis(share)).toArray());
		}

	}

	/**
	 * What one round measured.
	 *
	 * @param latencies the times until the last peer
	 * @param processorMillis what one eviction took of the processors, on all sides
	 */
	private record Round(Latencies latencies, double processorMillis) {
	}

}
