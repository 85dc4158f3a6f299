package io.perfstarter.coherence.guard;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.ProxyMethodInvocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ChangingCall}.
 */
class ChangingCallTests {

	private final Map<String, @Nullable Object> attributes = new HashMap<>();

	private final ProxyMethodInvocation invocation = mock();

	@BeforeEach
	void keepAttributes() {
		given(this.invocation.getUserAttribute(any()))
			.willAnswer((call) -> this.attributes.get(call.<String>getArgument(0)));
		willAnswer((call) -> this.attributes.put(call.getArgument(0), call.getArgument(1))).given(this.invocation)
			.setUserAttribute(any(), any());
	}

	@Test
	void goesOnUntilItsEnd() {
		ChangingCall call = ChangingCall.begin(this.invocation);
		assertThat(ChangingCall.begin(this.invocation)).isSameAs(call);
	}

	@Test
	void ofAMethodThatIsRepeatedAfterAFailureHasNotFailed() {
		ChangingCall.begin(this.invocation).end(true);
		ChangingCall again = ChangingCall.begin(this.invocation);
		assertThat(again.changes()).isEmpty();
		again.atEnd((failed) -> this.attributes.put("failed", failed));
		assertThat(this.attributes).doesNotContainKey("failed");
		again.end(false);
		assertThat(this.attributes).containsEntry("failed", false);
	}

}
