package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules that judge stops and the garbage collection.
 */
class GcRuleTests {

	private static final double MOST = 0.9;

	@Test
	void saysWhatARequestAllocates() {
		Verdict verdict = GcRules.allocation(paused().allocates(40).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.evidence()).contains("paused for 20 %", "allocates 40 MB").doesNotContain("not known");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "do not raise -Xmx");
	}

	@Test
	void saysWhatIsNotKnown() {
		Verdict verdict = GcRules.allocation(paused().heap("G1", -1, 512).slowOnes());
		assertThat(verdict.evidence()).contains("live set n/a", "not known yet", "allocates n/a");
	}

	@Test
	void namesTheWaitForMemoryIfThatIsLonger() {
		Verdict verdict = GcRules.allocation(paused().stalled(9).slowOnes());
		assertThat(verdict.evidence()).contains("waited for memory for 30 %");
	}

	private static Period paused() {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 500).stopped(6, 6);
	}

	@Test
	void threadsThatWaitForMemorySeemBlocked() {
		Verdict verdict = GcRules.stalled(stalled(3).heap("ZGC", 80, 512).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.share()).isEqualTo(0.8);
	}

	@Test
	void theHeapIsTooSmallByTheSameFactor() {
		Verdict verdict = GcRules.stalled(stalled(3).heap("ZGC", 80, 128).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
	}

	@Test
	void shortWaitsAreNot() {
		assertThat(GcRules.stalled(stalled(2.99).heap("ZGC", 80, 128).slowOnes())).isNull();
	}

	private static Period stalled(double seconds) {
		return Period.slow(30)
			.takes(TimeComponent.BLOCKED, 800)
			.takes(TimeComponent.CPU, 200)
			.stopped(0.1, 0.1)
			.stalled(seconds);
	}

	@ParameterizedTest
	@CsvSource({ "Serial, 80, 239, 400", "G1, 80, 112, 160", "Parallel, 80, 159, 240", "ZGC, 81, 161, 256",
			"Serial, 82, 123, 256" })
	void namesTheHeapToSet(String collector, long live, long heap, long advised) {
		Verdict verdict = GcRules.heap(of(collector, live, heap));
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
		assertThat(verdict.remedy()).contains("-Xmx" + advised + "m", collector);
		assertThat(verdict.evidence()).contains(heap + " MB", live + " MB");
	}

	@Test
	void staysWithinTheContainer() {
		Period small = paused().heap("G1", 80, 112);
		assertThat(GcRules.heap(small.with((figures) -> figures.heapLimit = 160 << 20).slowOnes()).remedy())
			.startsWith("Set -Xmx160m.");
		assertThat(GcRules.heap(small.with((figures) -> figures.heapLimit = 159 << 20).slowOnes()).remedy())
			.startsWith("First raise the memory limit of the container by at least 1 MB, or")
			.contains("Set -Xmx160m.");
	}

	@ParameterizedTest
	@CsvSource({ "Serial, 80, 240", "G1, 80, 160", "ZGC, 81, 162", "G1, -1, 160", "G1, 80, -1", "G1, 0, 100" })
	void isLargeEnoughOrNotKnown(String collector, long live, long heap) {
		assertThat(GcRules.heap(of(collector, live, heap))).isNull();
	}

	@Test
	void moreHeapIsNoRemedyForWhatIsAllocated() {
		Period period = collecting().stopped(20, 20).heap("Serial", 80, 239);
		assertThat(GcRules.heap(period.slowOnes())).isNull();
		assertThat(CausalOrder.judge(period.slowOnes(), List.of()).cause()).isEqualTo(Cause.GC_ALLOCATION);
	}

	@ParameterizedTest
	@CsvSource({ "0.51, GC_ALLOCATION", "0.5, BIG_RESULT" })
	void whatRequestsReadIsNotTheReasonIfOthersMakeTheGarbage(double share, Cause cause) {
		Verdict verdict = CausalOrder.judge(collecting().statement("select * from visits", 1, 3, 6000)
			.with((figures) -> figures.outside = new OutsideWork("scheduling-*", share))
			.slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(cause);
	}

	@Test
	void whoMakesMostOfTheGarbageIsNamed() {
		Verdict verdict = CausalOrder.judge(collecting().heap("Serial", 82, 123)
			.with((figures) -> figures.outside = new OutsideWork("scheduling-* (Jobs.read)", 0.83))
			.slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.headline()).isEqualTo("Too much memory is allocated by scheduling-* (Jobs.read)");
		assertThat(verdict.evidence()).contains("Outside of requests", "83 %");
		assertThat(verdict.remedy()).contains("do not raise -Xmx");
	}

	@Test
	void whatFillsAnyHeapWantsNoMore() {
		Verdict verdict = CausalOrder
			.judge(collecting().heap("Serial", 171, 256).with((figures) -> figures.grown = -120).slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.evidence()).contains("has fallen by 120 MB");
		assertThat(verdict.remedy()).contains("soft references", "do not raise -Xmx");
	}

	@Test
	void whatIsKeptOutsideOfRequestsStillGrows() {
		Verdict verdict = GcRules.heap(paused().heap("Serial", 82, 100)
			.with((figures) -> figures.grown = 30)
			.with((figures) -> figures.outside = new OutsideWork("scheduling-*", 0.9))
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_GROWS);
	}

	@Test
	void saysHowManyTimesWhatLivesItIs() {
		Verdict verdict = GcRules.heap(of("Serial", 82, 123));
		assertThat(verdict.evidence()).contains("paused for 20 %", "212 ms", "1.5 times");
	}

	@Test
	void namesHowMuchTheLiveSetHasGrown() {
		Verdict verdict = GcRules.heap(grown(82, 30));
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_GROWS);
		assertThat(verdict.evidence()).contains("grown by 30 MB");
		assertThat(verdict.remedy()).doesNotContain("-Xmx");
	}

	@ParameterizedTest
	@CsvSource({ "20, GC_HEAP_GROWS", "19, GC_HEAP_TOO_SMALL" })
	void mustHaveGrownMuch(long grown, Cause cause) {
		Verdict verdict = GcRules.heap(grown(82, grown));
		assertThat(verdict.cause()).isEqualTo(cause);
	}

	@Test
	void heapWithRoomMayFill() {
		assertThat(GcRules.heap(grown(33, 30))).isNull();
	}

	private static Diagnosis of(String collector, long live, long heap) {
		return paused().heap(collector, live, heap).slowOnes();
	}

	private static Diagnosis grown(long live, long grown) {
		return paused().heap("Serial", live, 100).with((figures) -> figures.grown = grown).slowOnes();
	}

	@ParameterizedTest
	@CsvSource({ "Metadata GC Threshold, 0.1, GC_OFF_HEAP, MetaspaceSize",
			"G1 Humongous Allocation, 0.1, GC_ALLOCATION, G1HeapRegionSize",
			"Metadata GC Clear Soft References, 0.1, GC_OFF_HEAP, MetaspaceSize",
			"System.gc(), 0.5, GC_OFF_HEAP, MaxDirectMemorySize",
			"System.gc(), 0.49, PAUSE_REQUESTED, ExplicitGCInvokesConcurrent",
			"System.gc(), NaN, PAUSE_REQUESTED, ExplicitGCInvokesConcurrent",
			"Heap Inspection Initiated GC, 0.1, PAUSE_REQUESTED, jmap",
			"Diagnostic Command, 0.1, PAUSE_REQUESTED, jcmd" })
	void whatTheCollectorSaysIsNamed(String reason, double direct, Cause cause, String remedy) {
		Verdict verdict = CausalOrder.judge(collecting().with((figures) -> figures.reason = reason)
			.with((figures) -> figures.direct = direct)
			.slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.evidence()).contains("'" + reason + "'");
		assertThat(verdict.remedy()).contains(remedy).doesNotContain("Reduce allocation");
		assertThat(verdict.share()).isEqualTo(MOST);
	}

	@ParameterizedTest
	@CsvSource({ "Allocation Failure", "G1 Evacuation Pause", "Allocation Stall", "Ergonomics" })
	void whatIsForWantOfHeapIsOfTheHeap(String reason) {
		assertThat(CausalOrder.judge(collecting().with((figures) -> figures.reason = reason).slowOnes(), List.of())
			.cause()).isEqualTo(Cause.GC_ALLOCATION);
	}

	@Test
	void whatIsNotOfTheCollectorIsNotExplainedByIt() {
		Period period = collecting().with((figures) -> figures.reason = "System.gc()").stopped(10, 1);
		Verdict verdict = CausalOrder.judge(period.slowOnes(), List.of());
		assertThat(verdict.cause()).isEqualTo(Cause.PAUSE_REQUESTED);
		assertThat(verdict.evidence()).contains("garbage collection was only 10 %");
	}

	private static Period collecting() {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 900).takes(TimeComponent.SQL, 100).stopped(10, 10);
	}

	@Test
	void saysHowLittleTheCollectorDid() {
		Verdict verdict = GcRules.noCollections(stopped(4.2, 0.1).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.PAUSE_REQUESTED);
		assertThat(verdict.evidence()).contains("14 %", "2.4 %").doesNotContain("GC cause");
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(GcRules
			.noCollections(
					stopped(4.2, 0.1).with((figures) -> figures.reason = "Heap Inspection Initiated GC").slowOnes())
			.evidence()).contains("'Heap Inspection Initiated GC'");
	}

	@Test
	void shortPausesTakeLongWhereProcessorsAreScarce() {
		Verdict verdict = GcRules.noCollections(stopped(4.2, 0.1).cpu(1, 2).ready(0.3).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(GcRules.noCollections(stopped(4.2, 0.1).cpu(1, 2).ready(0.29).slowOnes()).cause())
			.isEqualTo(Cause.PAUSE_REQUESTED);
		assertThat(GcRules.noCollections(stopped(4.2, 0.1).cpu(1, 1.1).ready(0.3).slowOnes()).cause())
			.isEqualTo(Cause.PAUSE_REQUESTED);
	}

	@Test
	void isTheCollectorsFromHalfOfTheStopsOn() {
		assertThat(GcRules.noCollections(stopped(4, 1.99).slowOnes())).isNotNull();
		assertThat(GcRules.noCollections(stopped(4, 2).slowOnes())).isNull();
	}

	@Test
	void onlyTheExactCounterTells() {
		assertThat(GcRules.noCollections(stopped(4, 0).with((figures) -> figures.exact = false).slowOnes())).isNull();
	}

	@Test
	void isNotWhatThreadsWaitForIfTheyWaitForMemoryForLonger() {
		assertThat(GcRules.noCollections(stopped(4, 0).stalled(5).stopped(4, 0).slowOnes())).isNull();
	}

	@Test
	void nothingIsKnownOfTheCollector() {
		assertThat(GcRules.noCollections(stopped(4, -1).slowOnes())).isNull();
	}

	private static Period stopped(double seconds, double collecting) {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 500).stopped(seconds, collecting);
	}

}
