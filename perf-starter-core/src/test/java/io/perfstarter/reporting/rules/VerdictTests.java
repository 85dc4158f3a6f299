package io.perfstarter.reporting.rules;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Verdict}.
 */
class VerdictTests {

	@ParameterizedTest
	@EnumSource
	void everyCauseIsASentenceWithAndWithoutASubject(Cause cause) {
		assertThat(verdict(cause, "", false).headline()).matches("[A-Z][^_]+[a-z]").doesNotContain("  ");
		assertThat(verdict(cause, "it", false).headline()).matches("[A-Z][^_]+[a-z]").doesNotContain("  ");
	}

	@Test
	void namesTheSubject() {
		assertThat(verdict(Cause.POOL_TOO_SMALL, "orders", false).headline())
			.isEqualTo("The connection pool orders is too small");
	}

	@Test
	void whatConcernsAllNamesNothing() {
		assertThat(verdict(Cause.GC_HEAP_TOO_SMALL, "it", false).headline()).isEqualTo("The heap is too small");
	}

	@Test
	void saysThatTheQueueIsNotTheCause() {
		assertThat(verdict(Cause.GC_HEAP_TOO_SMALL, "", true).headline())
			.isEqualTo("The heap is too small, and other requests wait behind it");
	}

	private static Verdict verdict(Cause cause, String subject, boolean queued) {
		return new Verdict(cause, subject, queued, 0.8, "", "", List.of());
	}

}
