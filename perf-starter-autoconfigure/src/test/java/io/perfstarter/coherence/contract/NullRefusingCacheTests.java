package io.perfstarter.coherence.contract;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a cache that refuses null refuses it when it is managed, too.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("io.perfstarter.coherence.contract.Side#refusingNulls")
class NullRefusingCacheTests extends CacheContract.RefusingNulls {

	@Test
	void servesValues() {
		String key = newKey();
		assertThat(cache().get(key)).isNull();
		cache().put(key, "value");
		assertThat(cache().get(key, String.class)).isEqualTo("value");
		assertThat(cache().putIfAbsent(key, "other").get()).isEqualTo("value");
		assertThat(cache().get(newKey(), () -> "loaded")).isEqualTo("loaded");
	}

}
