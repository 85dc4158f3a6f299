package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.window.SampledStack;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link History}.
 */
class HistoryTests {

	private final History history = new History();

	@Test
	void keepsTheLastHourOfPeriodsTheNewestFirst() {
		IntStream.range(0, 130)
			.forEach((period) -> this.history.add(Samples.judged(Samples.NOON.plusSeconds(30L * period), null),
					List.of(), List.of()));
		assertThat(this.history.windows()).hasSize(120);
		assertThat(this.history.windows().get(0).window().end()).isEqualTo(Samples.NOON.plusSeconds(30 * 129));
	}

	@Test
	void keepsTheSlowestOfTheLastHour() {
		this.history.add(Samples.judged(Samples.NOON, null),
				List.of(Samples.judged(Samples.NOON, 500), Samples.judged(Samples.NOON, 900)), List.of());
		this.history.add(Samples.judged(Samples.NOON.plusSeconds(30), null),
				List.of(Samples.judged(Samples.NOON.plusSeconds(20), 700)), List.of());
		assertThat(this.history.slowest()).extracting((judged) -> judged.request().nanos() / 1_000_000)
			.containsExactly(904L, 704L, 504L);
		this.history.add(Samples.judged(Samples.NOON.plus(Duration.ofHours(1)).plusSeconds(2), null), List.of(),
				List.of());
		assertThat(this.history.slowest()).extracting((judged) -> judged.request().nanos() / 1_000_000)
			.containsExactly(704L);
	}

	@Test
	void keepsNoRequestsFromBeforeTheClockWasSetBack() {
		this.history.add(Samples.judged(Samples.NOON, null), List.of(Samples.judged(Samples.NOON, 900)), List.of());
		this.history.add(Samples.judged(Samples.NOON.minus(Duration.ofDays(1)), null), List.of(), List.of());
		assertThat(this.history.slowest()).isEmpty();
	}

	@Test
	void keepsARequestThatBeganLongBeforeTheLastHour() {
		this.history.add(Samples.judged(Samples.NOON, null),
				List.of(Samples.judged(Samples.NOON.minus(Duration.ofHours(2)), Duration.ofHours(2).toMillis())),
				List.of());
		assertThat(this.history.slowest()).hasSize(1);
	}

	@Test
	void keepsNoMoreThanItShows() {
		IntStream.range(0, 3)
			.forEach((period) -> this.history.add(Samples.judged(Samples.NOON, null),
					IntStream.range(0, 100).mapToObj((each) -> Samples.judged(Samples.NOON, 400 + each)).toList(),
					List.of()));
		assertThat(this.history.slowest()).hasSize(200);
	}

	@Test
	void keepsTheStacksOfTheLastPeriodOfEachCause() {
		List<SampledStack> stacks = List.of(new SampledStack(Thread.State.WAITING, List.of(), 3));
		add(0, Cause.LOCK, stacks);
		add(1, Cause.SLEEPING, stacks);
		add(2, Cause.LOCK, stacks);
		add(3, Cause.LOCK, List.of());
		this.history.add(Samples.judged(Samples.NOON, null), List.of(), stacks);
		assertThat(this.history.stacks()).containsExactly(
				new IncidentStacks(Samples.NOON.plusSeconds(2), Cause.LOCK, stacks),
				new IncidentStacks(Samples.NOON.plusSeconds(1), Cause.SLEEPING, stacks));
		List.of(Cause.LOCK, Cause.SLOW_SQL, Cause.APP_CPU, Cause.MIXED, Cause.SLOW_LOG)
			.forEach((cause) -> add(4, cause, stacks));
		assertThat(this.history.stacks()).hasSize(5).extracting(IncidentStacks::cause).doesNotContain(Cause.SLEEPING);
	}

	private void add(int second, Cause cause, List<SampledStack> stacks) {
		this.history.add(Samples.judged(Samples.NOON.plusSeconds(second), Samples.verdict(cause, "")), List.of(),
				stacks);
	}

}
