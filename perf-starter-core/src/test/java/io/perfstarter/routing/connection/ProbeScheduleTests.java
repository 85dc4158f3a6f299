package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProbeSchedule} and {@link SamplingTimings}.
 */
class ProbeScheduleTests {

	private static final long MILLI = Duration.ofMillis(1).toNanos();

	private final AtomicLong clock = new AtomicLong(-777 * MILLI);

	private final SamplingTimings timings = new SamplingTimings(TestSettings.with(Duration.ofSeconds(5)),
			this.clock::get);

	private final ProbeSchedule schedule = new ProbeSchedule(this.timings, ProbeSchedule.LONGEST_REST, this.clock::get,
			new Random(1));

	private void pass(long millis) {
		this.clock.addAndGet(millis * MILLI);
	}

	@Test
	void firstSampleIsDueAtOnce() {
		assertThat(this.schedule.remaining()).isZero();
	}

	@Test
	void samplesAreFrequentForASecondAndSeldomAfterIt() {
		this.schedule.begin();
		assertThat(this.schedule.remaining()).isBetween(90 * MILLI, 100 * MILLI);
		pass(1_000);
		this.schedule.begin();
		assertThat(this.schedule.remaining()).isBetween(90 * MILLI, 100 * MILLI);
		pass(1);
		this.schedule.begin();
		assertThat(this.schedule.remaining()).isBetween(900 * MILLI, 1_000 * MILLI);
	}

	@Test
	void needMakesThemFrequentAgain() {
		pass(5_000);
		this.schedule.begin();
		pass(95);
		assertThat(this.timings.needed()).isTrue();
		assertThat(this.schedule.remaining()).isBetween(-5 * MILLI, 5 * MILLI);
		assertThat(this.timings.needed()).isFalse();
		pass(950);
		assertThat(this.timings.needed()).isFalse();
		pass(950);
		assertThat(this.timings.interval()).isEqualTo(100 * MILLI);
		pass(51);
		assertThat(this.timings.interval()).isEqualTo(1_000 * MILLI);
	}

	@Test
	void hurryBringsTheNextSampleOnceAndAfterTenMillisecondsAtLeast() {
		pass(5_000);
		assertThat(this.schedule.begin()).isFalse();
		assertThat(this.schedule.expedite()).isTrue();
		assertThat(this.schedule.expedite()).isFalse();
		assertThat(this.schedule.remaining()).isEqualTo(10 * MILLI);
		pass(10);
		assertThat(this.schedule.begin()).isTrue();
		assertThat(this.schedule.remaining()).isGreaterThanOrEqualTo(900 * MILLI);
		assertThat(this.schedule.expedite()).isTrue();
	}

	@Test
	void serversAreNotAskedMoreOftenThanThatForASmallLimit() {
		SamplingTimings timings = new SamplingTimings(TestSettings.with(Duration.ofNanos(4)), this.clock::get);
		ProbeSchedule schedule = new ProbeSchedule(timings, ProbeSchedule.LONGEST_REST, this.clock::get, new Random(1));
		schedule.begin();
		assertThat(schedule.remaining()).isEqualTo(10 * MILLI);
	}

	@Test
	void instancesDoNotKeepStep() {
		ProbeSchedule other = new ProbeSchedule(this.timings, ProbeSchedule.LONGEST_REST, this.clock::get,
				new Random(2));
		this.schedule.begin();
		other.begin();
		assertThat(this.schedule.remaining()).isNotEqualTo(other.remaining());
	}

	@ParameterizedTest
	@CsvSource({ "100, 25, 250", "1000, 250, 250", "2000, 500, 500", "4000, 1000, 1000", "60000, 1000, 1000" })
	void idleIntervalAndTimeoutFollowTheLimit(long maxLag, long idle, long timeout) {
		SamplingTimings timings = new SamplingTimings(TestSettings.with(Duration.ofMillis(maxLag)), this.clock::get);
		pass(1_001);
		assertThat(timings.interval()).isEqualTo(idle * MILLI);
		assertThat(timings.timeout()).isEqualTo(Duration.ofMillis(timeout));
		timings.needed();
		assertThat(timings.interval()).isEqualTo(Math.min(idle, 100) * MILLI);
	}

}
