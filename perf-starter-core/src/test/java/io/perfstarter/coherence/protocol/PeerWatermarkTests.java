package io.perfstarter.coherence.protocol;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerWatermark}.
 */
class PeerWatermarkTests {

	private final PeerWatermark watermark = new PeerWatermark();

	private static PendingAges tickets(long age) {
		return new PendingAges(0, Map.of("tickets", age), Map.of());
	}

	@Test
	void isNeverAtFirst() {
		assertThat(this.watermark.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		this.watermark.advance(FreshnessWatermark.NEVER, tickets(5));
		assertThat(this.watermark.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.watermark.behind()).isEmpty();
	}

	@Test
	void changedCacheDoesNotMoveBack() {
		this.watermark.advance(100, PendingAges.NONE);
		this.watermark.advance(110, tickets(30));
		assertThat(this.watermark.upTo()).isEqualTo(110);
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", 100L));
	}

	@Test
	void changeOfEveryCacheHoldsAllBack() {
		this.watermark.advance(100, tickets(30));
		this.watermark.advance(110, new PendingAges(25, Map.of("zones", 40L), Map.of()));
		assertThat(this.watermark.upTo()).isEqualTo(100);
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", 85L));
	}

	@Test
	void lateAnswerTakesNothingBackAndNamesNothingThatWasCovered() {
		this.watermark.advance(100, tickets(30));
		this.watermark.advance(90, PendingAges.NONE);
		assertThat(this.watermark.upTo()).isEqualTo(100);
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", 90L));
		this.watermark.advance(95, new PendingAges(0, Map.of("zones", 10L), Map.of()));
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", 95L));
	}

	@Test
	void absurdAgeDoesNotReachIntoTheFuture() {
		this.watermark.advance(-100, new PendingAges(Long.MAX_VALUE, Map.of("tickets", Long.MAX_VALUE), Map.of()));
		assertThat(this.watermark.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		this.watermark.advance(-90, tickets(Long.MAX_VALUE));
		assertThat(this.watermark.upTo()).isEqualTo(-90);
		assertThat(this.watermark.behind()).containsExactly(Map.entry("tickets", FreshnessWatermark.NEVER));
	}

}
