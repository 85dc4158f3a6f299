package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LimitRules#threadsExhausted}.
 */
class ThreadsExhaustedRuleTests {

	@Test
	void namesWhatKeepsThemBusyAndHowManyAreNeeded() {
		// Two processors, 80 %, 300 ms for 30 ms of computing: 2 x 0.8 x 10.
		Verdict verdict = judge(TimeComponent.SQL, period(900, 270, 30).threads(2, 2));
		assertThat(verdict.cause()).isEqualTo(Cause.THREADS_EXHAUSTED);
		assertThat(verdict.queued()).isFalse();
		assertThat(verdict.share()).isEqualTo(0.75);
		assertThat(verdict.evidence()).contains("All 2 threads", "25 requests", "75 %", "because of SLOW_SQL");
		assertThat(verdict.remedy()).contains("First fix SLOW_SQL", "server.tomcat.threads.max to 16");
	}

	@Test
	void moreThanHaveWaitedAreNotAdvised() {
		Verdict verdict = judge(TimeComponent.SQL, period(900, 270, 1).threads(2, 2));
		assertThat(verdict.remedy()).contains("threads.max to 27");
		verdict = judge(TimeComponent.SQL, period(900, 270, 0).notMeasured(TimeComponent.CPU).threads(2, 2));
		assertThat(verdict.remedy()).contains("threads.max to 27");
	}

	@Test
	void allMustBeBusy() {
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).threads(3, 2))).isNull();
		assertThat(judge(TimeComponent.SQL, period(900, 270, 30).with((figures) -> figures.threads = null))).isNull();
	}

	@ParameterizedTest(name = "{0}: {5}")
	@CsvSource(delimiter = '|', textBlock = """
			the queue must be what is long            | SQL       |  701 | 269 |  2 | true
			the queue must be what is long            | SQL       |  699 | 271 |  2 | false
			what is slow in service is what is slow   | SQL       | 9000 | 969 |  2 | true
			what is slow in service is what is slow   | SQL       | 9000 | 970 |  2 | false
			more threads must help                    | SQL       |  900 | 270 | 15 | true
			more threads must help                    | SQL       |  900 | 270 | 16 | false
			more threads would wait for the same      | POOL      |  900 | 270 |  2 | false
			more threads would wait for the same      | JVM_PAUSE |  900 | 270 |  2 | false
			more threads would wait for the same      | CPU_WAIT  |  900 | 270 |  2 | false
			many that are blocked wait for each other | BLOCKED   |  900 | 270 |  4 | true
			many that are blocked wait for each other | BLOCKED   |  900 | 270 |  5 | false
			""")
	void areTooFew(String rule, TimeComponent leader, double queue, double sql, int threads, boolean tooFew) {
		assertThat(judge(leader, period(queue, sql, 30).threads(threads, threads)) != null).as(rule).isEqualTo(tooFew);
	}

	private static Verdict judge(TimeComponent leader, Period period) {
		Diagnosis whole = period.slowOnes();
		return LimitRules.threadsExhausted(whole, leader, SqlRules.slowSql(whole));
	}

	private static Period period(double queue, double sql, double cpu) {
		return Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, queue)
			.takes(TimeComponent.SQL, sql)
			.takes(TimeComponent.CPU, cpu);
	}

}
