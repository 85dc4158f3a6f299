package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the futures that a cache hands out.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("io.perfstarter.coherence.contract.Side#asynchronous")
class FutureContractTests extends CacheContract.AcceptingNulls {

	@Test
	void retrievesNothingWhereNothingIs() {
		assertThat(retrieved(newKey())).isNull();
	}

	@Test
	void retrievesWhatWasPut() {
		String key = newKey();
		cache().put(key, "value");
		assertThat(unwrapped(retrieved(key))).isEqualTo("value");
	}

	@Test
	void retrievesNullThatWasPut() {
		String key = newKey();
		cache().put(key, null);
		Object retrieved = retrieved(key);
		assertThat(retrieved).isInstanceOf(Cache.ValueWrapper.class);
		assertThat(unwrapped(retrieved)).isNull();
	}

	@Test
	void retrievesNothingAfterAnEviction() {
		String key = newKey();
		cache().put(key, "value");
		cache().evict(key);
		assertThat(retrieved(key)).isNull();
	}

	@Test
	void retrievesAfterLoadingOnce() {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		Supplier<CompletableFuture<Object>> loader = () -> CompletableFuture.supplyAsync(() -> loads.incrementAndGet());
		assertThat(cache().retrieve(key, loader).join()).isEqualTo(1);
		assertThat(cache().retrieve(key, loader).join()).isEqualTo(1);
		assertThat(cache().get(key, Integer.class)).isEqualTo(1);
		assertThat(unwrapped(retrieved(key))).isEqualTo(1);
	}

	@Test
	void retrievesNullAfterLoadingOnce() {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		Supplier<CompletableFuture<Object>> loader = () -> {
			loads.incrementAndGet();
			return CompletableFuture.completedFuture(null);
		};
		assertThat(cache().retrieve(key, loader).join()).isNull();
		assertThat(cache().retrieve(key, loader).join()).isNull();
		assertThat(loads).hasValue(1);
		assertThat(cache().get(key)).isNotNull();
	}

	@Test
	void doesNotLoadWhatWasPut() {
		String key = newKey();
		cache().put(key, "value");
		assertThat(cache().retrieve(key, () -> {
			throw new IllegalStateException();
		}).join()).isEqualTo("value");
	}

	@Test
	void failsAsTheLoaderFails() {
		String key = newKey();
		IOException failure = new IOException();
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> cache().retrieve(key, () -> CompletableFuture.failedFuture(failure)).join())
			.withRootCauseInstanceOf(IOException.class);
	}

	@Test
	void loadsAgainAfterAFailureAndKeepsThat() {
		String key = newKey();
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> cache().retrieve(key, () -> CompletableFuture.failedFuture(new IOException())).join());
		AtomicInteger loads = new AtomicInteger();
		Supplier<CompletableFuture<Object>> loader = () -> CompletableFuture.completedFuture(loads.incrementAndGet());
		// Caffeine forgets a failed future a moment after it has failed.
		soon().ignoreExceptions().until(() -> cache().retrieve(key, loader).join().equals(1));
		assertThat(cache().retrieve(key, loader).join()).isEqualTo(1);
		assertThat(loads).hasValue(1);
	}

	@Test
	void servesByBothWaysWhatOneHasLoaded() {
		String key = newKey();
		assertThat(cache().get(key, () -> "loaded")).isEqualTo("loaded");
		assertThat(cache().retrieve(key, () -> CompletableFuture.completedFuture("other")).join()).isEqualTo("loaded");
	}

	@Test
	void retrievesForManyThreadsAfterLoadingOnce() throws Exception {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		CountDownLatch ready = new CountDownLatch(4);
		List<CompletableFuture<Object>> futures = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			CompletableFuture<Object> future = new CompletableFuture<>();
			futures.add(future);
			new Thread(() -> {
				ready.countDown();
				awaitQuietly(ready);
				cache().retrieve(key, () -> CompletableFuture.supplyAsync(() -> {
					sleepQuietly();
					return (Object) loads.incrementAndGet();
				})).whenComplete((value, failure) -> future.complete(value));
			}).start();
		}
		for (CompletableFuture<Object> future : futures) {
			assertThat(future.get()).isEqualTo(1);
		}
	}

	@Test
	void asksForTheSameKeyTwiceOnOneThreadBeforeTheLoadEnds() {
		String key = newKey();
		AtomicInteger loads = new AtomicInteger();
		CompletableFuture<Object> pending = new CompletableFuture<>();
		Supplier<CompletableFuture<Object>> loader = () -> {
			loads.incrementAndGet();
			return pending;
		};
		CompletableFuture<Object> first = cache().retrieve(key, loader);
		CompletableFuture<Object> second = cache().retrieve(key, loader);
		pending.complete("value");
		assertThat(first.join()).isEqualTo("value");
		assertThat(second.join()).isEqualTo("value");
		assertThat(loads).hasValue(1);
	}

	private Object retrieved(String key) {
		CompletableFuture<?> future = cache().retrieve(key);
		return (future != null) ? future.join() : null;
	}

	private static Object unwrapped(Object retrieved) {
		return (retrieved instanceof Cache.ValueWrapper wrapper) ? wrapper.get() : retrieved;
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void sleepQuietly() {
		try {
			Thread.sleep(30);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
