package io.perfstarter.reporting.window;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the heap that {@link GcWindow} advises.
 */
class GcWindowTests {

	@ParameterizedTest
	@CsvSource({ "Serial, 82, 123, 0.2, 246", "Serial, 82, 123, 0.38, 246", "Serial, 82, 123, 0.6, 328",
			"Serial, 82, 200, 0.2, 318", "G1, 80, 100, 0.2, 160", "G1, 80, 100, 0.5, 180", "G1, 80, 150, 0.15, 220" })
	void itIsWhatTheLiveSetAndTheAllocationNeed(String collector, long live, long heap, double paused, long needed) {
		assertThat(gc(collector, live, heap).neededHeap(paused)).isEqualTo(needed);
	}

	@ParameterizedTest
	@CsvSource({ "Serial, 82, 240, 0.5", "G1, 80, 158, 0.6", "Serial, 82, 246, 0.9", "G1, 80, 160, 0.9",
			"G1, -1, 100, 0.5", "G1, 80, -1, 0.5" })
	void itIsNotNamedWhereAnotherRemedyIsNeeded(String collector, long live, long heap, double paused) {
		assertThat(gc(collector, live, heap).neededHeap(paused)).isEqualTo(-1);
	}

	@Test
	void itIsNotNamedIfTheGarbageIsMadeOutside() {
		assertThat(gc("Serial", 82, 123, 0.51).neededHeap(0.38)).isEqualTo(-1);
		assertThat(gc("Serial", 82, 123, 0.5).neededHeap(0.38)).isEqualTo(246);
	}

	@Test
	void itIsNotNamedIfTheLiveSetHasFallen() {
		assertThat(new GcWindow("Serial", 0, 0, 0, 0, "", 180, -51, 250, -1, OutsideWork.NONE).neededHeap(0.3))
			.isEqualTo(-1);
		assertThat(new GcWindow("Serial", 0, 0, 0, 0, "", 180, -49, 250, -1, OutsideWork.NONE).neededHeap(0.3))
			.isEqualTo(540);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Serial", "Parallel", "G1", "ZGC" })
	void whoFollowsItIsPausedForHalfTheTimeAndNotAdvisedAgain(String collector) {
		long live = 1000;
		for (long heap = live + 1; heap < 3 * live; heap += 7) {
			for (double paused = GcWindow.LONG; paused < 1; paused += 0.01) {
				long needed = gc(collector, live, heap).neededHeap(paused);
				if (needed > 0) {
					double after = paused * (heap - live) / (needed - live);
					assertThat(after).isLessThan(paused * 0.501).isLessThan(GcWindow.LONG * 1.001);
					assertThat(needed).isGreaterThan(heap * 4 / 3);
					assertThat(gc(collector, live, needed).neededHeap(after)).isEqualTo(-1);
				}
			}
		}
	}

	private static GcWindow gc(String collector, long live, long heap) {
		return gc(collector, live, heap, 0);
	}

	private static GcWindow gc(String collector, long live, long heap, double outside) {
		return new GcWindow(collector, 0, 0, 0, 0, "", live, 0, heap, -1, new OutsideWork("scheduling-*", outside));
	}

}
