package io.perfstarter.routing;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Circuit}.
 */
class CircuitTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final AtomicLong clock = new AtomicLong(-5 * SECOND);

	private final Circuit circuit = new Circuit(Circuit.LONGEST, this.clock::get, new Random(1));

	private long waitFor() {
		long remaining = this.circuit.remaining();
		this.clock.addAndGet(Math.max(0, remaining));
		return remaining;
	}

	@Test
	void isClosedAtFirst() {
		assertThat(this.circuit.isOpen()).isFalse();
		assertThat(this.circuit.remaining()).isZero();
	}

	@Test
	void waitDoublesFromHalfASecondToThirty() {
		long full = SECOND;
		for (int i = 0; i < 40; i++) {
			this.circuit.failed();
			assertThat(waitFor()).isBetween(full / 2, full);
			full = Math.min(2 * full, 30 * SECOND);
		}
	}

	@Test
	void waitsOfInstancesDiffer() {
		Circuit other = new Circuit(Circuit.LONGEST, this.clock::get, new Random(2));
		this.circuit.failed();
		other.failed();
		assertThat(this.circuit.remaining()).isNotEqualTo(other.remaining());
	}

	@Test
	void timeThatIsOverDoesNotCloseIt() {
		this.circuit.failed();
		this.clock.addAndGet(60 * SECOND);
		assertThat(this.circuit.remaining()).isNotPositive();
		assertThat(this.circuit.isOpen()).isTrue();
	}

	@Test
	void successOfTheSamplerClosesItAndBeginsAnew() {
		this.circuit.failed();
		waitFor();
		this.circuit.failed();
		waitFor();
		assertThat(this.circuit.succeeded(this.clock.get())).isTrue();
		assertThat(this.circuit.isOpen()).isFalse();
		this.circuit.failed();
		assertThat(this.circuit.remaining()).isBetween(SECOND / 2, SECOND);
	}

	@Test
	void answerToAQuestionFromBeforeDoesNotCloseIt() {
		long askedAt = this.clock.get();
		this.clock.addAndGet(5);
		assertThat(this.circuit.trip()).isTrue();
		assertThat(this.circuit.succeeded(askedAt)).isFalse();
		assertThat(this.circuit.isOpen()).isTrue();
	}

	@Test
	void usersOpenItOnceAndDoNotPutOffTheSampler() {
		assertThat(this.circuit.trip()).isTrue();
		long remaining = this.circuit.remaining();
		assertThat(this.circuit.trip()).isFalse();
		this.circuit.failed();
		assertThat(this.circuit.remaining()).isEqualTo(remaining);
		waitFor();
		assertThat(this.circuit.trip()).isFalse();
		assertThat(this.circuit.remaining()).isZero();
		this.circuit.failed();
		assertThat(this.circuit.remaining()).isBetween(SECOND, 2 * SECOND);
	}

}
