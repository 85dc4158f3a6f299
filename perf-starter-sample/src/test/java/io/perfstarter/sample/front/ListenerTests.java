package io.perfstarter.sample.front;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Listener}.
 */
class ListenerTests {

	@Test
	@Timeout(60)
	void whoDoesNotKeepUpIsSentAway() {
		Listener listener = new Listener(2, Duration.ofDays(1));
		for (int i = 0; i < 2; i++) {
			listener.tell(new Event("eviction", 8081, "{}"));
			assertThat(listener.isEnded()).isFalse();
		}
		listener.tell(new Event("eviction", 8081, "{}"));
		assertThat(listener.isEnded()).isTrue();
		// Ends at once, though nothing comes for a day.
		listener.send();
	}

}
