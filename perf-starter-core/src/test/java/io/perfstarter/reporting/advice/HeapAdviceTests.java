package io.perfstarter.reporting.advice;

import java.time.Duration;

import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.OutsideWork;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeapAdvice}.
 */
class HeapAdviceTests {

	private static final Duration HOUR = Duration.ofHours(1);

	/** A heap, in megabytes; all else takes 100 of them. */
	private static HeapFacts heap(String collector, long live, long max, long limit) {
		return heap(collector, live, max, limit, 0.2, 2);
	}

	private static HeapFacts heap(String collector, long live, long max, long limit, double paused, long collections) {
		GcWindow gc = new GcWindow(collector, 0, 0, 0, 0, "", mega(live), 0, mega(max), OutsideWork.NONE);
		return new HeapFacts(gc, paused, true, 2, mega(4096), collections, mega(100), mega(limit));
	}

	private static long mega(long megabytes) {
		return (megabytes >= 0) ? megabytes * 1024 * 1024 : -1;
	}

	@Test
	void serialWantsThreeTimesWhatLives() {
		assertThat(HeapAdvice.of(heap("Serial", 80, 128, -1), HOUR)).satisfies((advice) -> {
			assertThat(advice.current()).isEqualTo("-Xmx128m");
			assertThat(advice.recommended()).isEqualTo("-Xmx240m");
			assertThat(advice.inputs()).contains("live set 80 MB");
		});
	}

	@Test
	void othersWantTwice() {
		assertThat(HeapAdvice.of(heap("G1", 80, 112, -1), HOUR).recommended()).isEqualTo("-Xmx160m");
	}

	@Test
	void whatIsAllocatedWantsMore() {
		assertThat(HeapAdvice.of(heap("G1", 80, 128, -1), HOUR).recommended()).isEqualTo("-Xmx176m");
	}

	@Test
	void whereItHelpsNotItIsNotAdvised() {
		assertThat(HeapAdvice.of(heap("G1", 80, 150, -1, 0.6, 2), HOUR)).satisfies((advice) -> {
			assertThat(advice.asksForChange()).isFalse();
			assertThat(advice.reason()).contains("does not shorten the pauses by half");
		});
		assertThat(HeapAdvice.of(heap("G1", 80, 128, -1, 0.09, 2), HOUR)).satisfies((advice) -> {
			assertThat(advice.asksForChange()).isFalse();
			assertThat(advice.reason()).contains("the pauses are short");
		});
	}

	@Test
	void isNeverMadeSmaller() {
		assertThat(HeapAdvice.of(heap("G1", 80, 2048, -1), HOUR).asksForChange()).isFalse();
	}

	@Test
	void staysWithinTheContainer() {
		assertThat(HeapAdvice.of(heap("G1", 80, 112, 260), HOUR).recommended()).isEqualTo("-Xmx160m");
		assertThat(HeapAdvice.of(heap("G1", 80, 112, 259), HOUR)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("160 MB", "raise the limit first");
		});
	}

	@Test
	void warnsOfAHeapThatFillsTheContainer() {
		assertThat(HeapAdvice.of(heap("G1", 80, 256, 300), HOUR)).satisfies((advice) -> {
			assertThat(advice.asksForChange()).isFalse();
			assertThat(advice.reason()).contains("may exceed the container limit");
		});
		assertThat(HeapAdvice.of(heap("G1", 80, 256, 400), HOUR).reason()).doesNotContain("exceed");
	}

	@Test
	void waitsUntilItIsKnownWhatLives() {
		HeapFacts known = heap("G1", 80, 128, -1);
		HeapFacts once = heap("G1", 80, 128, -1, 0.2, 1);
		assertThat(HeapAdvice.of(known, Duration.ofSeconds(59)).refused()).isTrue();
		assertThat(HeapAdvice.of(known, Duration.ofSeconds(60)).refused()).isFalse();
		assertThat(HeapAdvice.of(once, HOUR).refused()).isTrue();
		assertThat(HeapAdvice.of(heap("G1", -1, 128, -1), HOUR).refused()).isTrue();
	}

}
