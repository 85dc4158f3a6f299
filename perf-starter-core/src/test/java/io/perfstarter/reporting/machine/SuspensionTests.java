package io.perfstarter.reporting.machine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.reporting.machine.Suspension.Reading;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

	private final Suspension suspension = new Suspension(PERIOD, 2, this::read);

	@BeforeEach
	void begin() {
		this.suspension.sample();
	}

	private Reading read() {
		return new Reading(this.clock.get(), this.stopped.get(), this.computed.get(), this.ready.get());
	}

	private void sleep(long millis) {
		this.clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private boolean sample() {
		this.suspension.sample();
		return this.suspension.next();
	}

	@ParameterizedTest(name = "{5}")
	@CsvSource({ "100, 0, 0, 0, false, in time", "1099, 0, 0, 0, false, a little late",
			"1100, 0, 0, 0, true, a second late without a reason",
			"2100, 0, 200, 0, true, the process computes as much as in its period",
			"2000, 1000, 0, 0, false, the JVM stops", "2000, 0, 500, 0, false, the process computes",
			"2000, 0, 0, 1500, false, a processor is lacking",
			"2000, 0, 0, 500, true, a processor is lacking for a while" })
	void isASecondForWhichThereIsNoReason(long slept, long stopped, long computed, long ready, boolean suspended,
			String what) {
		sleep(slept);
		this.stopped.addAndGet(TimeUnit.MILLISECONDS.toNanos(stopped));
		this.computed.addAndGet(TimeUnit.MILLISECONDS.toNanos(computed));
		this.ready.addAndGet(TimeUnit.MILLISECONDS.toNanos(ready));
		assertThat(sample()).as(what).isEqualTo(suspended);
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
	void whatNobodyCountsIsNoReason() {
		Suspension blind = new Suspension(PERIOD, 2,
				() -> new Reading(this.clock.get(), this.stopped.get(), KernelFile.UNKNOWN, KernelFile.UNKNOWN));
		blind.rest();
		sleep(2_000);
		blind.sample();
		assertThat(blind.next()).isTrue();
	}

	@Test
	void whatWasBeforeTheFirstLookIsNotKnown() {
		Suspension fresh = new Suspension(PERIOD, 2, this::read);
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
