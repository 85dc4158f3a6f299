package io.perfstarter.reporting.jvm;

import io.perfstarter.reporting.jvm.Load.Usage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Contention}.
 */
class ContentionTests {

	private final Contention contention = new Contention();

	private boolean after(double process, double machine, double throttled, double pressure) {
		this.contention.look(new Usage(process, machine, throttled, pressure), 1.5, 4);
		return this.contention.getAsBoolean();
	}

	@Test
	void nothingIsKnownAtFirst() {
		assertThat(this.contention.getAsBoolean()).isFalse();
	}

	@Test
	void whatIsNotMeasuredArmsNothing() {
		assertThat(after(Double.NaN, Double.NaN, Double.NaN, Double.NaN)).isFalse();
	}

	@Test
	void pressureArms() {
		assertThat(after(0.1, 0.1, 0, 0.2)).isFalse();
		assertThat(after(0.1, 0.1, 0, 0.21)).isTrue();
	}

	@Test
	void aQuotaThatHoldsBackArms() {
		assertThat(after(0.1, 0.1, 0.01, Double.NaN)).isTrue();
	}

	@Test
	void aProcessThatUsesItsQuotaArms() {
		assertThat(after(1.3, 1.3, Double.NaN, Double.NaN)).isFalse();
		assertThat(after(1.36, 1.36, Double.NaN, Double.NaN)).isTrue();
	}

	@Test
	void aBusyMachineArms() {
		assertThat(after(0.1, 3.5, Double.NaN, Double.NaN)).isFalse();
		assertThat(after(0.1, 3.7, Double.NaN, Double.NaN)).isTrue();
	}

	@Test
	void isOverWithTheSecond() {
		assertThat(after(0.1, 0.1, 0, 0.9)).isTrue();
		assertThat(after(0.1, 0.1, 0, 0)).isFalse();
	}

}
