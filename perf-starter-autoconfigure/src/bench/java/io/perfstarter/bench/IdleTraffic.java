package io.perfstarter.bench;

import java.time.Duration;
import java.util.Locale;

/**
 * What an instance with ten peers sends while nothing happens.
 */
final class IdleTraffic implements Experiment {

	private static final int PEERS = 10;

	private static final Duration SETTLED = Duration.ofSeconds(5);

	@Override
	public Report run(boolean smoke) throws InterruptedException {
		Duration watched = Duration.ofSeconds(smoke ? 2 : 20);
		try (Cluster cluster = new Cluster(PEERS + 1)) {
			cluster.start();
			Instance instance = cluster.first();
			Thread.sleep((smoke ? SETTLED.dividedBy(5) : SETTLED).toMillis());
			long sent = instance.count("sent");
			Traffic.Counts before = instance.traffic.counts();
			Thread.sleep(watched.toMillis());
			double sentPerSecond = (instance.count("sent") - sent) / (double) watched.toSeconds();
			Traffic.Counts answered = instance.traffic.counts().since(before);
			Report report = new Report("An idle instance with %d peers, %d s".formatted(PEERS, watched.toSeconds()));
			report.atMost("messages sent in a second", "%.1f", sentPerSecond, 10);
			report.row("messages of peers answered in a second",
					String.format(Locale.ROOT, "%.1f", answered.messages() / (double) watched.toSeconds()));
			report.row("body of a message and of its answer",
					"%d and %d bytes".formatted(answered.messageBytes(), answered.answerBytes()));
			return report;
		}
	}

}
