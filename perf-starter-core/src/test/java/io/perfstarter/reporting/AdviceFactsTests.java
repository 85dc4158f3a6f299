package io.perfstarter.reporting;

import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdviceFacts}.
 */
class AdviceFactsTests {

	private static final Map<String, DatabaseFacts> DATABASES = Map.of("orders", new DatabaseFacts(100, 3));

	@Test
	void oneRecommendationForEachSettingAndPool() {
		List<Window> windows = TestWindows.series(4,
				(at) -> TestWindows.with().pool("orders", 10, 100, 0.2).threads(9));
		assertThat(new AdviceFacts(windows, Map.of("orders", 10, "members", 5), 0, DATABASES, 1, false).advise())
			.extracting(Advice::setting)
			.containsExactly("maximum size of members", "maximum size of orders", "request threads");
	}

	@Test
	void nothingIsKnownAtTheStart() {
		assertThat(new AdviceFacts(List.of(), Map.of(), 0, Map.of(), 0, false).advise()).isEmpty();
		assertThat(new AdviceFacts(List.of(), Map.of("orders", 10), 0, DATABASES, 0, false).advise())
			.extracting(Advice::recommended)
			.containsExactly("");
	}

}
