package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.window.Window;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Reporting}.
 */
class ReportingTests {

	private final AtomicInteger periods = new AtomicInteger();

	private Reporting reporting(Duration period, Function<Map<String, @Nullable Object>, String> line) {
		ReportingSettings settings = new ReportingSettings(period, new SlowThresholds(Duration.ofMillis(300), Map.of()),
				0);
		return new Reporting(settings, new ReportingSources(new ApplicationCode(Set.of()), true, Map::of,
				(pool) -> null, List::of, List::of, List::of, () -> null, false, () -> 0, false, line));
	}

	@Test
	void goesOnWhenAPeriodHasFailedForWantOfMemory() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		try (Reporting reporting = reporting(Duration.ofMillis(20), this::line)) {
			reporting.bindTo(registry);
			reporting.start();
			await().until(() -> this.periods.get() > 2);
			await().until(() -> registry.get("perf.starter.reporting.faults").functionCounter().count() == 1);
		}
	}

	@Test
	void goesOnWhenItCannotEvenTellOfItsFailure() {
		try (Reporting reporting = reporting(Duration.ofMillis(20), (judged) -> {
			this.periods.incrementAndGet();
			throw new UntoldError();
		})) {
			reporting.start();
			await().until(() -> this.periods.get() > 2);
		}
	}

	@Test
	void whatHappenedWhileItWasStoppedBelongsToNoPeriod() {
		try (Reporting reporting = reporting(Duration.ofMillis(20), this::line)) {
			reporting.start();
			await().until(() -> reporting.state("test").windows().size() > 1);
			reporting.stop();
			Instant stopped = Instant.now();
			int before = reporting.state("test").windows().size();
			await().until(() -> Duration.between(stopped, Instant.now()).toMillis() > 1500);
			Instant again = Instant.now();
			reporting.start();
			await().until(() -> reporting.state("test").windows().size() > before);
			List<JudgedWindow> windows = reporting.state("test").windows();
			Window first = windows.get(windows.size() - 1 - before).window();
			assertThat(first.end().minus(first.length())).isAfterOrEqualTo(again);
		}
	}

	@Test
	void doesNotMakeUpForPeriodsThatItHasMissed() {
		Duration period = Duration.ofMillis(50);
		try (Reporting reporting = reporting(period, this::standStill)) {
			reporting.start();
			await().until(() -> this.periods.get() > 5);
			assertThat(reporting.state("test").windows())
				.allSatisfy((judged) -> assertThat(judged.window().length()).isGreaterThanOrEqualTo(period));
		}
	}

	@Test
	void stopWaitsForWhatItDoesJustNow() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		AtomicBoolean ended = new AtomicBoolean();
		try (Reporting reporting = reporting(Duration.ofMillis(20), (judged) -> {
			begun.countDown();
			long until = System.nanoTime() + Duration.ofMillis(200).toNanos();
			while (System.nanoTime() - until < 0) {
				Thread.onSpinWait();
			}
			ended.set(true);
			return "a period";
		})) {
			reporting.start();
			assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
			reporting.stop();
			assertThat(ended).isTrue();
		}
	}

	private String standStill(Map<String, @Nullable Object> judged) {
		if (this.periods.incrementAndGet() == 1) {
			LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
		}
		return "a period";
	}

	private String line(Map<String, @Nullable Object> judged) {
		if (this.periods.incrementAndGet() == 1) {
			throw new OutOfMemoryError("of a test");
		}
		return "a period";
	}

	/**
	 * An error whose message needs memory that is not there.
	 */
	private static final class UntoldError extends Error {

		@Override
		public String getMessage() {
			throw new OutOfMemoryError("of a test");
		}

	}

}
