package io.perfstarter.reporting.page;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Headline}.
 */
class HeadlineTests {

	@ParameterizedTest
	@EnumSource
	void everyCauseIsASentenceWithAndWithoutASubject(Cause cause) {
		assertThat(Headline.of(verdict(cause, "", false))).matches("[A-Z][^_]+[a-z]").doesNotContain("  ");
		assertThat(Headline.of(verdict(cause, "it", false))).matches("(it|[A-Z])[^_]+[a-z]").doesNotContain("  ");
	}

	@Test
	void namesTheSubject() {
		assertThat(Headline.of(verdict(Cause.POOL_TOO_SMALL, "orders", false)))
			.isEqualTo("The connection pool orders is too small");
	}

	@Test
	void saysThatTheQueueIsNotTheCause() {
		assertThat(Headline.of(verdict(Cause.GC_HEAP_TOO_SMALL, "", true)))
			.isEqualTo("The heap is too small, and other requests wait behind it");
	}

	private static Verdict verdict(Cause cause, String subject, boolean queued) {
		return new Verdict(cause, subject, queued, 0.8, "", "", List.of());
	}

}
