package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.BeanUtils;
import org.springframework.cache.Cache;
import org.springframework.cache.support.NullValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests that a managed cache does through Spring's {@link Cache} what plain Spring does.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("io.perfstarter.coherence.contract.Side#all")
class CacheContractTests extends CacheContract.AcceptingNulls {

	@Test
	void hasItsName() {
		assertThat(cache().getName()).isEqualTo(CACHE);
		assertThat(cache().getNativeCache()).isNotNull();
	}

	@Test
	void missesWhatWasNeverPut() {
		String key = newKey();
		assertThat(cache().get(key)).isNull();
		assertThat(cache().get(key, String.class)).isNull();
		assertThat(cache().get(key, Object.class)).isNull();
	}

	@Test
	void servesWhatWasPut() {
		String key = newKey();
		Object value = new Object();
		cache().put(key, value);
		assertThat(cache().get(key).get()).isSameAs(value);
		assertThat(cache().get(key, Object.class)).isSameAs(value);
		assertThat(cache().get(key, (Class<?>) null)).isSameAs(value);
	}

	@Test
	void servesWhatWasPutLast() {
		String key = newKey();
		cache().put(key, "first");
		cache().put(key, "second");
		assertThat(cache().get(key, String.class)).isEqualTo("second");
	}

	@Test
	void servesWhatWasPutAfterAMiss() {
		String key = newKey();
		for (String value : List.of("first", "second", "third")) {
			cache().evict(key);
			assertThat(cache().get(key)).isNull();
			cache().put(key, value);
			assertThat(cache().get(key, String.class)).isEqualTo(value);
		}
	}

	@Test
	void servesNull() {
		String key = newKey();
		cache().put(key, null);
		assertServesNull(key);
	}

	@Test
	void replacesAValueByNullAndNullByAValue() {
		String key = newKey();
		cache().put(key, "value");
		cache().put(key, null);
		assertServesNull(key);
		cache().put(key, "value");
		assertThat(cache().get(key, String.class)).isEqualTo("value");
	}

	@Test
	void refusesAValueOfAnotherType() {
		String key = newKey();
		cache().put(key, "text");
		assertThatIllegalStateException().isThrownBy(() -> cache().get(key, Integer.class))
			.withMessageContaining(Integer.class.getName());
		assertThat(cache().get(key, String.class)).isEqualTo("text");
	}

	@Test
	void putsWhatIsAbsent() {
		String key = newKey();
		assertThat(cache().putIfAbsent(key, "first")).isNull();
		assertThat(cache().putIfAbsent(key, "second").get()).isEqualTo("first");
		assertThat(cache().get(key, String.class)).isEqualTo("first");
	}

	@Test
	void putsNullWhereNothingIs() {
		String key = newKey();
		assertThat(cache().putIfAbsent(key, null)).isNull();
		Cache.ValueWrapper present = cache().putIfAbsent(key, "second");
		assertThat(present).isNotNull();
		assertThat(present.get()).isNull();
		assertServesNull(key);
	}

	@Test
	void evictsAKey() {
		String key = newKey();
		String other = newKey();
		cache().put(key, "value");
		cache().put(other, "value");
		cache().evict(key);
		assertThat(cache().get(key)).isNull();
		assertThat(cache().get(other)).isNotNull();
		cache().evict(key);
		assertThat(cache().get(key)).isNull();
	}

	@Test
	void evictsAKeyAtOnce() {
		String key = newKey();
		cache().put(key, "value");
		cache().evictIfPresent(key);
		assertThat(cache().get(key)).isNull();
	}

	@Test
	void tellsWhetherAKeyWasPresent() {
		String key = newKey();
		assertThat(cache().evictIfPresent(key)).isFalse();
		cache().put(key, "value");
		assertThat(cache().evictIfPresent(key)).isTrue();
		assertThat(cache().evictIfPresent(key)).isFalse();
		cache().put(key, null);
		assertThat(cache().evictIfPresent(key)).isTrue();
	}

	@Test
	void clears() {
		String key = newKey();
		String other = newKey();
		cache().put(key, "value");
		cache().put(other, null);
		cache().clear();
		assertThat(cache().get(key)).isNull();
		assertThat(cache().get(other)).isNull();
		cache().put(key, "again");
		assertThat(cache().get(key, String.class)).isEqualTo("again");
	}

	@Test
	void invalidates() {
		String key = newKey();
		cache().put(key, "value");
		assertThat(cache().invalidate()).isTrue();
		assertThat(cache().get(key)).isNull();
	}

	@Test
	void loadsOnce() {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		assertThat(cache().get(key, loads::incrementAndGet)).isEqualTo(1);
		assertThat(cache().get(key, loads::incrementAndGet)).isEqualTo(1);
		assertThat(cache().get(key, Integer.class)).isEqualTo(1);
	}

