package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Certificate}.
 */
class CertificateTests {

	private static final long BOUND = 15_000_000_000L;

	private static final long CENTURY = 36_525L * 86_400 * 1_000_000_000;

	private final AtomicLong clock = new AtomicLong();

	private final Certificate certificate = new Certificate(Duration.ofSeconds(15), this.clock::get);

	@Test
	void whoIsAloneServesEverything() {
		assertThat(this.certificate.covers(0)).isTrue();
		this.clock.set(1_000 * BOUND);
		assertThat(this.certificate.covers(0)).isTrue();
		assertThat(this.certificate.covers(-CENTURY)).isTrue();
		assertThat(this.certificate.isBypass()).isFalse();
		assertThat(this.certificate.isExpired()).isFalse();
	}

	@Test
	void bypassServesNothing() {
		this.certificate.bypass();
		assertThat(this.certificate.isBypass()).isTrue();
		assertThat(this.certificate.isExpired()).isFalse();
		assertThat(this.certificate.covers(0)).isFalse();
		assertThat(this.certificate.covers(CENTURY)).isFalse();
		this.certificate.heardUpTo(0);
		assertThat(this.certificate.isBypass()).isFalse();
		assertThat(this.certificate.covers(0)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 123_456_789, -BOUND, -BOUND + 1, CENTURY, -CENTURY })
	void oldCopyIsServedWhileEverythingWasHeardWithinTheBound(long now) {
		this.certificate.heardUpTo(now);
		long old = now - 100 * BOUND;
		this.clock.set(now);
		assertThat(this.certificate.covers(old)).isTrue();
		this.clock.set(now + BOUND);
		assertThat(this.certificate.covers(old)).isTrue();
		assertThat(this.certificate.isExpired()).isFalse();
		this.clock.set(now + BOUND + 1);
		assertThat(this.certificate.covers(old)).isFalse();
		assertThat(this.certificate.isExpired()).isTrue();
		this.certificate.heardUpTo(now + 1);
		assertThat(this.certificate.covers(old)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 123_456_789, -BOUND, -BOUND + 1, CENTURY, -CENTURY })
	void youngCopyIsServedWhateverWasHeard(long now) {
		this.certificate.heardUpTo(Certificate.NEVER);
		this.clock.set(now);
		assertThat(this.certificate.covers(now)).isTrue();
		assertThat(this.certificate.covers(now - BOUND)).isTrue();
		assertThat(this.certificate.covers(now - BOUND - 1)).isFalse();
		assertThat(this.certificate.isExpired()).isTrue();
		assertThat(this.certificate.isBypass()).isFalse();
	}

	@Test
	void holdsAtTheFirstReadAfterAPause() {
		this.certificate.heardUpTo(0);
		assertThat(this.certificate.covers(0)).isTrue();
		this.clock.addAndGet(2 * BOUND);
		assertThat(this.certificate.covers(0)).isFalse();
		assertThat(this.certificate.covers(BOUND)).isTrue();
	}

	@Test
	void alwaysAndNeverAreNoMoments() {
		this.certificate.heardUpTo(Certificate.ALWAYS);
		assertThat(this.certificate.isExpired()).isFalse();
		assertThat(this.certificate.covers(-CENTURY)).isTrue();
		this.certificate.heardUpTo(Certificate.NEVER);
		assertThat(this.certificate.heardUpTo()).isEqualTo(Certificate.NEVER);
		assertThat(this.certificate.covers(-CENTURY)).isFalse();
	}

}
