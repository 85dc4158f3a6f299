package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcHeapTooSmallRule}.
 */
class GcHeapTooSmallRuleTests {

	@ParameterizedTest
	@CsvSource({ "Serial, 80, 239, 240", "G1, 80, 159, 160", "Parallel, 80, 159, 160", "ZGC, 81, 161, 176",
			"Serial, 82, 123, 256" })
	void namesTheHeapToSet(String collector, long live, long heap, long advised) {
		Verdict verdict = new GcHeapTooSmallRule().judge(of(collector, live, heap));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
		assertThat(verdict.remedy()).contains("-Xmx" + advised + "m", collector);
		assertThat(verdict.evidence()).contains(heap + " MB", live + " MB");
	}

	@ParameterizedTest
	@CsvSource({ "Serial, 80, 240", "G1, 80, 160", "ZGC, 81, 162", "G1, -1, 160", "G1, 80, -1", "G1, 0, 100" })
	void isLargeEnoughOrNotKnown(String collector, long live, long heap) {
		assertThat(new GcHeapTooSmallRule().judge(of(collector, live, heap))).isNull();
	}

	@Test
	void saysHowManyTimesWhatLivesItIs() {
		Verdict verdict = new GcHeapTooSmallRule().judge(of("Serial", 82, 123));
		assertThat(verdict).isNotNull();
		assertThat(verdict.evidence()).contains("paused for 20 %", "212 ms", "1.5 times");
	}

	@Test
	void namesHowMuchTheLiveSetHasGrown() {
		Verdict verdict = new GcHeapTooSmallRule().judge(grown(82, 30));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_GROWS);
		assertThat(verdict.evidence()).contains("grown by 30 MB");
		assertThat(verdict.remedy()).doesNotContain("-Xmx");
	}

	@ParameterizedTest
	@CsvSource({ "20, GC_HEAP_GROWS", "19, GC_HEAP_TOO_SMALL" })
	void mustHaveGrownMuch(long grown, Cause cause) {
		Verdict verdict = new GcHeapTooSmallRule().judge(grown(82, grown));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(cause);
	}

	@Test
	void heapWithRoomMayFill() {
		assertThat(new GcHeapTooSmallRule().judge(grown(33, 30))).isNull();
	}

	private static Diagnosis of(String collector, long live, long heap) {
		return period().heap(collector, live, heap).slowOnes();
	}

	private static Diagnosis grown(long live, long grown) {
		return period().heap("Serial", live, 100).with((figures) -> figures.grown = grown).slowOnes();
	}

	private static Period period() {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 500).stopped(6, 6);
	}

}
