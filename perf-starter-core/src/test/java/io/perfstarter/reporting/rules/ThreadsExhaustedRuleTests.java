package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadsExhaustedRule}.
 */
class ThreadsExhaustedRuleTests {

	@Test
	void namesWhatKeepsThemBusyAndHowManyAreNeeded() {
		// Two processors, 80 %, 300 ms for 30 ms of computing: 2 x 0.8 x 10.
		Verdict verdict = judge(TimeComponent.SQL, period(900, 270, 30).threads(2, 2));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.THREADS_EXHAUSTED);
		assertThat(verdict.queued()).isFalse();
		assertThat(verdict.share()).isEqualTo(0.75);
		assertThat(verdict.evidence()).contains("All 2 threads", "25 requests", "75 %", "because of SLOW_SQL");
		assertThat(verdict.remedy()).contains("First fix SLOW_SQL", "server.tomcat.threads.max to 16");
	}

	@Test
	void withoutProcessorTimeNoNumberIsAdvised() {
		Verdict verdict = judge(TimeComponent.SQL, period(900, 270, 0).notMeasured(TimeComponent.CPU).threads(2, 2));
		assertThat(verdict).isNotNull();
		assertThat(verdict.remedy()).contains("threads.max higher");
	}

	@Test
	void allMustBeBusy() {
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).threads(3, 2))).isNull();
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).with((figures) -> figures.threads = null))).isNull();
	}

	@Test
	void theQueueMustBeWhatIsLong() {
		assertThat(judge(TimeComponent.SQL, period(701, 269, 30).threads(2, 2))).isNotNull();
		assertThat(judge(TimeComponent.SQL, period(699, 271, 30).threads(2, 2))).isNull();
	}

	@Test
	void whatIsSlowInServiceIsWhatIsSlow() {
		assertThat(judge(TimeComponent.SQL, period(9000, 969, 30).threads(2, 2))).isNotNull();
		assertThat(judge(TimeComponent.SQL, period(9000, 970, 30).threads(2, 2))).isNull();
	}

	@Test
	void moreThreadsMustHelp() {
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).threads(15, 15))).isNotNull();
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).threads(16, 16))).isNull();
	}

	@Test
	void moreThreadsWouldWaitForTheSame() {
		assertThat(judge(TimeComponent.POOL, period(900, 270, 30).threads(2, 2))).isNull();
		assertThat(judge(TimeComponent.JVM_PAUSE, period(900, 270, 30).threads(2, 2))).isNull();
		assertThat(judge(TimeComponent.CPU_WAIT, period(900, 270, 30).threads(2, 2))).isNull();
	}

	@Test
	void manyThatAreBlockedWaitForEachOther() {
		assertThat(judge(TimeComponent.BLOCKED, period(900, 270, 30).threads(4, 4))).isNotNull();
		assertThat(judge(TimeComponent.BLOCKED, period(900, 270, 30).threads(5, 5))).isNull();
	}

	private static Verdict judge(TimeComponent leader, Period period) {
		Diagnosis whole = period.slowOnes();
		return ThreadsExhaustedRule.judge(whole, leader, new SlowSqlRule().judge(whole));
	}

	private static Period period(double queue, double sql, double cpu) {
		return Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, queue)
			.takes(TimeComponent.SQL, sql)
			.takes(TimeComponent.CPU, cpu);
	}

}
