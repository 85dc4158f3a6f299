package io.perfstarter.reporting.advice;

import java.util.List;

import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdviceFacts}.
 */
class AdviceFactsTests {

	private static final PoolSettings ORDERS = new PoolSettings("orders", 10, 0, new DatabaseFacts(100, 3));

	@Test
	void oneRecommendationForEachSettingAndPool() {
		List<Window> windows = TestWindows.series(4,
				(at) -> TestWindows.with().pool("orders", 10, 100, 0.2).threads(9));
		PoolSettings members = new PoolSettings("members", 5, 0, null);
		assertThat(new AdviceFacts(windows, List.of(ORDERS, members), 1, false).advise()).extracting(Advice::setting)
			.containsExactly("maximum size of orders", "maximum size of members", "request threads");
	}

	@Test
	void nothingIsKnownAtTheStart() {
		assertThat(new AdviceFacts(List.of(), List.of(), 0, false).advise()).isEmpty();
		assertThat(new AdviceFacts(List.of(), List.of(ORDERS), 0, false).advise()).extracting(Advice::recommended)
			.containsExactly("");
	}

}
