package io.perfstarter.reporting.machine;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Machine.ColdClasses}.
 */
class ColdClassesTests {

	private final AtomicLong loaded = new AtomicLong(12_000);

	private final AtomicLong uptime = new AtomicLong(9_000);

	private final Machine.ColdClasses classes = new Machine.ColdClasses(this.loaded::get, this.uptime::get);

	@Test
	void countsThoseOfEachPeriod() {
		assertThat(period(1_500, 10_000)).isEqualTo(1_500);
		assertThat(period(20, 10_000)).isEqualTo(20);
	}

	@Test
	void countsTheWholePeriodInWhichTheTimeEnds() {
		assertThat(period(300, Machine.ColdClasses.COLD)).isEqualTo(300);
		assertThat(period(300, 10_000)).isZero();
	}

	private long period(long loaded, long length) {
		this.loaded.addAndGet(loaded);
		this.uptime.addAndGet(length);
		return this.classes.next();
	}

}
