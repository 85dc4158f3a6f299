package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.SampledStack;
import io.perfstarter.reporting.window.ServedRequest;

/**
 * Keeps the periods and slow requests of the last hour. Written by one thread and
 * readable by any, because each list is replaced as a whole.
 */
final class History {

	private static final Duration AGE = Duration.ofHours(1);

	private static final int WINDOWS = 120;

	private static final int SLOWEST = 200;

	private static final int INCIDENTS = 5;

	private volatile List<IncidentStacks> stacks = List.of();

	private volatile List<JudgedWindow> windows = List.of();

	private volatile List<JudgedRequest> slowest = List.of();

	void add(JudgedWindow window, List<JudgedRequest> slow, List<SampledStack> stacks) {
		add(window, stacks);
		this.windows = Stream.concat(Stream.of(window), this.windows.stream()).limit(WINDOWS).toList();
		Instant end = window.window().end();
		// An earlier request that hung has ended, or is among the slow ones again.
		Stream<JudgedRequest> ended = this.slowest.stream()
			.filter((judged) -> judged.request().status() != ServedRequest.RUNNING);
		this.slowest = Stream.concat(slow.stream(), ended)
			// Other requests are old, or ended before the clock was set back.
			.filter((judged) -> Duration.between(judged.request().endedAt(), end).abs().compareTo(AGE) < 0)
			.sorted(Comparator.comparingLong((JudgedRequest judged) -> judged.request().nanos()).reversed())
			.limit(SLOWEST)
			.toList();
	}

	/**
	 * Keeps, for each cause, the stacks of the last period that it explains.
	 */
	private void add(JudgedWindow window, List<SampledStack> stacks) {
		Verdict verdict = window.verdict();
		if (verdict != null && !stacks.isEmpty()) {
			this.stacks = Stream
				.concat(Stream.of(new IncidentStacks(window.window().end(), verdict.cause(), stacks)),
						this.stacks.stream().filter((other) -> other.cause() != verdict.cause()))
				.limit(INCIDENTS)
				.toList();
		}
	}

	/**
	 * Returns the stacks of the last causes, each from its last period, the newest first.
	 */
	List<IncidentStacks> stacks() {
		return this.stacks;
	}

	/**
	 * Returns the periods, the newest first.
	 */
	List<JudgedWindow> windows() {
		return this.windows;
	}

	/**
	 * Returns the slow requests, the slowest first.
	 */
	List<JudgedRequest> slowest() {
		return this.slowest;
	}

}
