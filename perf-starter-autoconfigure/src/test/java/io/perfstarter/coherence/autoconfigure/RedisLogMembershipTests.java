package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.redis.LogStream;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link RedisLogMembership} with connections that fail.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisLogMembershipTests {

	private static final String CLOSED = "Connection closed prematurely";

	private final LogStream stream = mock();

	private final RedisLogMembership membership = new RedisLogMembership(
			new RedisLog("one", this.stream, System::nanoTime), Duration.ofSeconds(1));

	@Test
	void aRefusalThatLettuceHidesAtFirstStopsTheStart() {
		failWith(CLOSED, CLOSED, "WRONGPASS invalid username-password pair");
		assertThatExceptionOfType(CannotStartException.class).isThrownBy(this.membership::begin)
			.withMessageContaining("WRONGPASS");
	}

	@Test
	void aServerThatIsGoneIsTriedAFewTimesAndStopsNothing(CapturedOutput output) {
		failWith(CLOSED);
		this.membership.begin();
		verify(this.stream, times(5)).await(anyLong(), any());
		assertThat(output).containsOnlyOnce("The invalidation log cannot be reached");
	}

	private void failWith(String... reasons) {
		Deque<String> remaining = new ArrayDeque<>(List.of(reasons));
		given(this.stream.await(anyLong(), any())).willAnswer((call) -> {
			String reason = (remaining.size() > 1) ? remaining.remove() : remaining.element();
			throw new LogUnavailableException(reason, new RedisConnectionFailureException(reason));
		});
	}

}
