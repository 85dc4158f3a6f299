package io.perfstarter.sample.fanout;

import java.time.Duration;
import java.util.function.DoubleSupplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How much a counter has grown since this was made.
 */
final class Growth {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String name;

	private final DoubleSupplier counter;

	private final double before;

	Growth(String name, DoubleSupplier counter) {
		this.name = name;
		this.counter = counter;
		this.before = counter.getAsDouble();
	}

	long now() {
		return Math.round(this.counter.getAsDouble() - this.before);
	}

	void reaches(long expected) {
		await(this.name).atMost(PATIENCE)
			.pollInterval(Cluster.POLL)
			.untilAsserted(() -> assertThat(now()).as(this.name).isGreaterThanOrEqualTo(expected));
	}

	void is(long expected) {
		assertThat(now()).as(this.name).isEqualTo(expected);
	}

}
