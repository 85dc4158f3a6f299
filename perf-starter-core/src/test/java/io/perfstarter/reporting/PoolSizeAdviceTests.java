package io.perfstarter.reporting;

import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PoolSizeAdvice}.
 */
class PoolSizeAdviceTests {

	private static final DatabaseFacts HUNDRED = new DatabaseFacts(100, 3);

	private static Pool pool(int max, int databaseCores, @Nullable DatabaseFacts database) {
		return new Pool(max, databaseCores, (database != null) ? Map.of("orders", database) : Map.of());
	}

	private static Advice advise(Pool pool, List<Window> windows, int instances) {
		AdviceFacts facts = new AdviceFacts(windows, Map.of("orders", pool.max), pool.databaseCores, pool.databases,
				instances, false);
		return new PoolSizeAdvice("orders", pool.max, facts).compute();
	}

	private static List<Window> load(double rate, double lease) {
		return TestWindows.series(2, (at) -> TestWindows.with().pool("orders", 10, rate, lease));
	}

	@Test
	void loadOfTheBusiestMinuteIsCarried() {
		// 100/s for 0.2 s each are 20 on average, which are to be 80 percent.
		List<Window> windows = TestWindows.series(6,
				(at) -> TestWindows.with().pool("orders", 10, (at == 2 || at == 3) ? 100 : 1, 0.2));
		Advice advice = advise(pool(20, 0, null), windows, 0);
		assertThat(advice.recommended()).isEqualTo("25");
		assertThat(advice.current()).isEqualTo("20");
		assertThat(advice.asksForChange()).isTrue();
		assertThat(advice.inputs()).contains("20.0 borrowed on average", "0.0 threads waiting on average");
	}

	@Test
	void threadsThatWaitNeedConnectionsToo() {
		assertThat(advise(pool(10, 0, null), waiting(4), 0)).satisfies((advice) -> {
			assertThat(advice.recommended()).isEqualTo("18");
			assertThat(advice.inputs()).contains("10.0 borrowed on average", "4.0 threads waiting on average");
		});
		assertThat(advise(pool(10, 0, null), waiting(400), 0).recommended()).isEqualTo("20");
	}

	private static List<Window> waiting(double threads) {
		return TestWindows.series(2, (at) -> TestWindows.with().waiting(threads).pool("orders", 10, 50, 0.2));
	}

	@Test
	void largerPoolMayStay() {
		Advice advice = advise(pool(30, 0, HUNDRED), load(100, 0.2), 2);
		assertThat(advice.recommended()).isEqualTo("30");
		assertThat(advice.asksForChange()).isFalse();
	}

	@Test
	void lessThanAMinuteSaysNothing() {
		List<Window> half = TestWindows.series(1, (at) -> TestWindows.with().pool("orders", 10, 100, 0.2));
		assertThat(advise(pool(10, 0, null), half, 0)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("3000 in 30 s");
		});
	}

	@Test
	void fewLeasesSayNothing() {
		assertThat(advise(pool(10, 0, null), load(1.6, 2), 0).refused()).isTrue();
		assertThat(advise(pool(10, 0, null), load(1.7, 2), 0).refused()).isFalse();
	}

	@Test
	void timeInWhichTheProcessStoodStillDoesNotCount() {
		List<Window> windows = TestWindows.series(3, (at) -> {
			TestWindows window = TestWindows.with().pool("orders", 10, 100, 0.2);
			return (at > 0) ? window.suspended() : window;
		});
		assertThat(advise(pool(10, 0, null), windows, 0).refused()).isTrue();
	}

	@Test
	void connectionsThatAreNotUsedNeedNoLargerPool() {
		List<Window> held = TestWindows.series(2, (at) -> TestWindows.with().pool("orders", 10, 100, 0.2, 0.2, 0));
		assertThat(advise(pool(10, 0, HUNDRED), held, 8)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("run for 20 %", "instead of enlarging the pool");
		});
	}

	@Test
	void stopsOfTheJvmNeedNoLargerPool() {
		List<Window> stopped = TestWindows.series(2, (at) -> TestWindows.with().pool("orders", 10, 100, 0.2, 0.6, 0.4));
		assertThat(advise(pool(10, 0, null), stopped, 0)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("paused for 40 %");
		});
	}

	@Test
	void databaseWithTooSmallABudgetGetsNoNumber() {
		// (100 - 3) / 4 instances are 24.
		assertThat(advise(pool(20, 0, HUNDRED), load(100, 0.2), 4)).satisfies((advice) -> {
			assertThat(advice.refused()).isTrue();
			assertThat(advice.reason()).contains("accepts too few connections", "25 are needed", "24 are available",
					"fewer instances", "PgBouncer");
		});
		assertThat(advise(pool(20, 0, HUNDRED), load(100, 0.2), 3).recommended()).isEqualTo("25");
	}

	@Test
	void poolsOfAllInstancesFitIntoTheDatabase() {
		assertThat(advise(pool(50, 0, HUNDRED), load(10, 0.1), 4).recommended()).isEqualTo("24");
	}

	@Test
	void budgetOfTheFieldNotes() {
		DatabaseFacts mysql = new DatabaseFacts(85, 0);
		assertThat(advise(pool(20, 0, mysql), load(10, 0.1), 4).asksForChange()).isFalse();
		assertThat(advise(pool(22, 0, mysql), load(10, 0.1), 4).recommended()).isEqualTo("21");
	}

	@Test
	void unknownInstancesCountAsOneAndItSaysSo() {
		assertThat(advise(pool(98, 0, HUNDRED), load(10, 0.1), 0)).satisfies((advice) -> {
			assertThat(advice.recommended()).isEqualTo("97");
			assertThat(advice.inputs()).contains("instances not known, counted as 1");
		});
	}

	@Test
	void oneNestedTransactionNeedsNoLargePool() {
		List<Window> nested = TestWindows.series(1, (at) -> TestWindows.with().connectionsOfOneThread(2).threads(200));
		assertThat(advise(pool(10, 0, null), nested, 0).asksForChange()).isFalse();
	}

	@Test
	void startsWithTheProcessorsOfTheDatabasesServer() {
		assertThat(advise(pool(10, 8, HUNDRED), List.of(), 4).recommended()).isEqualTo("4");
		assertThat(advise(pool(10, 0, HUNDRED), List.of(), 4).refused()).isTrue();
	}

	@Test
	void measuredLoadWinsOverTheStartValue() {
		assertThat(advise(pool(20, 8, HUNDRED), load(100, 0.2), 2)).satisfies((advice) -> {
			assertThat(advice.recommended()).isEqualTo("25");
			assertThat(advice.reason()).contains("faster statements");
		});
	}

	private record Pool(int max, int databaseCores, Map<String, DatabaseFacts> databases) {

	}

}
