package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProbeSchedule} of a server that fails.
 */
class FailedProbesTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final AtomicLong clock = new AtomicLong(-5 * SECOND);

	private final ProbeSchedule schedule = schedule(1);

	private ProbeSchedule schedule(long seed) {
		return new ProbeSchedule(new SamplingTimings(TestSettings.with(Duration.ofSeconds(5)), this.clock::get),
				ProbeSchedule.LONGEST_REST, this.clock::get, new Random(seed));
	}

	private long waitFor() {
		long remaining = this.schedule.remaining();
		this.clock.addAndGet(Math.max(0, remaining));
		return remaining;
	}

	@Test
	void waitDoublesFromHalfASecondToThirty() {
		long full = SECOND;
		for (int i = 0; i < 40; i++) {
			this.schedule.failed();
			assertThat(waitFor()).isBetween(full / 2, full);
			full = Math.min(2 * full, 30 * SECOND);
		}
	}

	@Test
	void waitsOfInstancesDiffer() {
		ProbeSchedule other = schedule(2);
		this.schedule.failed();
		other.failed();
		assertThat(this.schedule.remaining()).isNotEqualTo(other.remaining());
	}

	@Test
	void timeThatIsOverDoesNotCloseIt() {
		this.schedule.failed();
		this.clock.addAndGet(60 * SECOND);
		assertThat(this.schedule.remaining()).isNotPositive();
		assertThat(this.schedule.isOpen()).isTrue();
	}

	@Test
	void successOfTheSamplerClosesItAndBeginsAnew() {
		this.schedule.failed();
		waitFor();
		this.schedule.failed();
		waitFor();
		assertThat(this.schedule.succeeded(this.clock.get())).isTrue();
		assertThat(this.schedule.isOpen()).isFalse();
		this.schedule.failed();
		assertThat(this.schedule.remaining()).isBetween(SECOND / 2, SECOND);
	}

	@Test
	void answerToAQuestionFromBeforeDoesNotCloseIt() {
		long askedAt = this.clock.get();
		this.clock.addAndGet(5);
		assertThat(this.schedule.trip()).isTrue();
		assertThat(this.schedule.succeeded(askedAt)).isFalse();
		assertThat(this.schedule.isOpen()).isTrue();
	}

	@Test
	void usersOpenItOnceAndDoNotPutOffTheSampler() {
		assertThat(this.schedule.trip()).isTrue();
		long remaining = this.schedule.remaining();
		assertThat(this.schedule.trip()).isFalse();
		this.schedule.failed();
		assertThat(this.schedule.remaining()).isEqualTo(remaining);
		waitFor();
		assertThat(this.schedule.trip()).isFalse();
		assertThat(this.schedule.remaining()).isZero();
		this.schedule.failed();
		assertThat(this.schedule.remaining()).isBetween(SECOND, 2 * SECOND);
	}

}
