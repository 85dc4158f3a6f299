package io.perfstarter.coherence.contract;

import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

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

	@Test
	void refusesToPutNull() {
		String key = newKey();
		assertThatIllegalArgumentException().isThrownBy(() -> cache().put(key, null)).withMessageContaining(CACHE);
		assertThat(cache().get(key)).isNull();
	}

	@Test
	void refusesToPutNullWhereNothingIs() {
		String key = newKey();
		assertThatIllegalArgumentException().isThrownBy(() -> cache().putIfAbsent(key, null))
			.withMessageContaining(CACHE);
		assertThat(cache().get(key)).isNull();
	}

	@Test
	void keepsTheValueWhenItRefusesNull() {
		String key = newKey();
		cache().put(key, "value");
		assertThat(catchThrowable(() -> cache().put(key, null))).isInstanceOf(IllegalArgumentException.class);
		assertThat(cache().get(key, String.class)).isEqualTo("value");
	}

	@Test
	void keepsNoNullThatALoaderReturns() {
		String key = newKey();
		Callable<Object> loader = () -> null;
		assertThat(catchThrowable(() -> cache().get(key, loader))).isInstanceOfAny(IllegalArgumentException.class,
				Cache.ValueRetrievalException.class);
		// Caffeine forgets a failed future a moment after it has failed.
		soon().ignoreExceptions().until(() -> cache().get(key, () -> "value").equals("value"));
	}

}
