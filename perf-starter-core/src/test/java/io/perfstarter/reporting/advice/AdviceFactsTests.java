package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.List;

import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdviceFacts}.
 */
class AdviceFactsTests {

	private static final PoolSettings ORDERS = new PoolSettings("orders", 10, Duration.ofSeconds(1800), Duration.ZERO,
			0, new DatabaseFacts(100, 3, Duration.ofSeconds(600)));

	@Test
	void oneRecommendationForEachSettingAndPool() {
		List<Window> windows = TestWindows.series(4,
				(at) -> TestWindows.with().pool("orders", 10, 100, 0.2).threads(9));
		PoolSettings members = new PoolSettings("members", 5, null, null, 0, null);
		AdviceFacts facts = new AdviceFacts(Duration.ofHours(1), windows, List.of(ORDERS, members), 1, false,
				new HeapFacts(new GcWindow("Serial", 0, 0, 0, 0, "", 80, 0, 100, OutsideWork.NONE), 0, true, 1, 0, 2, 0,
						-1));
		assertThat(facts.advise()).extracting(Advice::setting)
			.containsExactly("maximum size of orders", "maximum lifetime of orders", "maximum size of members",
					"maximum lifetime of members", "request threads", "heap", "garbage collector");
	}

	@Test
	void nothingIsKnownAtTheStart() {
		assertThat(new AdviceFacts(Duration.ZERO, List.of(), List.of(), 0, false, null).advise()).isEmpty();
		assertThat(new AdviceFacts(Duration.ZERO, List.of(), List.of(ORDERS), 0, false, null).advise())
			.extracting(Advice::recommended)
			.containsExactly("", "570 s");
	}

}
