package io.perfstarter.reporting.rules;

import java.util.Objects;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SeenRule}.
 */
class SeenRuleTests {

	@ParameterizedTest
	@CsvSource({ "LOCK, LOCK", "SLEEP, SLEEPING", "CLIENT, SLOW_CLIENT", "LOGGING, SLOW_LOG",
			"REMOTE_CALL, SLOW_REMOTE", "NAME_LOOKUP, SLOW_REMOTE", "DATABASE, SLOW_SQL", "TASK, BLOCKED_ELSEWHERE",
			"SIGNAL, BLOCKED_ELSEWHERE", "NETWORK, BLOCKED_ELSEWHERE", "FILE, BLOCKED_ELSEWHERE",
			"CLASS_LOADING, BLOCKED_ELSEWHERE", "PROCESS, BLOCKED_ELSEWHERE", "NO_THREAD, ASYNC_WAIT" })
	void namesWhatWasSeenAndWhere(Activity activity, Cause cause) {
		Verdict verdict = Objects.requireNonNull(judge(blocked().seen(11, activity).seen(1, Activity.COMPUTING)));
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
		Stream<Rule> rules = SeenRule.ALL.stream()
			.filter((rule) -> rule.judge(blocked().seen(1, activity).slowOnes()) != null);
		assertThat(rules).hasSize((activity != Activity.COMPUTING) ? 1 : 0);
	}

	@Test
	void halfOfTheBlockedTimeMustBeSeen() {
		assertThat(judge(blocked().seen(45, Activity.LOCK).seen(55, Activity.COMPUTING))).isNotNull();
		assertThat(judge(blocked().seen(44, Activity.LOCK).seen(56, Activity.COMPUTING))).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(judge(blocked())).isNull();
		assertThat(judge(blocked().seen(3, Activity.COMPUTING))).isNull();
	}

	private static @Nullable Verdict judge(Period period) {
		return Rule.first(SeenRule.ALL, period.slowOnes());
	}

	private static Period blocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 450).takes(TimeComponent.CPU, 50);
	}

}
