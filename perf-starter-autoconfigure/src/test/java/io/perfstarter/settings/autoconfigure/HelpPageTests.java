package io.perfstarter.settings.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HelpPage}.
 */
class HelpPageTests {

	@ParameterizedTest
	@CsvSource({ "perf-starter.async.requests.queue-timeout, ASYNC", "perf-starter.warmup.requests[0].path, WARMUP",
			"perf-starter.coherence.port, COHERENCE", "perf-starter.secret, PROPERTIES" })
	void propertyHasThePageOfItsFeature(String property, HelpPage page) {
		assertThat(HelpPage.of(property)).isEqualTo(page);
	}

	@Test
	void releaseRefersToItsTag() {
		assertThat(HelpPage.ROUTING.address("0.2.0")).endsWith("/blob/v0.2.0/docs/features/routing.md#settings");
		assertThat(HelpPage.ROUTING.address("0.2.0-SNAPSHOT")).contains("/blob/main/");
	}

	@Test
	void actionEndsWithThePage() {
		assertThat(HelpPage.ASYNC.analysis("It is wrong.", "Correct it.", new IllegalStateException()).getAction())
			.isEqualTo("Correct it." + System.lineSeparator() + "See " + HelpPage.ASYNC.address(null));
	}

}
