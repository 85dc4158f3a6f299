package io.perfstarter.sample.slow;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link SlowStore} by {@link RedisSocket}.
 */
class SlowStoreTests {

	@Test
	void answersEachCommandOfAConnection() throws Exception {
		try (SlowStore store = new SlowStore(); RedisSocket client = new RedisSocket(store.port())) {
			assertThat(client.get("wait-0")).isEqualTo("late");
			assertThat(client.get("wait-1")).isEqualTo("late");
		}
	}

}
