package io.perfstarter.reporting.rules;

import java.util.Objects;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules that judge what is not measured: {@link BlockedRules#seen},
 * {@link BlockedRules#unexplained} and {@link BlockedRules#mixed}.
 */
class BlockedRuleTests {

	@ParameterizedTest
	@CsvSource({ "LOCK, LOCK", "SLEEP, SLEEPING", "CLIENT, SLOW_CLIENT", "LOGGING, SLOW_LOG", "HTTP_CALL, SLOW_REMOTE",
			"REMOTE_CALL, SLOW_REMOTE", "CLIENT_POOL, REMOTE_POOL_EMPTY", "CONNECTING, SLOW_REMOTE_CONNECT",
			"CONNECTION_CHECK, BLOCKED_ELSEWHERE", "NAME_LOOKUP, SLOW_REMOTE", "DATABASE, SLOW_SQL",
			"QUEUE, LIMIT_TOO_SMALL", "PERMIT, LIMIT_TOO_SMALL", "TASK, BLOCKED_ELSEWHERE", "SIGNAL, BLOCKED_ELSEWHERE",
			"NETWORK, BLOCKED_ELSEWHERE", "FILE, BLOCKED_ELSEWHERE", "CLASS_LOADING, BLOCKED_ELSEWHERE",
			"PROCESS, BLOCKED_ELSEWHERE", "NO_THREAD, ASYNC_WAIT" })
	void namesWhatWasSeenAndWhere(Activity activity, Cause cause) {
		Verdict verdict = Objects.requireNonNull(judge(partlyBlocked().seen(11, activity).seen(1, Activity.COMPUTING)));
		assertThat(verdict.cause()).isEqualTo(cause);
		boolean named = cause != Cause.SLOW_REMOTE && cause != Cause.SLOW_SQL;
		assertThat(verdict.subject()).isEqualTo(named ? Period.PLACE : "");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("90 %", "450 ms", "11 of 12 samples", activity.sentence(),
				Period.PLACE);
	}

	@ParameterizedTest
	@EnumSource
	void oneRuleNamesEachActivity(Activity activity) {
		Stream<Rule> rules = BlockedRules.SEEN.stream()
			.filter((rule) -> rule.judge(partlyBlocked().seen(1, activity).slowOnes()) != null);
		assertThat(rules).hasSize(CpuRules.ANYWHERE.contains(activity) ? 0 : 1);
	}

	@Test
	void onlyClientsOfHttpAreBuiltFromABuilder() {
		assertThat(remedy(Activity.HTTP_CALL)).contains("timeouts", "builder");
		assertThat(remedy(Activity.REMOTE_CALL)).contains("timeout").doesNotContain("builder", "cache");
		assertThat(remedy(Activity.NAME_LOOKUP)).contains("name servers").doesNotContain("builder");
	}

	@Test
	void whatIsObservedOutsideOfRequestsIsNamed() {
		Verdict call = Objects.requireNonNull(judge(partlyBlocked().seen(TimeComponent.BLOCKED, 9,
				new Position(Activity.OBSERVED_CALL, "GET mail/send", ""))));
		assertThat(call.cause()).isEqualTo(Cause.SLOW_REMOTE);
		assertThat(call.subject()).isEqualTo("GET mail/send");
		assertThat(call.remedy()).contains("timeout for GET mail/send");
		Verdict statement = Objects.requireNonNull(judge(
				partlyBlocked().seen(TimeComponent.BLOCKED, 9, new Position(Activity.STATEMENT, "select 1", ""))));
		assertThat(statement.cause()).isEqualTo(Cause.SLOW_SQL);
		assertThat(statement.subject()).isEqualTo("select 1");
		assertThat(statement.remedy()).contains("EXPLAIN");
	}

	@Test
	void callsInTheCommonPoolNeedAnExecutor() {
		Position call = new Position(Activity.HTTP_CALL, "",
				"Prices.get, on thread ForkJoinPool.commonPool-worker-*, awaited in Prices.all");
		Verdict verdict = Objects.requireNonNull(judge(partlyBlocked().seen(TimeComponent.BLOCKED, 9, call)));
		assertThat(verdict.remedy()).startsWith("Give these calls an executor of their own");
		assertThat(remedy(Activity.HTTP_CALL)).startsWith("Set timeouts");
	}

	@Test
	void fileHasARemedyOfItsOwn() {
		assertThat(remedy(Activity.FILE)).contains("check the disk");
		assertThat(remedy(Activity.SIGNAL)).startsWith("Look at this place");
	}

	@Test
	void deadlockHasARemedyOfItsOwn() {
		Position dead = new Position(Activity.LOCK, "a lock, in a deadlock", Period.PLACE);
		Verdict verdict = Objects.requireNonNull(judge(partlyBlocked().seen(TimeComponent.BLOCKED, 9, dead)));
		assertThat(verdict.cause()).isEqualTo(Cause.LOCK);
		assertThat(verdict.remedy()).contains("same order everywhere");
		assertThat(remedy(Activity.LOCK)).startsWith("Hold the lock for less time");
	}

	@Test
	void tasksThatAwaitTasksOfTheirOwnQueueNeverEnd() {
		Position nested = new Position(Activity.QUEUE, "they " + Activity.TASK.sentence(), Period.PLACE);
		Period all = partlyBlocked().seen(TimeComponent.BLOCKED, 9, nested);
		assertThat(Objects.requireNonNull(judge(all)).remedy()).contains("run the awaited tasks on another executor");
		assertThat(remedy(Activity.QUEUE)).contains("more threads");
	}

	private static String remedy(Activity activity) {
		return Objects.requireNonNull(judge(partlyBlocked().seen(9, activity))).remedy();
	}

	@Test
	void halfOfTheBlockedTimeMustBeSeen() {
		assertThat(judge(partlyBlocked().seen(45, Activity.LOCK).seen(55, Activity.COMPUTING))).isNotNull();
		assertThat(judge(partlyBlocked().seen(44, Activity.LOCK).seen(56, Activity.COMPUTING))).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(judge(partlyBlocked())).isNull();
		assertThat(judge(partlyBlocked().seen(3, Activity.COMPUTING))).isNull();
	}

	private static @Nullable Verdict judge(Period period) {
		return Rule.first(BlockedRules.SEEN, period.slowOnes());
	}

	private static Period partlyBlocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 450).takes(TimeComponent.CPU, 50);
	}

	@Test
	void saysWhatWasMeasuredAndWhatWasNot() {
		Verdict verdict = BlockedRules.unexplained(blocked().seen(1, Activity.LOCK)
			.seen(2, Activity.SLEEP)
			.notMeasured(TimeComponent.REMOTE)
			.notMeasured(TimeComponent.CPU)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(verdict.evidence())
			.contains("450 ms", "In 3 samples: 2 times it slept in " + Period.PLACE, "1 times it waited for a lock in ")
			.endsWith("Not measured: remote, cpu, CPU wait.");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "observations", "sleep");
	}

	@Test
	void saysThatNobodyHasLooked() {
		assertThat(BlockedRules.unexplained(blocked().slowOnes()).evidence()).contains("No thread samples were taken");
	}

	private static Period blocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 450);
	}

	@Test
	void namesTheTwoLargest() {
		Verdict verdict = BlockedRules.mixed(Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, 250)
			.takes(TimeComponent.REMOTE, 350)
			.takes(TimeComponent.SQL, 300)
			.takes(TimeComponent.CPU, 100)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.MIXED);
		assertThat(verdict.share()).isEqualTo(0.65);
		assertThat(verdict.evidence()).contains("remote 35 % and sql 30 %");
		assertThat(verdict.remedy()).contains("remote", Period.ROUTE);
	}

	@ParameterizedTest
	@EnumSource(names = { "POOL", "SQL", "FETCH", "REMOTE", "JVM_PAUSE", "CPU" })
	void isUnsureAndNamesWhatIsMissing(TimeComponent component) {
		Verdict verdict = BlockedRules.mixed(blocked(300).notMeasured(component).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.evidence()).startsWith("30 %").contains(component.title());
	}

	@Test
	void theQueueAndTheRunQueueAreKnownOtherwise() {
		assertThat(BlockedRules
			.mixed(blocked(300).notMeasured(TimeComponent.CPU_WAIT).notMeasured(TimeComponent.THREAD_WAIT).slowOnes())
			.cause()).isEqualTo(Cause.MIXED);
	}

	@Test
	void lessThanThirtyPercentIsExplained() {
		assertThat(
				BlockedRules.mixed(blocked(299).notMeasured(TimeComponent.CPU).takes(TimeComponent.SQL, 701).slowOnes())
					.cause())
			.isEqualTo(Cause.MIXED);
	}

	private static Period blocked(double blocked) {
		return Period.slow(30).takes(TimeComponent.BLOCKED, blocked).takes(TimeComponent.THREAD_WAIT, 1000 - blocked);
	}

}
