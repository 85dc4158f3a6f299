package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadsExhausted}.
 */
class ThreadsExhaustedTests {

	@Test
	void namesWhatKeepsThemBusyAndHowManyAreNeeded() {
		// Two processors, 80 %, 300 ms for 30 ms of computing: 2 x 0.8 x 10.
		Verdict verdict = judge(Part.SQL, period(900, 270, 30).threads(2, 2));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.THREADS_EXHAUSTED);
		assertThat(verdict.queued()).isFalse();
		assertThat(verdict.share()).isEqualTo(0.75);
		assertThat(verdict.evidence()).contains("All 2 threads", "25 requests", "75 %", "by SLOW_SQL");
		assertThat(verdict.remedy()).contains("SLOW_SQL first", "server.tomcat.threads.max to 16");
	}

	@Test
	void withoutProcessorTimeNoNumberIsAdvised() {
		Verdict verdict = judge(Part.SQL, period(900, 270, 0).notMeasured(Part.CPU).threads(2, 2));
		assertThat(verdict).isNotNull();
		assertThat(verdict.remedy()).contains("threads.max higher");
	}

	@Test
	void allMustBeBusy() {
		assertThat(judge(Part.SQL, period(900, 270, 30).threads(3, 2))).isNull();
		assertThat(judge(Part.SQL, period(900, 270, 30).unknownThreads())).isNull();
	}

	@Test
	void theQueueMustBeWhatIsLong() {
		assertThat(judge(Part.SQL, period(701, 269, 30).threads(2, 2))).isNotNull();
		assertThat(judge(Part.SQL, period(699, 271, 30).threads(2, 2))).isNull();
	}

	@Test
	void whatIsSlowInServiceIsWhatIsSlow() {
		assertThat(judge(Part.SQL, period(9000, 969, 30).threads(2, 2))).isNotNull();
		assertThat(judge(Part.SQL, period(9000, 970, 30).threads(2, 2))).isNull();
	}

	@Test
	void moreThreadsMustHelp() {
		assertThat(judge(Part.SQL, period(900, 270, 30).threads(15, 15))).isNotNull();
		assertThat(judge(Part.SQL, period(900, 270, 30).threads(16, 16))).isNull();
	}

	@Test
	void moreThreadsWouldWaitForTheSame() {
		assertThat(judge(Part.POOL, period(900, 270, 30).threads(2, 2))).isNull();
		assertThat(judge(Part.STOP_THE_WORLD, period(900, 270, 30).threads(2, 2))).isNull();
		assertThat(judge(Part.RUN_QUEUE, period(900, 270, 30).threads(2, 2))).isNull();
	}

	@Test
	void manyThatAreBlockedWaitForEachOther() {
		assertThat(judge(Part.BLOCKED, period(900, 270, 30).threads(4, 4))).isNotNull();
		assertThat(judge(Part.BLOCKED, period(900, 270, 30).threads(5, 5))).isNull();
	}

	private static Verdict judge(Part leader, Period period) {
		Case whole = period.slowOnes();
		return ThreadsExhausted.judge(whole, leader, new SlowSql().judge(whole));
	}

	private static Period period(double queue, double sql, double cpu) {
		return Period.slow(30).takes(Part.QUEUE, queue).takes(Part.SQL, sql).takes(Part.CPU, cpu);
	}

}
