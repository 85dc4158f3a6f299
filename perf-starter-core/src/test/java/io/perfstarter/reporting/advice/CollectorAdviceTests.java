package io.perfstarter.reporting.advice;

import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.OutsideWork;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CollectorAdvice}.
 */
class CollectorAdviceTests {

	private static HeapFacts machine(String collector, boolean ergonomic, int processors, long megabytes) {
		return new HeapFacts(new GcWindow(collector, 0, 0, 0, 0, "", -1, 0, -1, OutsideWork.NONE), 0, ergonomic,
				processors, megabytes * 1024 * 1024, 0, 0, -1);
	}

	@Test
	void serialByAccident() {
		assertThat(CollectorAdvice.of(machine("Serial", true, 1, 4096))).hasValueSatisfying((advice) -> {
			assertThat(advice.recommended()).isEqualTo("-XX:+UseG1GC");
			assertThat(advice.confidence()).isEqualTo(Confidence.LOW);
			assertThat(advice.inputs()).containsExactly("1 processors", "4096 MB");
		});
		assertThat(CollectorAdvice.of(machine("Serial", true, 2, 1791))).isPresent();
	}

	@Test
	void serialOnPurpose() {
		assertThat(CollectorAdvice.of(machine("Serial", false, 1, 4096))).isEmpty();
	}

	@Test
	void anotherCollector() {
		assertThat(CollectorAdvice.of(machine("G1", true, 2, 1792))).isEmpty();
		assertThat(CollectorAdvice.of(machine("Serial", true, 2, 1792))).isEmpty();
	}

}