	@Test
	void loadsNullOnce() {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		Callable<Object> loader = () -> {
			loads.incrementAndGet();
			return null;
		};
		assertThat(cache().get(key, loader)).isNull();
		assertThat(cache().get(key, loader)).isNull();
		assertThat(loads).hasValue(1);
		assertServesNull(key);
	}

	@Test
	void doesNotLoadWhatWasPut() {
		String key = newKey();
		String nothing = newKey();
		cache().put(key, "value");
		cache().put(nothing, null);
		Callable<Object> loader = () -> {
			throw new IllegalStateException();
		};
		assertThat(cache().get(key, loader)).isEqualTo("value");
		assertThat(cache().get(nothing, loader)).isNull();
	}

	@Test
	void wrapsWhatALoaderThrows() {
		for (Exception thrown : List.of(new UnsupportedOperationException(), new IOException(),
				new InterruptedException())) {
			String key = newKey();
			Callable<Object> loader = () -> {
				throw thrown;
			};
			assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> cache().get(key, loader))
				.withCause(thrown)
				.satisfies((ex) -> assertThat(ex.getKey()).isEqualTo(key));
		}
	}

	@Test
	void passesOnTheErrorOfALoader() {
		AssertionError error = new AssertionError();
		Throwable thrown = catchThrowable(() -> cache().get(newKey(), () -> {
			throw error;
		}));
		assertThat(thrown).satisfiesAnyOf((it) -> assertThat(it).isSameAs(error),
				(it) -> assertThat(it).isInstanceOf(Cache.ValueRetrievalException.class).hasCause(error));
	}

	@Test
	void loadsAgainAfterALoaderHasThrown() {
		String key = newKey();
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> cache().get(key, () -> {
			throw new IOException();
		}));
		// Caffeine forgets a failed future a moment after it has failed.
		soon().ignoreExceptions().until(() -> cache().get(key, () -> "second").equals("second"));
		assertThat(cache().get(key, String.class)).isEqualTo("second");
	}

	@Test
	void loadsOnceForManyThreads() throws Exception {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		List<Object> results = together(8, (thread) -> cache().get(key, () -> {
			Thread.sleep(30);
			return loads.incrementAndGet();
		}));
		assertThat(results).hasSize(8).containsOnly(1);
	}

	@Test
	void loadsSeveralKeysAtATime() throws Exception {
		CountDownLatch bothLoad = new CountDownLatch(2);
		List<String> keys = List.of(newKey(), newKey());
		List<Object> results = together(2, (thread) -> cache().get(keys.get(thread), () -> {
			bothLoad.countDown();
			bothLoad.await();
			return thread;
		}));
		assertThat(results).containsExactlyInAnyOrder(0, 1);
	}

	@Test
	void servesNullAfterAPutOfSpringsValueForNull() {
		for (Object nothing : List.of(NullValue.INSTANCE, BeanUtils.instantiateClass(NullValue.class))) {
			String key = newKey();
			cache().put(key, nothing);
			assertServesNull(key);
		}
	}

	@Test
	void tellsWhetherThereWasSomethingToInvalidate() {
		cache().clear();
		assertThat(cache().invalidate()).isFalse();
		cache().put(newKey(), "value");
		assertThat(cache().invalidate()).isTrue();
		assertThat(cache().invalidate()).isFalse();
	}

	@Test
	void wrapsTheCompletionExceptionOfALoaderWithItself() {
		CompletionException thrown = new CompletionException(new IOException());
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> cache().get(newKey(), () -> {
			throw thrown;
		})).withCause(thrown);
	}

	@Test
	void oneOfManyThreadsPutsWhatIsAbsent() throws Exception {
		for (int round = 0; round < 50; round++) {
			String key = newKey();
			List<Object> present = together(4, (thread) -> {
				Cache.ValueWrapper wrapper = cache().putIfAbsent(key, thread);
				return (wrapper != null) ? wrapper.get() : "put";
			});
			Object winner = cache().get(key).get();
			assertThat(present).containsOnlyOnce("put").filteredOn((it) -> !it.equals("put")).containsOnly(winner);
		}
	}

	private void assertServesNull(String key) {
		Cache.ValueWrapper wrapper = cache().get(key);
		assertThat(wrapper).isNotNull();
		assertThat(wrapper.get()).isNull();
		assertThat(cache().get(key, String.class)).isNull();
		assertThat(cache().get(key, Object.class)).isNull();
	}

	private static List<Object> together(int threads, Work work) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			CountDownLatch ready = new CountDownLatch(threads);
			List<Future<Object>> futures = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int thread = i;
				futures.add(executor.submit(() -> {
					ready.countDown();
					ready.await();
					return work.run(thread);
				}));
			}
			List<Object> results = new ArrayList<>();
			for (Future<Object> future : futures) {
				results.add(future.get());
			}
			return results;
		}
		finally {
			executor.shutdownNow();
		}
	}

	/**
	 * What one of several threads does.
	 */
	@FunctionalInterface
	private interface Work {

		Object run(int thread) throws Exception;

	}

}
