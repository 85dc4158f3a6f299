package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RemoteRules#slowRemote}.
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
	void nothingIsKnownOfTheTarget() {
		Verdict verdict = RemoteRules.slowRemote(Period.slow(30).takes(TimeComponent.REMOTE, 320).slowOnes());
		assertThat(verdict.subject()).isEmpty();
		assertThat(verdict.evidence()).contains("not known");
	}

	private static Verdict judge(int calls) {
		return RemoteRules.slowRemote(Period.slow(30)
			.takes(TimeComponent.REMOTE, 960)
			.takes(TimeComponent.CPU, 40)
			.remote("token-service", calls, 320)
			.remote("other-service", 9, 1)
			.slowOnes());
	}

}
