package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.NamedCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests that a value that was read before a change is not cached after it, however the
 * read went on, and that a value that was put is.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = CacheKind.class, names = { "EHCACHE", "CAFFEINE_ASYNC" })
@Timeout(180)
@Tag(Tier.CI)
class LoadTests {

	private static Pair pair;

	private final Instance first = pair.first;

	private final Instance second = pair.second;

	private final Loads loads = this.second.bean(Loads.class);

	LoadTests(CacheKind kind) {
	}

	@BeforeParameterizedClassInvocation
	static void start(CacheKind kind) {
		pair = new Pair(Application.class, kind);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		pair.close();
	}

	/**
	 * What happens within a read, after the price was read and changed, and does not end
	 * as a load that was cached.
	 */
	static Stream<Arguments> within() {
		return Stream.of(within("nothing", (loads, instance, id) -> {
		}), within("a read that keeps nothing",
				(loads, instance, id) -> loads.loadAndKeepNothing(id, () -> Instance.NEW)),
				within("a read that throws", (loads, instance, id) -> catchThrowable(() -> loads.load(id, () -> {
					throw new IllegalStateException();
				}))), within("a read in sync that throws",
						(loads, instance, id) -> catchThrowable(() -> loads.loadInSync(id, () -> {
							throw new IllegalStateException();
						}))),
				within("a read whose future fails",
						(loads, instance, id) -> loads.loadByFuture(id,
								CompletableFuture.failedFuture(new IllegalStateException()))),
				within("a read whose future never completes",
						(loads, instance, id) -> loads.loadByFuture(id, new CompletableFuture<>())),
				within("a mono that is not subscribed to",
						(loads, instance, id) -> loads.loadByMono(id, new CompletableFuture<>())),
				within("a direct get", (loads, instance, id) -> instance.cache().get(id)),
				within("a direct get with a type", (loads, instance, id) -> instance.cache().get(id, String.class)),
				within("a direct get of a loader that throws",
						(loads, instance, id) -> catchThrowable(() -> instance.cache().get(id, () -> {
							throw new IllegalStateException();
						}))),
				within("a direct retrieve", (loads, instance, id) -> instance.cache().retrieve(id)));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("within")
	void aValueReadBeforeAChangeIsNotKeptAfterIt(String name, Within within) throws Exception {
		long id = newUncachedPrice();
		this.loads.load(id, () -> {
			String old = readByStatement(id);
			changeAtFirst(id);
			within.run(this.loads, this.second, id);
			return old;
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("within")
	void aValueReadByAResolverBeforeAChangeIsNotKeptAfterIt(String name, Within within) throws Exception {
		long id = newUncachedPrice();
		this.loads.loadByResolver(id, () -> {
			String old = readByStatement(id);
			changeAtFirst(id);
			within.run(this.loads, this.second, id);
			return old;
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("within")
	void aValueReadByANamedManagerBeforeAChangeIsNotKeptAfterIt(String name, Within within) throws Exception {
		long id = newUncachedPrice();
		this.loads.loadByManager(id, () -> {
			String old = readByStatement(id);
			changeAtFirst(id);
			within.run(this.loads, this.second, id);
			return old;
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("within")
	void aValueLoadedDirectlyBeforeAChangeIsNotKeptAfterIt(String name, Within within) throws Exception {
		long id = newUncachedPrice();
		this.second.cache().get(id, () -> {
			String old = readByStatement(id);
			changeAtFirst(id);
			if (!name.contains("loader") && !name.contains("in sync")) {
				within.run(this.loads, this.second, id);
			}
			return old;
		});
		pair.assertFresh(id);
	}

	/**
	 * Reads of a future that begin before a change and end after it.
	 */
	static Stream<Arguments> futures() {
		return Stream.of(future("future", Loads::loadByFuture), future("future in sync", Loads::loadByFutureInSync),
				future("mono", (loads, id, value) -> loads.loadByMono(id, value).toFuture()));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("futures")
	void aFutureThatCompletesAfterAChangeIsNotKept(String name, Future read) throws Exception {
		long id = newUncachedPrice();
		String old = readByStatement(id);
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> result = read.of(this.loads, id, pending);
		changeAtFirst(id);
		this.second.beside(() -> pending.complete(old)).join();
		assertThat(result.join()).isEqualTo(Instance.OLD);
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("futures")
	void aFutureThatCompletesAfterAChangeIsNotKeptThoughItsThreadHasReadAgain(String name, Future read)
			throws Exception {
		long id = newUncachedPrice();
		String old = readByStatement(id);
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> result = read.of(this.loads, id, pending);
		changeAtFirst(id);
		this.second.beside(() -> {
			this.loads.loadAndKeepNothing(id, () -> Instance.NEW);
			return pending.complete(old);
		}).join();
		assertThat(result.join()).isEqualTo(Instance.OLD);
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("futures")
	void aFutureIsKept(String name, Future read) throws Exception {
		long id = newUncachedPrice();
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> result = read.of(this.loads, id, pending);
		this.second.beside(() -> pending.complete(Instance.OLD)).join();
		result.join();
		assertIsKept(id, Instance.OLD);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("futures")
	void aFutureIsKeptAfterOneThatFailed(String name, Future read) throws Exception {
		long id = newUncachedPrice();
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> failed = read.of(this.loads, id, pending);
		this.second.beside(() -> pending.completeExceptionally(new IllegalStateException())).join();
		assertThat(catchThrowable(failed::join)).isNotNull();
		CompletableFuture<String> next = new CompletableFuture<>();
		Pair.soon(Pair.LONG).until(() -> !read.of(this.loads, id, next).isCompletedExceptionally());
		this.second.beside(() -> next.complete(Instance.OLD)).join();
		assertIsKept(id, Instance.OLD);
	}

	@ParameterizedTest(name = "{0}")
	@EnumSource
	void anOperationIsNotOvertakenByAnOlderReader(Operation operation) throws Exception {
		long id = newUncachedPrice();
		CountDownLatch hasRead = new CountDownLatch(1);
		CountDownLatch changed = new CountDownLatch(1);
		Loads ofFirst = this.first.bean(Loads.class);
		CompletableFuture<String> reader = this.first.beside(() -> ofFirst.load(id, () -> {
			String old = readByStatement(id);
			hasRead.countDown();
			changed.await();
			return old;
		}));
		hasRead.await();
		Scenario.COMMIT.run(this.first, operation, id);
		changed.countDown();
		assertThat(reader.join()).isEqualTo(Instance.OLD);
		assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
	}

	@ParameterizedTest(name = "{0}")
	@EnumSource
	void anOperationOfAPeerIsNotOvertakenByAnOlderReader(Operation operation) throws Exception {
		long id = newUncachedPrice();
		this.loads.load(id, () -> {
			String old = readByStatement(id);
			Scenario.COMMIT.run(this.first, operation, id);
			awaitMarker();
			return old;
		});
		pair.assertFresh(id);
	}

	@Test
	void aPutAfterAReadThatThrewIsKept() throws Exception {
		long id = newUncachedPrice();
		assertThat(catchThrowable(() -> this.loads.load(id, () -> {
			throw new IllegalStateException();
		}))).isNotNull();
		changeAtFirst(id);
		assertThat(this.second.prices().put(id, () -> readByStatement(id))).isEqualTo(Instance.NEW);
		assertIsKept(id, Instance.NEW);
	}

	@Test
	void aDirectLoadAfterAReadThatThrewIsKept() throws Exception {
		long id = newUncachedPrice();
		assertThat(catchThrowable(() -> this.loads.load(id, () -> {
			throw new IllegalStateException();
		}))).isNotNull();
		changeAtFirst(id);
		assertThat(this.second.cache().get(id, () -> readByStatement(id))).isEqualTo(Instance.NEW);
		assertIsKept(id, Instance.NEW);
	}

	@Test
	void aReadAfterAReadThatThrewIsKept() throws Exception {
		long id = newUncachedPrice();
		assertThat(catchThrowable(() -> this.loads.load(id, () -> {
			throw new IllegalStateException();
		}))).isNotNull();
		changeAtFirst(id);
		assertThat(this.second.prices().price(id)).isEqualTo(Instance.NEW);
		assertIsKept(id, Instance.NEW);
	}

	@Test
	void aReadInAReadIsKept() throws Exception {
		long id = newUncachedPrice();
		long other = newUncachedPrice();
		this.loads.load(id, () -> this.loads.load(other, () -> readByStatement(other)));
		assertIsKept(id, Instance.OLD);
		assertIsKept(other, Instance.OLD);
	}

	private long newUncachedPrice() {
		return pair.newUncachedPrice();
	}

	private String readByStatement(long id) {
		return pair.stored(id);
	}

	/**
	 * Changes a price at the first instance, and waits until the second one knows.
	 */
	private void changeAtFirst(long id) throws Exception {
		this.first.prices().evictTicketInTransaction(id, () -> this.first.change(id));
		awaitMarker();
	}

	/**
	 * Messages are applied in order.
	 */
	private void awaitMarker() {
		this.first.beside(() -> {
			pair.awaitAllMessages();
			return null;
		}).join();
	}

	private void assertIsKept(long id, String amount) throws Exception {
		Pair.soon(Pair.LONG).until(() -> this.second.cache().get(id) != null);
		pair.changeUnseen(id, "unseen");
		this.second.assertKept(amount, () -> this.second.prices().price(id));
	}

	private static Arguments within(String name, Within within) {
		return arguments(name, within);
	}

	private static Arguments future(String name, Future future) {
		return arguments(name, future);
	}

	/**
	 * What happens within a read.
	 */
	@FunctionalInterface
	private interface Within {

		void run(Loads loads, Instance instance, long id) throws Exception;

	}

	/**
	 * A cached read of a future.
	 */
	@FunctionalInterface
	private interface Future {

		CompletableFuture<String> of(Loads loads, long id, CompletableFuture<String> value);

	}

	/**
	 * Prices with more reads.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(CachedPricesApplication.class)
	static class Application {

		@Bean
		Loads loads() {
			return new Loads();
		}

		@Bean
		CacheResolver ofPrices(CacheManager cacheManager) {
			return new NamedCacheResolver(cacheManager, Prices.CACHE);
		}

	}

}
