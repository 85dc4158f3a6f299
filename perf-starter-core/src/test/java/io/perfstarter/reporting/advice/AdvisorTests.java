package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Advisor}.
 */
class AdvisorTests {

	private final Advisor advisor = new Advisor(List.of());

	private static AdviceFacts facts(List<Window> windows, int poolSize, HeapFacts heap) {
		PoolSettings pool = new PoolSettings("orders", poolSize, Duration.ofSeconds(1800), Duration.ZERO, 0,
				new DatabaseFacts("PostgreSQL", 100, 3, Duration.ofSeconds(600)));
		return new AdviceFacts(Duration.ofHours(1), windows, List.of(pool), 1, false, heap);
	}

	private static Advice only(List<Advice> advice, Setting setting) {
		return advice.stream().filter((candidate) -> candidate.setting() == setting).findFirst().orElseThrow();
	}

	/** So many windows of a pool under load, whose longest wait is said for each. */
	private static List<Window> waits(int count, IntFunction<Integer> millis) {
		return TestWindows.series(count,
				(at) -> TestWindows.with().pool("orders", 10, 100, 0.2, 1, 0, millis.apply(at)));
	}

	private Advice poolSize(List<Window> windows, int current) {
		return only(this.advisor.advise(facts(windows, current, null)), Setting.POOL_SIZE);
	}

	@Test
	void oneRecommendationForEachSettingAndSubject() {
		List<Window> windows = TestWindows.series(4,
				(at) -> TestWindows.with().pool("orders", 10, 100, 0.2).threads(9));
		PoolSettings orders = facts(windows, 10, null).pools().get(0);
		PoolSettings members = new PoolSettings("members", 5, null, null, 0, null);
		AdviceFacts facts = new AdviceFacts(Duration.ofHours(1), windows, List.of(orders, members), 1, false,
				new HeapFacts("Serial", true, 1, 0, 80, 2, 100, 0, 0, 0, 0, -1));
		assertThat(this.advisor.advise(facts)).extracting((advice) -> advice.setting() + " " + advice.subject())
			.containsExactly("POOL_SIZE orders", "MAX_LIFETIME orders", "POOL_SIZE members", "MAX_LIFETIME members",
					"REQUEST_THREADS ", "HEAP ", "COLLECTOR ");
	}

	@Test
	void nothingIsKnownAtTheStart() {
		AdviceFacts facts = new AdviceFacts(Duration.ZERO, List.of(), List.of(), 0, false, null);
		assertThat(this.advisor.advise(facts)).isEmpty();
		assertThat(only(this.advisor.advise(facts(List.of(), 10, null)), Setting.MAX_LIFETIME).recommended())
			.isEqualTo("570 s");
	}

	@Test
	void adviceThatDidNotHelpIsWithdrawn() {
		assertThat(poolSize(waits(4, (at) -> 300), 10).recommended()).isEqualTo("25");
		assertThat(poolSize(waits(5, (at) -> 300), 25).refused()).isFalse();
		// Not before a minute has passed with it.
		assertThat(poolSize(waits(6, (at) -> 300), 25).refused()).isFalse();
		Advice withdrawn = poolSize(waits(7, (at) -> 290), 25);
		assertThat(withdrawn.refused()).isTrue();
		assertThat(withdrawn.reason()).contains("Withdrawn: 25 was applied and did not help", "290, before 300");
		assertThat(withdrawn.current()).isEqualTo("25");
	}

	@Test
	void adviceThatWasTakenBackIsJudgedAnew() {
		poolSize(waits(4, (at) -> 300), 10);
		poolSize(waits(5, (at) -> 300), 25);
		poolSize(waits(6, (at) -> 300), 12);
		assertThat(poolSize(waits(8, (at) -> 300), 25).refused()).isFalse();
		assertThat(poolSize(waits(10, (at) -> 300), 25).refused()).isTrue();
	}

	@Test
	void itDoesNotWantMoreAndMore() {
		poolSize(waits(4, (at) -> 300), 10);
		poolSize(waits(5, (at) -> 300), 25);
		List<Window> more = TestWindows.series(9, (at) -> TestWindows.with().pool("orders", 25, 100, 0.3, 1, 0, 300));
		assertThat(poolSize(more, 25).reason()).contains("Withdrawn");
	}

	@Test
	void adviceThatHelpedStands() {
		poolSize(waits(4, (at) -> 300), 10);
		poolSize(waits(5, (at) -> 300), 25);
		assertThat(poolSize(waits(9, (at) -> (at < 6) ? 300 : 100), 25).recommended()).isEqualTo("25");
	}

	@Test
	void adviceThatNobodyFollowedStands() {
		for (int count = 4; count < 10; count++) {
			assertThat(poolSize(waits(count, (at) -> 300), 10).recommended()).isEqualTo("25");
		}
		assertThat(this.advisor.given()).hasSize(1);
	}

	@Test
	void adviceWithoutASymptomIsNotJudged() {
		poolSize(waits(4, (at) -> 0), 10);
		assertThat(this.advisor.given()).isEmpty();
	}

	@Test
	void remembersAcrossARestart() {
		List<Window> stopping = TestWindows.series(8, (at) -> TestWindows.with().collecting(0.3));
		this.advisor.advise(facts(stopping, 10, HeapAdviceTests.heap("G1", 80, 128, -1)));
		assertThat(this.advisor.given()).extracting(AdviceHistoryEntry::recommended).containsExactly("-Xmx160m");
		Advisor restarted = new Advisor(this.advisor.given());
		HeapFacts larger = HeapAdviceTests.heap("G1", 90, 160, -1);
		assertThat(only(restarted.advise(facts(stopping.subList(0, 2), 10, larger)), Setting.HEAP).recommended())
			.isEqualTo("-Xmx180m");
		assertThat(only(restarted.advise(facts(stopping, 10, larger)), Setting.HEAP).reason()).contains("Withdrawn",
				"30, before 30");
	}

	@Test
	void remembersNoMoreThanAHundred() {
		for (int size = 1; size < 300; size++) {
			double lease = size;
			List<Window> windows = TestWindows.series(2,
					(at) -> TestWindows.with().pool("orders", 1, 100, lease, 1, 0, 300));
			this.advisor.advise(new AdviceFacts(Duration.ofHours(1), windows,
					List.of(new PoolSettings("orders", 1, null, null, 0, null)), 1, false, null));
		}
		assertThat(this.advisor.given()).hasSize(100);
	}

}
