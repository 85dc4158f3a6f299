package io.perfstarter.routing;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Beat} and {@link SamplePace}.
 */
class BeatTests {

	private static final long MILLI = Duration.ofMillis(1).toNanos();

	private final AtomicLong clock = new AtomicLong(-777 * MILLI);

	private final SamplePace pace = new SamplePace(TestSettings.with(Duration.ofSeconds(5)), this.clock::get);

	private final Beat beat = new Beat(this.pace, this.clock::get, new Random(1));

	private void pass(long millis) {
		this.clock.addAndGet(millis * MILLI);
	}

	@Test
	void firstSampleIsDueAtOnce() {
		assertThat(this.beat.remaining()).isZero();
	}

	@Test
	void samplesAreFrequentForASecondAndSeldomAfterIt() {
		this.beat.begin();
		assertThat(this.beat.remaining()).isBetween(90 * MILLI, 100 * MILLI);
		pass(1_000);
		this.beat.begin();
		assertThat(this.beat.remaining()).isBetween(90 * MILLI, 100 * MILLI);
		pass(1);
		this.beat.begin();
		assertThat(this.beat.remaining()).isBetween(900 * MILLI, 1_000 * MILLI);
	}

	@Test
	void needMakesThemFrequentAgain() {
		pass(5_000);
		this.beat.begin();
		pass(95);
		assertThat(this.pace.needed()).isTrue();
		assertThat(this.beat.remaining()).isBetween(-5 * MILLI, 5 * MILLI);
		assertThat(this.pace.needed()).isFalse();
		pass(950);
		assertThat(this.pace.needed()).isFalse();
		pass(950);
		assertThat(this.pace.interval()).isEqualTo(100 * MILLI);
		pass(51);
		assertThat(this.pace.interval()).isEqualTo(1_000 * MILLI);
	}

	@Test
	void hurryBringsTheNextSampleOnceAndAfterTenMillisecondsAtLeast() {
		pass(5_000);
		assertThat(this.beat.begin()).isFalse();
		assertThat(this.beat.hurry()).isTrue();
		assertThat(this.beat.hurry()).isFalse();
		assertThat(this.beat.remaining()).isEqualTo(10 * MILLI);
		pass(10);
		assertThat(this.beat.begin()).isTrue();
		assertThat(this.beat.remaining()).isGreaterThanOrEqualTo(900 * MILLI);
		assertThat(this.beat.hurry()).isTrue();
	}

	@Test
	void serversAreNotAskedMoreOftenThanThatForASmallLimit() {
		SamplePace pace = new SamplePace(TestSettings.with(Duration.ofNanos(4)), this.clock::get);
		Beat beat = new Beat(pace, this.clock::get, new Random(1));
		beat.begin();
		assertThat(beat.remaining()).isEqualTo(10 * MILLI);
	}

	@Test
	void instancesDoNotKeepStep() {
		Beat other = new Beat(this.pace, this.clock::get, new Random(2));
		this.beat.begin();
		other.begin();
		assertThat(this.beat.remaining()).isNotEqualTo(other.remaining());
	}

	@ParameterizedTest
	@CsvSource({ "100, 25, 250", "1000, 250, 250", "2000, 500, 500", "4000, 1000, 1000", "60000, 1000, 1000" })
	void idleIntervalAndTimeoutFollowTheLimit(long maxLag, long idle, long timeout) {
		SamplePace pace = new SamplePace(TestSettings.with(Duration.ofMillis(maxLag)), this.clock::get);
		pass(1_001);
		assertThat(pace.interval()).isEqualTo(idle * MILLI);
		assertThat(pace.timeout()).isEqualTo(Duration.ofMillis(timeout));
		pace.needed();
		assertThat(pace.interval()).isEqualTo(Math.min(idle, 100) * MILLI);
	}

}
