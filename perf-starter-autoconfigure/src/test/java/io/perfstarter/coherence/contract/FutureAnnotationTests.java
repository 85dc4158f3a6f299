package io.perfstarter.coherence.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that cached methods that return futures, monos and fluxes do with managed caches
 * what they do without perf-starter.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("io.perfstarter.coherence.contract.Side#asynchronous")
class FutureAnnotationTests {

	private static ConfigurableApplicationContext context;

	private final Side side;

	private final Object key = new Object();

	private FutureReadings readings;

	FutureAnnotationTests(Side side) {
		this.side = side;
	}

	@BeforeParameterizedClassInvocation
	static void start(Side side) {
		context = side.start(true, List.of(CacheContract.CACHE), List.of(), FutureReadings.class);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@BeforeEach
	void find() {
		this.readings = context.getBean(FutureReadings.class);
	}

	@Test
	void readsAFutureOnce() {
		assertReadsOnce(() -> this.readings.future(this.key).join());
	}

	@Test
	void readsAFutureOnceInSync() {
		assertReadsOnce(() -> this.readings.futureInSync(this.key).join());
	}

	@Test
	void readsAMonoOnce() {
		assertReadsOnce(() -> this.readings.mono(this.key).block());
	}

	@Test
	void readsAMonoOnceInSync() {
		assertReadsOnce(() -> this.readings.monoInSync(this.key).block());
	}

	@Test
	void readsAFluxOnce() {
		assertReadsOnce(() -> this.readings.flux(this.key).collectList().block());
	}

	@Test
	void readsAFluxOnceInSync() {
		assertReadsOnce(() -> this.readings.fluxInSync(this.key).collectList().block());
	}

	@Test
	void keepsAllOfAFluxWhoseFirstReaderTookOne() {
		Integer first = this.readings.flux(this.key).take(1, true).blockLast();
		assertThat(this.readings.flux(this.key).take(2, true).collectList().block()).containsExactly(first, -1);
		assertThat(this.readings.flux(this.key).collectList().block()).containsExactly(first, -1, -2);
	}

	@Test
	void readsByAFluxWhatAMonoHasLoaded() {
		Integer loaded = this.readings.mono(this.key).block();
		assertThat(this.readings.flux(this.key).blockFirst()).isEqualTo(loaded);
		assertThat(this.readings.future(this.key).join()).isEqualTo(loaded);
	}

	@Test
	void servesWhatWasPut() {
		cache().put(this.key, 7);
		assertThat(this.readings.future(this.key).join()).isEqualTo(7);
		assertThat(this.readings.futureInSync(this.key).join()).isEqualTo(7);
		assertThat(this.readings.mono(this.key).block()).isEqualTo(7);
		assertThat(this.readings.monoInSync(this.key).block()).isEqualTo(7);
	}

	@Test
	void keepsNullAsTheResultOfAFuture() {
		assertReadsNothingOnce(() -> this.readings.futureOfNull(this.key).join());
	}

	@Test
	void keepsNullAsTheResultOfAFutureInSync() {
		assertReadsNothingOnce(() -> this.readings.futureOfNullInSync(this.key).join());
	}

	@Test
	void keepsThatAMonoIsEmpty() {
		assertReadsNothingOnce(() -> this.readings.emptyMono(this.key).block());
	}

	@Test
	void keepsThatAFluxIsEmpty() {
		int before = this.readings.loads();
		assertThat(this.readings.emptyFlux(this.key).collectList().block()).isEmpty();
		assertThat(this.readings.emptyFlux(this.key).collectList().block()).isEmpty();
		assertThat(this.readings.loads()).isEqualTo(before + 1);
		assertThat(cache().get(this.key).get()).isEqualTo(List.of());
	}

	@Test
	void keepsByResult() {
		for (int i = 0; i < 3; i++) {
			assertThat(this.readings.monoUnlessGreat(this.key, 11).block()).isEqualTo(11);
			assertThat(cache().get(this.key)).isNull();
			assertThat(this.readings.fluxUnlessGreat(this.key, 11).blockFirst()).isEqualTo(11);
			assertThat(cache().get(this.key)).isNull();
		}
		assertThat(this.readings.monoUnlessGreat(this.key, 10).block()).isEqualTo(10);
		assertThat(this.readings.monoUnlessGreat(this.key, 11).block()).isEqualTo(10);
		assertThat(this.readings.futureUnlessGreat(this.key, 11).join()).isEqualTo(11);
		assertThat(this.readings.futureUnlessGreat(this.key, 11).join()).isEqualTo(11);
	}

	@Test
	void failsAsTheMethodFails() {
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> this.readings.failingFuture(this.key).join())
				.withCauseInstanceOf(UnsupportedOperationException.class);
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> this.readings.failingMono(this.key).block());
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> this.readings.failingFlux(this.key).blockLast());
		}
	}

	@Test
	void failsAsTheMethodFailsInSync() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.readings.failingFutureInSync(this.key).join())
			.withCauseInstanceOf(UnsupportedOperationException.class);
	}

	@Test
	void updatesWhenTheFutureIsComplete() {
		CompletableFuture<Integer> pending = new CompletableFuture<>();
		CompletableFuture<Integer> updated = this.readings.updateByFuture(this.key, pending);
		assertThat(cache().get(this.key)).isNull();
		pending.complete(3);
		assertThat(updated.join()).isEqualTo(3);
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNotNull());
		assertThat(this.readings.future(this.key).join()).isEqualTo(3);
	}

	@Test
	void updatesByMonoAndFlux() {
		assertThat(this.readings.updateByMono(this.key, Mono.just(3)).block()).isEqualTo(3);
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key).get()).isEqualTo(3));
		assertThat(this.readings.updateByFlux(this.key, Flux.just(3, 4)).collectList().block()).containsExactly(3, 4);
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key).get()).isEqualTo(List.of(3, 4)));
	}

	@Test
	void doesNotUpdateWhenTheFutureFails() {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.readings
			.updateByFuture(this.key, CompletableFuture.failedFuture(new IllegalStateException()))
			.join());
		assertThat(cache().get(this.key)).isNull();
	}

	@Test
	void evictsByTheResultOfAFuture() {
		Integer loaded = this.readings.future(this.key).join();
		this.readings.evictByFuture(this.key, CompletableFuture.completedFuture(0)).join();
		assertThat(this.readings.future(this.key).join()).isEqualTo(loaded);
		this.readings.evictByFuture(this.key, CompletableFuture.completedFuture(1)).join();
		CacheContract.soon()
			.untilAsserted(() -> assertThat(this.readings.future(this.key).join()).isNotEqualTo(loaded));
	}

	@Test
	void evictsWhenTheFutureIsComplete() {
		Integer loaded = this.readings.future(this.key).join();
		CompletableFuture<Integer> pending = new CompletableFuture<>();
		CompletableFuture<Integer> evicted = this.readings.evictByFuture(this.key, pending);
		pending.complete(1);
		evicted.join();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNull());
		assertThat(this.readings.future(this.key).join()).isNotEqualTo(loaded);
	}

	@Test
	void evictsAllByTheResultOfAFuture() {
		this.readings.future(this.key).join();
		this.readings.evictAllByFuture(CompletableFuture.completedFuture(1)).join();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNull());
	}

	@Test
	void evictsByMonoAndFlux() {
		Integer loaded = this.readings.mono(this.key).block();
		this.readings.evictByMono(this.key, Mono.just(0)).block();
		assertThat(this.readings.mono(this.key).block()).isEqualTo(loaded);
		this.readings.evictByMono(this.key, Mono.just(1)).block();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNull());
		this.readings.mono(this.key).block();
		this.readings.evictByFlux(this.key, Flux.just(1)).collectList().block();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNull());
	}

	@Test
	void readsOnceAfterAFutureThatFailed() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.readings.failingFuture(this.key).join());
		assertReadsOnce(() -> this.readings.future(this.key).join());
	}

	@Test
	void readsOnceAfterAFutureThatFailedInSync() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.readings.failingFutureInSync(this.key).join());
		// Caffeine forgets a failed future a moment after it has failed.
		CacheContract.soon().until(() -> !this.readings.futureInSync(this.key).isCompletedExceptionally());
		Integer loaded = this.readings.futureInSync(this.key).join();
		assertThat(this.readings.futureInSync(this.key).join()).isEqualTo(loaded);
		assertThat(this.readings.future(this.key).join()).isEqualTo(loaded);
	}

	@Test
	void updatesAfterAFutureThatFailed() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.readings.failingFuture(this.key).join());
		this.readings.updateByFuture(this.key, CompletableFuture.completedFuture(5)).join();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNotNull());
		assertThat(this.readings.future(this.key).join()).isEqualTo(5);
	}

	@Test
	void readsOnceForTwoCallsOnOneThreadBeforeTheFirstIsComplete() {
		int before = this.readings.loads();
		CompletableFuture<Integer> pending = new CompletableFuture<>();
		CompletableFuture<Integer> first = this.readings.pendingInSync(this.key, pending);
		CompletableFuture<Integer> second = this.readings.pendingInSync(this.key, pending);
		pending.complete(9);
		assertThat(first.join()).isEqualTo(9);
		assertThat(second.join()).isEqualTo(9);
		assertThat(this.readings.loads()).isEqualTo(before + 1);
	}

	private void assertReadsOnce(Supplier<Object> read) {
		int before = this.readings.loads();
		Object value = read.get();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNotNull());
		assertThat(read.get()).isEqualTo(value);
		assertThat(read.get()).isEqualTo(value);
		assertThat(this.readings.loads()).isEqualTo(before + 1);
		assertThat(cache().get(this.key).get()).isEqualTo(value);
		cache().evict(this.key);
		assertThat(read.get()).isNotEqualTo(value);
	}

	private void assertReadsNothingOnce(Supplier<Object> read) {
		int before = this.readings.loads();
		assertThat(read.get()).isNull();
		CacheContract.soon().untilAsserted(() -> assertThat(cache().get(this.key)).isNotNull());
		assertThat(cache().get(this.key).get()).isNull();
		assertThat(read.get()).isNull();
		assertThat(this.readings.loads()).isEqualTo(before + 1);
	}

	private static Cache cache() {
		return context.getBean(CacheManager.class).getCache(CacheContract.CACHE);
	}

	@Override
	public String toString() {
		return this.side.toString();
	}

}
