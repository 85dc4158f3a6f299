package io.perfstarter.coherence.protocol;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerProgress}.
 */
class PeerProgressTests {

	private final PeerProgress heard = new PeerProgress("peer", 10, 100);

	private static Batch batch(long after, long upTo) {
		return new Batch(after, upTo, List.of());
	}

	@Test
	void changesOfTheAnswerCountWhenItsMarkIsReached() {
		this.heard.hear(10, 150, PendingAges.NONE, 200);
		this.heard.hear(12, 300, new PendingAges(0, Map.of("tickets", 20L), Map.of()), 310);
		assertThat(this.heard.behind()).isEmpty();
		this.heard.done(batch(10, 12), 0);
		assertThat(this.heard.upTo()).isEqualTo(300);
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", 280L));
	}

	@Test
	void batchBeyondAHoleDoesNotCount() {
		this.heard.hear(13, 300, PendingAges.NONE, 310);
		this.heard.done(batch(11, 13), 0);
		assertThat(this.heard.done()).isEqualTo(10);
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		this.heard.done(batch(8, 12), 0);
		this.heard.done(batch(2, 5), 0);
		assertThat(this.heard.done()).isEqualTo(12);
		assertThat(this.heard.mark()).isEqualTo(13);
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
	}

	private void advance(long asked, PendingAges pending) {
		this.heard.hear(10, asked, pending, 0);
	}

	private static PendingAges tickets(long age) {
		return new PendingAges(0, Map.of("tickets", age), Map.of());
	}

	@Test
	void isNeverAtFirst() {
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		advance(FreshnessWatermark.NEVER, tickets(5));
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.heard.behind()).isEmpty();
	}

	@Test
	void changeOfEveryCacheHoldsAllBack() {
		advance(100, tickets(30));
		advance(110, new PendingAges(25, Map.of("zones", 40L), Map.of()));
		assertThat(this.heard.upTo()).isEqualTo(100);
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", 85L));
	}

	@Test
	void lateAnswerTakesNothingBackAndNamesNothingThatWasCovered() {
		advance(100, tickets(30));
		advance(90, PendingAges.NONE);
		assertThat(this.heard.upTo()).isEqualTo(100);
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", 90L));
		advance(95, new PendingAges(0, Map.of("zones", 10L), Map.of()));
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", 95L));
		assertThat(this.heard.hear(9, 105, PendingAges.NONE, 200)).isFalse();
		assertThat(this.heard.upTo()).isEqualTo(105);
	}

	@Test
	void absurdAgeDoesNotReachIntoTheFuture() {
		advance(-100, new PendingAges(Long.MAX_VALUE, Map.of("tickets", Long.MAX_VALUE), Map.of()));
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		advance(-90, tickets(Long.MAX_VALUE));
		assertThat(this.heard.upTo()).isEqualTo(-90);
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", FreshnessWatermark.NEVER));
	}

}
