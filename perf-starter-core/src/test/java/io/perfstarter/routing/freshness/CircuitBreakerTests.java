package io.perfstarter.routing.freshness;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CircuitBreaker}.
 */
class CircuitBreakerTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final AtomicLong clock = new AtomicLong(-5 * SECOND);

	private final CircuitBreaker circuitBreaker = new CircuitBreaker(CircuitBreaker.LONGEST, this.clock::get,
			new Random(1));

	private long waitFor() {
		long remaining = this.circuitBreaker.remaining();
		this.clock.addAndGet(Math.max(0, remaining));
		return remaining;
	}

	@Test
	void waitDoublesFromHalfASecondToThirty() {
		long full = SECOND;
		for (int i = 0; i < 40; i++) {
			this.circuitBreaker.failed();
			assertThat(waitFor()).isBetween(full / 2, full);
			full = Math.min(2 * full, 30 * SECOND);
		}
	}

	@Test
	void waitsOfInstancesDiffer() {
		CircuitBreaker other = new CircuitBreaker(CircuitBreaker.LONGEST, this.clock::get, new Random(2));
		this.circuitBreaker.failed();
		other.failed();
		assertThat(this.circuitBreaker.remaining()).isNotEqualTo(other.remaining());
	}

	@Test
	void timeThatIsOverDoesNotCloseIt() {
		this.circuitBreaker.failed();
		this.clock.addAndGet(60 * SECOND);
		assertThat(this.circuitBreaker.remaining()).isNotPositive();
		assertThat(this.circuitBreaker.isOpen()).isTrue();
	}

	@Test
	void successOfTheSamplerClosesItAndBeginsAnew() {
		this.circuitBreaker.failed();
		waitFor();
		this.circuitBreaker.failed();
		waitFor();
		assertThat(this.circuitBreaker.succeeded(this.clock.get())).isTrue();
		assertThat(this.circuitBreaker.isOpen()).isFalse();
		this.circuitBreaker.failed();
		assertThat(this.circuitBreaker.remaining()).isBetween(SECOND / 2, SECOND);
	}

	@Test
	void answerToAQuestionFromBeforeDoesNotCloseIt() {
		long askedAt = this.clock.get();
		this.clock.addAndGet(5);
		assertThat(this.circuitBreaker.trip()).isTrue();
		assertThat(this.circuitBreaker.succeeded(askedAt)).isFalse();
		assertThat(this.circuitBreaker.isOpen()).isTrue();
	}

	@Test
	void usersOpenItOnceAndDoNotPutOffTheSampler() {
		assertThat(this.circuitBreaker.trip()).isTrue();
		long remaining = this.circuitBreaker.remaining();
		assertThat(this.circuitBreaker.trip()).isFalse();
		this.circuitBreaker.failed();
		assertThat(this.circuitBreaker.remaining()).isEqualTo(remaining);
		waitFor();
		assertThat(this.circuitBreaker.trip()).isFalse();
		assertThat(this.circuitBreaker.remaining()).isZero();
		this.circuitBreaker.failed();
		assertThat(this.circuitBreaker.remaining()).isBetween(SECOND, 2 * SECOND);
	}

}
