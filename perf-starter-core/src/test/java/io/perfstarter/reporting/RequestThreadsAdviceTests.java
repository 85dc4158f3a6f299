package io.perfstarter.reporting;

import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestThreadsAdvice}.
 */
class RequestThreadsAdviceTests {

	private static final double TEN_SECONDS = 10.0 / 30;

	private static AdviceFacts facts(int threads, long requests, Map<TimeComponent, Long> millis) {
		return facts(TestWindows.series(2,
				(at) -> TestWindows.with().computes(TEN_SECONDS).threads(threads).requests(requests / 2, millis)),
				false);
	}

	private static AdviceFacts facts(List<Window> windows, boolean virtualThreads) {
		return new AdviceFacts(windows, Map.of(), 0, Map.of(), 0, virtualThreads);
	}

	private static Advice advise(AdviceFacts facts) {
		return RequestThreadsAdvice.of(facts).orElseThrow();
	}

	@Test
	void asManyAsKeepTheProcessorsBusy() {
		// 2 x 0.8 x (1 + 9) = 16; queues for threads and for processors do not count.
		AdviceFacts facts = facts(200, 1000, Map.of(TimeComponent.BLOCKED, 10_000L, TimeComponent.CPU_WAIT, 70_000L,
				TimeComponent.SQL, 90_000L, TimeComponent.THREAD_WAIT, 500_000L));
		assertThat(advise(facts)).satisfies((advice) -> {
			assertThat(advice.recommended()).isEqualTo("200");
			assertThat(advice.reason()).startsWith("16 would keep the processors busy, too");
			assertThat(advice.inputs()).containsExactly("1000 requests", "2.0 processors",
					"compute 20.00 ms per request", "wait 180.00 ms per request");
		});
	}

	@Test
	void whatTheNewestRequestsNeedCounts() {
		List<Window> windows = TestWindows.series(3,
				(at) -> TestWindows.with()
					.computes((at == 0) ? 1.9 : 6.0 / 30)
					.threads(200)
					.requests(600, Map.of(TimeComponent.BLOCKED, 6_000L, TimeComponent.SQL, 54_000L)));
		assertThat(advise(facts(windows, false))).satisfies((advice) -> {
			assertThat(advice.reason()).startsWith("16 would");
			assertThat(advice.inputs()).contains("1200 requests");
		});
	}

	@Test
	void closeIsGoodEnough() {
		AdviceFacts facts = facts(18, 1000, Map.of(TimeComponent.BLOCKED, 10_000L, TimeComponent.SQL, 90_000L));
		assertThat(advise(facts).recommended()).isEqualTo("18");
	}

	@Test
	void moreAreWantedOnlyWhereAllWereBusy() {
		assertThat(advise(busy(10, 9))).satisfies((advice) -> {
			assertThat(advice.recommended()).isEqualTo("10");
			assertThat(advice.reason()).isEqualTo("Not all threads were busy at the same time.");
		});
		assertThat(advise(busy(10, 10)).recommended()).isEqualTo("16");
	}

	private static AdviceFacts busy(int threads, int peak) {
		return facts(TestWindows.series(2,
				(at) -> TestWindows.with()
					.computes(TEN_SECONDS)
					.threads(threads, (at == 0) ? peak : 0)
					.requests(500, Map.of(TimeComponent.BLOCKED, 10_000L, TimeComponent.SQL, 90_000L))),
				false);
	}

	@Test
	void fewRequestsSayNothing() {
		assertThat(advise(facts(200, 998, Map.of(TimeComponent.CPU, 10L, TimeComponent.SQL, 90L))).refused()).isTrue();
	}

	@Test
	void processorTimeThatIsNotMeasuredIsNotGuessed() {
		List<Window> half = TestWindows.series(2,
				(at) -> TestWindows.with()
					.computes((at == 0) ? 1 : Double.NaN)
					.threads(200)
					.requests(1000, Map.of(TimeComponent.BLOCKED, 100_000L)));
		assertThat(advise(facts(half, false)).refused()).isTrue();
	}

	@Test
	void threadsThatWouldOnlyWaitForConnectionsHelpNobody() {
		AdviceFacts facts = facts(20, 1000,
				Map.of(TimeComponent.BLOCKED, 10_000L, TimeComponent.SQL, 50_000L, TimeComponent.POOL, 40_000L));
		assertThat(advise(facts)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("40 %", "fix that first");
		});
	}

	@Test
	void virtualThreadsNeedNoNumber() {
		List<Window> windows = TestWindows.series(2,
				(at) -> TestWindows.with()
					.threads(200)
					.requests(1000, Map.of(TimeComponent.CPU, 10L, TimeComponent.SQL, 90L)));
		assertThat(RequestThreadsAdvice.of(facts(windows, false))).isPresent();
		assertThat(RequestThreadsAdvice.of(facts(windows, true))).isEmpty();
	}

	@Test
	void threadsThatNobodyKnowsNeedNoAdvice() {
		List<Window> windows = TestWindows.series(2, (at) -> TestWindows.with());
		assertThat(RequestThreadsAdvice.of(facts(windows, false))).isEmpty();
		assertThat(RequestThreadsAdvice.of(facts(List.of(), false))).isEmpty();
	}

}
