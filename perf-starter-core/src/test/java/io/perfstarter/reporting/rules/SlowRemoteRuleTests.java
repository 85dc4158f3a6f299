package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RemoteRules}.
 */
class SlowRemoteRuleTests {

	@Test
	void namesTheTarget() {
		Verdict verdict = judge(1);
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_REMOTE);
		assertThat(verdict.subject()).isEqualTo("token-service");
		assertThat(verdict.evidence()).contains("96 %", "token-service is called once", "320 ms each");
		assertThat(verdict.remedy()).contains("timeout");
	}

	@Test
	void manyCallsShouldBeOne() {
		assertThat(judge(5).remedy()).contains("timeout");
		assertThat(judge(6).remedy()).contains("into one");
	}

	@Test
	void newClientForEachCallIsNamed() {
		Position call = new Position(Activity.HTTP_CALL, "a client" + Position.NEW_CLIENT, Period.PLACE);
		Period calls = period(1).seen(TimeComponent.REMOTE, 9, call);
		assertThat(RemoteRules.slowRemote(calls.slowOnes()).remedy()).startsWith("Create the client once");
		assertThat(judge(1).remedy()).startsWith("Set a timeout");
	}

	@Test
	void nothingIsKnownOfTheTarget() {
		Verdict verdict = RemoteRules.slowRemote(Period.slow(30).takes(TimeComponent.REMOTE, 320).slowOnes());
		assertThat(verdict.subject()).isEmpty();
		assertThat(verdict.evidence()).contains("not known");
	}

	private static Verdict judge(int calls) {
		return RemoteRules.slowRemote(period(calls).slowOnes());
	}

	private static Period period(int calls) {
		return Period.slow(30)
			.takes(TimeComponent.REMOTE, 960)
			.takes(TimeComponent.CPU, 40)
			.remote("token-service", calls, 320)
			.remote("other-service", 9, 1);
	}

	@ParameterizedTest
	@CsvSource({ "CLIENT_POOL, REMOTE_POOL_EMPTY, Close each response",
			"CONNECTING, SLOW_REMOTE_CONNECT, Create the client once",
			"NAME_LOOKUP, SLOW_REMOTE_CONNECT, Create the client once", "SLEEP, SLEEPING, limit its retries" })
	void clientMayBeTheReason(Activity activity, Cause cause, String remedy) {
		Verdict verdict = judge(period(1).seen(TimeComponent.REMOTE, 3, activity)
			.seen(TimeComponent.REMOTE, 3, Activity.NETWORK)
			.seen(9, Activity.LOCK));
		assertThat(verdict.cause()).isEqualTo(cause);
		assertThat(verdict.subject()).isEqualTo((cause == Cause.SLEEPING) ? Period.PLACE : "token-service");
		assertThat(verdict.evidence()).contains("96 %", "3 of 6 samples", activity.sentence(), Period.PLACE);
		assertThat(verdict.remedy()).contains(remedy);
	}

	@Test
	void clientMayCompute() {
		Verdict verdict = judge(period(1).seen(TimeComponent.REMOTE, 3, Activity.COMPUTING));
		assertThat(verdict.cause()).isEqualTo(Cause.APP_CPU);
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(judge(period(1).ready(0.3).pressure(0.9).seen(TimeComponent.REMOTE, 3, Activity.COMPUTING)).cause())
			.as("computes longer than it waits")
			.isEqualTo(Cause.APP_CPU);
		assertThat(judge(period(1).ready(1).pressure(0.2).seen(TimeComponent.REMOTE, 3, Activity.COMPUTING)).cause())
			.as("waits at times")
			.isEqualTo(Cause.APP_CPU);
		assertThat(judge(period(1).ready(1).pressure(0.9).seen(TimeComponent.REMOTE, 3, Activity.COMPUTING)).cause())
			.isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
	}

	@ParameterizedTest
	@CsvSource({ "CLIENT_POOL, 2, 0", "CLIENT_POOL, 3, 4", "REMOTE_CALL, 9, 0", "TASK, 9, 0", "NETWORK, 9, 0" })
	void otherwiseTheServiceIs(Activity activity, int times, int others) {
		Verdict verdict = judge(period(1).seen(TimeComponent.REMOTE, times, activity)
			.seen(TimeComponent.REMOTE, others, Activity.NETWORK));
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_REMOTE);
	}

	@Test
	void clientOfTheRequestIsNotSlowWhileTheThreadComputes() {
		Period period = Period.slow(30).takes(TimeComponent.CLIENT, 960).takes(TimeComponent.CPU, 40);
		assertThat(judge(period).cause()).isEqualTo(Cause.SLOW_CLIENT);
		assertThat(judge(period.seen(TimeComponent.CLIENT, 3, Activity.COMPUTING)).cause()).isEqualTo(Cause.APP_CPU);
		assertThat(judge(period.seen(TimeComponent.CLIENT, 4, Activity.CLIENT)).cause()).isEqualTo(Cause.SLOW_CLIENT);
	}

	private static Verdict judge(Period period) {
		return CausalOrder.judge(period.slowOnes(), List.of());
	}

}
