package io.perfstarter.reporting.machine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Suspension}.
 */
class SuspensionTests {

	private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

	private final AtomicLong clock = new AtomicLong();

	private final AtomicLong stopped = new AtomicLong();

	private final AtomicLong computed = new AtomicLong();

	private final AtomicLong ready = new AtomicLong();

	private final Suspension suspension = new Suspension(PERIOD, 2, this.clock::get, this.stopped::get,
			this.computed::get, this.ready::get);

	@BeforeEach
	void begin() {
		this.suspension.sample();
	}

	private void sleep(long millis) {
		this.clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private boolean sample() {
		this.suspension.sample();
		return this.suspension.next();
	}

	@Test
	void aThreadThatWakesUpInTimeSawNothing() {
		sleep(100);
		assertThat(sample()).isFalse();
	}

	@Test
	void aLittleLateIsNothing() {
		sleep(1_099);
		assertThat(sample()).isFalse();
	}

	@Test
	void aSecondLateWithoutAReasonIsASuspension() {
		sleep(1_100);
		assertThat(sample()).isTrue();
	}

	@Test
	void isToldOnce() {
		sleep(5_000);
		this.suspension.sample();
		sleep(100);
		assertThat(sample()).isTrue();
		assertThat(sample()).isFalse();
	}

	@Test
	void whatTheProcessComputesInItsPeriodIsNoReason() {
		sleep(2_100);
		this.computed.addAndGet(2 * PERIOD);
		assertThat(sample()).isTrue();
	}

	@Test
	void aStopOfTheJvmIsAReason() {
		sleep(2_000);
		this.stopped.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_000));
		assertThat(sample()).isFalse();
	}

	@Test
	void aProcessThatComputesDoesNotStandStill() {
		sleep(2_000);
		this.computed.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
		assertThat(sample()).isFalse();
	}

	@Test
	void aLackOfAProcessorIsAReason() {
		sleep(2_000);
		this.ready.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_500));
		assertThat(sample()).isFalse();
	}

	@Test
	void aLackForAWhileIsNoReason() {
		sleep(2_000);
		this.ready.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
		assertThat(sample()).isTrue();
	}

	@Test
	void whatNobodyCountsIsNoReason() {
		Suspension blind = new Suspension(PERIOD, 2, this.clock::get, this.stopped::get, () -> KernelFile.UNKNOWN,
				() -> KernelFile.UNKNOWN);
		blind.rest();
		sleep(2_000);
		blind.sample();
		assertThat(blind.next()).isTrue();
	}

	@Test
	void whatWasBeforeTheFirstLookIsNotKnown() {
		Suspension fresh = new Suspension(PERIOD, 2, this.clock::get, this.stopped::get, this.computed::get,
				this.ready::get);
		sleep(5_000);
		fresh.sample();
		assertThat(fresh.next()).isFalse();
	}

	@Test
	void ownWorkIsNoSleep() {
		sleep(3_000);
		this.suspension.rest();
		sleep(100);
		assertThat(sample()).isFalse();
	}

}
