package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcReasonRule}.
 */
class GcReasonRuleTests {

	private static final double MOST = 0.9;

	@ParameterizedTest
	@CsvSource({ "Metadata GC Threshold, 0.1, GC_METASPACE, MetaspaceSize",
			"Metadata GC Clear Soft References, 0.1, GC_METASPACE, MetaspaceSize",
			"System.gc(), 0.5, GC_DIRECT_MEMORY, MaxDirectMemorySize",
			"System.gc(), 0.49, GC_REQUESTED, ExplicitGCInvokesConcurrent",
			"System.gc(), NaN, GC_REQUESTED, ExplicitGCInvokesConcurrent",
			"Heap Inspection Initiated GC, 0.1, GC_REQUESTED, jmap", "Diagnostic Command, 0.1, GC_REQUESTED, jcmd" })
	void whatTheCollectorSaysIsNamed(String reason, double direct, Cause cause, String remedy) {
		Verdict verdict = CausalOrder.judge(stopped().with((figures) -> figures.reason = reason)
			.with((figures) -> figures.direct = direct)
			.slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.evidence()).contains("'" + reason + "'");
		assertThat(verdict.remedy()).contains(remedy).doesNotContain("Reduce allocation");
		assertThat(verdict.share()).isEqualTo(MOST);
	}

	@ParameterizedTest
	@CsvSource({ "Allocation Failure", "G1 Evacuation Pause", "G1 Humongous Allocation", "Allocation Stall",
			"Ergonomics" })
	void whatIsForWantOfHeapIsOfTheHeap(String reason) {
		assertThat(
				CausalOrder.judge(stopped().with((figures) -> figures.reason = reason).slowOnes(), List.of()).cause())
			.isEqualTo(Cause.GC_ALLOCATION);
	}

	@Test
	void whatIsNotOfTheCollectorIsNotExplainedByIt() {
		Period period = stopped().with((figures) -> figures.reason = "System.gc()").stopped(10, 1);
		assertThat(CausalOrder.judge(period.slowOnes(), List.of()).cause()).isEqualTo(Cause.NON_GC_SAFEPOINT);
	}

	private static Period stopped() {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 900).takes(TimeComponent.SQL, 100).stopped(10, 10);
	}

}
