package io.perfstarter.coherence.protocol;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerProgress}.
 */
class PeerProgressTests {

	private static final long GAP = ProtocolTimings.GAP.toNanos();

	private final PeerProgress heard = new PeerProgress("peer", 10, 100);

	private static Batch batch(long after, long upTo) {
		return new Batch(after, upTo, List.of());
	}

	@Test
	void nothingIsHeardAtFirst() {
		assertThat(this.heard.origin()).isEqualTo("peer");
		assertThat(this.heard.lastWord()).isEqualTo(100);
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.heard.done()).isEqualTo(10);
		assertThat(this.heard.mark()).isEqualTo(10);
		assertThat(this.heard.isGap(100 + GAP)).isFalse();
	}

	@Test
	void markThatIsDoneCertifiesTheMomentItWasAskedFor() {
		assertThat(this.heard.hear(10, 150, PendingAges.NONE, 200)).isFalse();
		assertThat(this.heard.upTo()).isEqualTo(150);
		assertThat(this.heard.lastWord()).isEqualTo(200);
		assertThat(this.heard.hear(9, 160, PendingAges.NONE, 210)).isFalse();
		assertThat(this.heard.upTo()).isEqualTo(160);
	}

	@Test
	void lateAnswerTakesNothingBack() {
		this.heard.hear(10, 150, PendingAges.NONE, 200);
		this.heard.hear(10, 140, PendingAges.NONE, 210);
		this.heard.hear(10, FreshnessWatermark.NEVER, PendingAges.NONE, 220);
		assertThat(this.heard.upTo()).isEqualTo(150);
	}

	@Test
	void nothingIsCertifiedUntilEverythingUpToTheMarkIsDone() {
		this.heard.hear(10, 150, PendingAges.NONE, 200);
		assertThat(this.heard.hear(12, 300, PendingAges.NONE, 310)).isTrue();
		assertThat(this.heard.mark()).isEqualTo(12);
		assertThat(this.heard.upTo()).isEqualTo(150);
		this.heard.done(batch(10, 11), 0);
		assertThat(this.heard.upTo()).isEqualTo(150);
		assertThat(this.heard.done()).isEqualTo(11);
		this.heard.done(batch(11, 12), 0);
		assertThat(this.heard.upTo()).isEqualTo(300);
		assertThat(this.heard.mark()).isEqualTo(12);
	}

	@Test
	void changesOfTheAnswerCountWhenItsMarkIsReached() {
		this.heard.hear(10, 150, PendingAges.NONE, 200);
		this.heard.hear(12, 300, new PendingAges(0, Map.of("tickets", 20L)), 310);
		assertThat(this.heard.behind()).isEmpty();
		this.heard.done(batch(10, 12), 0);
		assertThat(this.heard.upTo()).isEqualTo(300);
		assertThat(this.heard.behind()).containsExactly(Map.entry("tickets", 280L));
	}

	@Test
	void laterMarkDoesNotReplaceAnOutstandingOne() {
		this.heard.hear(12, 300, PendingAges.NONE, 310);
		assertThat(this.heard.hear(20, 400, PendingAges.NONE, 410)).isFalse();
		assertThat(this.heard.mark()).isEqualTo(12);
		this.heard.done(batch(10, 12), 0);
		assertThat(this.heard.upTo()).isEqualTo(300);
		assertThat(this.heard.isGap(310 + GAP)).isFalse();
		assertThat(this.heard.hear(20, 500, PendingAges.NONE, 510)).isTrue();
	}

	@Test
	void markThatWasNotAskedForCertifiesNothing() {
		this.heard.hear(11, FreshnessWatermark.NEVER, PendingAges.NONE, 200);
		this.heard.done(batch(10, 11), 0);
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
	}

	@Test
	void batchBeyondAHoleDoesNotCount() {
		this.heard.hear(13, 300, PendingAges.NONE, 310);
		this.heard.done(batch(11, 13), 0);
		assertThat(this.heard.done()).isEqualTo(10);
		assertThat(this.heard.upTo()).isEqualTo(FreshnessWatermark.NEVER);
		this.heard.done(batch(8, 12), 0);
		assertThat(this.heard.done()).isEqualTo(12);
	}

	@Test
	void batchOfThePastTakesNothingBack() {
		this.heard.done(batch(2, 5), 0);
		assertThat(this.heard.done()).isEqualTo(10);
	}

	@Test
	void whatIsVoidIsDone() {
		this.heard.hear(50, 300, PendingAges.NONE, 310);
		this.heard.done(new Batch(0, 50, List.of()), 0);
		assertThat(this.heard.upTo()).isEqualTo(300);
		assertThat(this.heard.done()).isEqualTo(50);
	}

	@Test
	void whatDoesNotComeByItselfIsAGapAfterAWhile() {
		this.heard.hear(11, 300, PendingAges.NONE, 310);
		assertThat(this.heard.isGap(310 + GAP - 1)).isFalse();
		this.heard.hear(12, 400, PendingAges.NONE, 310 + GAP - 1);
		assertThat(this.heard.isGap(310 + GAP)).isTrue();
		this.heard.done(batch(10, 12), 0);
		assertThat(this.heard.isGap(310 + GAP)).isFalse();
	}

	@Test
	void clockMayBeNegative() {
		PeerProgress negative = new PeerProgress("peer", 0, -1_000 * GAP);
		negative.hear(0, -900 * GAP, PendingAges.NONE, -899 * GAP);
		assertThat(negative.upTo()).isEqualTo(-900 * GAP);
		negative.hear(1, -10, PendingAges.NONE, -5);
		assertThat(negative.isGap(GAP - 6)).isFalse();
		assertThat(negative.isGap(GAP - 5)).isTrue();
	}

}
