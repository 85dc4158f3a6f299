package io.perfstarter.coherence.matrix;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.fixtures.Tier;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the ages of values, for blank keys, for strategies that fail, and for what a
 * change does not do to others.
 */
@Timeout(60)
class EdgeTests {

	@AutoClose
	private static Pair pair;

	private final Instance first = pair.first;

	private final Instance second = pair.second;

	@BeforeAll
	static void start() {
		pair = new Pair(Application.class, CacheKind.EHCACHE, "perf-starter.coherence.caches.composed.time-to-live=1h",
				"perf-starter.coherence.caches.others.time-to-live=1h",
				"perf-starter.coherence.caches.texts.time-to-live=1h",
				"perf-starter.async.executors.composing.concurrency-limit=4");
	}

	@Test
	void aTransactionThatLastsLongerThanTheBoundLeavesTheOtherInstanceCertified() throws Exception {
		long id = pair.newPrice();
		long other = pair.newPrice();
		this.first.prices().evictTicketInTransaction(id, () -> {
			String changed = this.first.change(id);
			assertStaysCertified(other);
			return changed;
		});
		pair.assertFresh(id);
	}

	/**
	 * Both instances have an entry that is older than its store, to which no statement
	 * leads.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aChangeOfAnotherStoreInALongTransactionReachesTheOtherInstanceWithinTheBound(boolean annotated) {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			if (annotated) {
				this.first.prices().evictTicket(id, () -> {
					pair.changeUnseen(id, Instance.NEW);
					return null;
				});
			}
			else {
				pair.changeUnseen(id, Instance.NEW);
				this.first.cache().evict(id);
			}
			Pair.within(Pair.BOUND.plusMillis(500),
					() -> this.first.beside(() -> this.second.prices().price(id)).join().equals(Instance.NEW));
			return null;
		});
	}

	@Tag(Tier.ALL)
	@Test
	void aTransactionWithSpringsEvictionThatLastsLongerThanTheBoundLeavesTheOtherInstanceCertified() throws Exception {
		long id = pair.newPrice();
		long other = pair.newPrice();
		this.first.prices().evictInTransaction(id, () -> {
			String changed = this.first.change(id);
			assertStaysCertified(other);
			return changed;
		});
		pair.assertFresh(id);
	}

	@Test
	void aMethodWithoutATransactionThatLastsLongerThanTheBoundLeavesOtherCachesCertified() throws Exception {
		long id = pair.newPrice();
		EdgeService ofSecond = this.second.bean(EdgeService.class);
		long loads = ofSecond.other(id);
		this.first.prices().evictTicket(id, () -> {
			awaitCertifiedAfterTheBound();
			assertThat(ofSecond.other(id)).as("entry of a cache that the method does not name").isEqualTo(loads);
			return this.first.change(id);
		});
		pair.assertFresh(id);
	}

	/**
	 * Waits until entries are older than the bound. A busy machine may lose contact for a
	 * moment.
	 */
	private void awaitCertifiedAfterTheBound() {
		await().pollDelay(Pair.BOUND.plusMillis(700)).until(this.second::isCertified);
	}

	private void assertStaysCertified(long other) {
		this.first.beside(() -> {
			pair.changeUnseen(other, "unseen");
			awaitCertifiedAfterTheBound();
			assertThat(this.second.prices().price(other)).as("entry older than the bound").isEqualTo(Instance.OLD);
			return null;
		}).join();
	}

	@Test
	void aBlankKeyIsThatOfTheCacheable() throws Exception {
		long id = pair.newUncachedPrice();
		for (Instance instance : List.of(this.first, this.second)) {
			assertThat(instance.bean(EdgeService.class).byText(id, "any")).isEqualTo(Instance.OLD);
		}
		this.first.bean(EdgeService.class).changeByText(id, "other", () -> this.first.change(id));
		assertThat(this.first.bean(EdgeService.class).byText(id, "any")).isEqualTo(Instance.NEW);
		Pair.within(Pair.BOUND, () -> this.second.bean(EdgeService.class).byText(id, "any").equals(Instance.NEW));
	}

	@Test
	void anErrorOfAStrategyNeitherReachesTheCallerNorKeepsPeersUntold() {
		long id = pair.newPrice();
		FailingStrategy strategy = this.first.bean(FailingStrategy.class);
		strategy.failing = true;
		try {
			assertThatCode(() -> this.first.prices().evictTicketInTransaction(id, () -> this.first.change(id)))
				.doesNotThrowAnyException();
		}
		finally {
			strategy.failing = false;
		}
		assertThat(strategy.failures).hasPositiveValue();
		pair.assertFresh(id);
	}

	@Test
	void anErrorOfAStrategyWithoutATransactionNeitherReachesTheCallerNorKeepsPeersUntold() {
		long id = pair.newPrice();
		FailingStrategy strategy = this.first.bean(FailingStrategy.class);
		strategy.failing = true;
		try {
			assertThatCode(() -> this.first.prices().evictTicket(id, () -> this.first.change(id)))
				.doesNotThrowAnyException();
		}
		finally {
			strategy.failing = false;
		}
		pair.assertFresh(id);
	}

	@Test
	void aPutValueIsNotKeptThatTheSameTransactionChangesAgain() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> Instance.OLD);
			return this.first.prices().evictTicketInTransaction(id, () -> this.first.change(id));
		});
		pair.assertFresh(id);
	}

	@Test
	void aPutValueIsNotKeptThatTheSameTransactionChangesAgainAndEvictsItself() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> Instance.OLD);
			this.first.change(id);
			this.first.bean(TicketCacheEvictor.class).evict(Prices.CACHE, id);
			return null;
		});
		pair.assertFresh(id);
	}

	@Test
	void aValueIsKeptThatIsPutAfterAnotherChangeOfTheTransaction() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> Instance.OLD);
			this.first.prices().evictTicketInTransaction(id, () -> Instance.OLD);
			return this.first.prices().putInTransaction(id, () -> this.first.change(id));
		});
		assertThat(this.first.cache().get(id, String.class)).isEqualTo(Instance.NEW);
		pair.assertFresh(id);
	}

	@Test
	void evictsNothingForANullKey() throws Exception {
		long id = pair.newPrice();
		assertThatCode(() -> this.first.bean(TicketCacheEvictor.class).evict(Prices.CACHE, (Object) null))
			.doesNotThrowAnyException();
		pair.assertPeerHasKept(id);
	}

	@Tag(Tier.CI)
	@Test
	void aValueComposedOfAnotherIsAsOldAsThat() throws Exception {
		Duration bound = Pair.BOUND.multipliedBy(5);
		try (Instance third = pair.start("perf-starter.coherence.max-staleness=" + bound.toSeconds() + "s")) {
			Pair.soon(Duration.ofSeconds(20)).until(third::isCertified);
			// A peer that nobody hears: entries are served by their age only.
			pair.registry.register(1, false);
			Pair.soon(Duration.ofSeconds(20)).until(() -> !third.isCertified());
			EdgeService service = third.bean(EdgeService.class);
			Map<Composition, Long> ids = new EnumMap<>(Composition.class);
			for (Composition composition : Composition.values()) {
				ids.put(composition, pair.newPriceWithoutCertificate());
			}
			long start = System.nanoTime();
			for (long id : ids.values()) {
				assertThat(third.prices().price(id)).isEqualTo(Instance.OLD);
			}
			await().pollDelay(bound.dividedBy(5)).until(() -> true);
			for (Map.Entry<Composition, Long> each : ids.entrySet()) {
				long id = each.getValue();
				assertThat(each.getKey().compose(service, third, id)).isEqualTo(Instance.OLD);
				pair.changeUnseen(id, Instance.NEW);
			}
			assertThat(Composition.THREAD.compose(service, third, ids.get(Composition.THREAD))).as("cached")
				.isEqualTo(Instance.OLD);
			Duration age = Duration.ofNanos(System.nanoTime() - start);
			// A little more than the bound after the price was read, and less than that
			// after it was composed.
			await().pollDelay(bound.plusMillis(300).minus(age)).until(() -> true);
			SoftAssertions.assertSoftly((all) -> ids.forEach((composition, id) -> all
				.assertThatCode(() -> assertThat(composition.compose(service, third, id)).isEqualTo(Instance.NEW))
				.as("composed by " + composition)
				.doesNotThrowAnyException()));
		}
		finally {
			pair.registry.deregister(1);
			pair.awaitCertified();
		}
	}

	@Tag(Tier.CI)
	@Test
	void aValueReadBeforeTheFanOutHasStartedIsNotCertified() throws Exception {
		long id = pair.newPrice();
		AtomicLong early = Application.EARLY;
		early.set(id);
		Application.afterEarly = () -> this.first.prices().evictTicket(id, () -> this.first.change(id));
		try (Instance third = pair.start()) {
			early.set(0);
			assertThat(third.bean(EarlyReader.class).read).isEqualTo(Instance.OLD);
			assertThat(third.bean(EarlyReader.class).readLater).as("read after the bound, before the fan-out")
				.isEqualTo(Instance.NEW);
			Pair.soon(Duration.ofSeconds(20)).until(third::isCertified);
			Pair.soon(Pair.LONG).untilAsserted(() -> assertThat(third.prices().price(id)).isEqualTo(Instance.NEW));
		}
		finally {
			early.set(0);
		}
	}

	@Test
	void aPutOfWhatTheTransactionHasMissedIsALoadOfThatAge() {
		long id = pair.newUncachedPrice();
		this.second.inTransaction(() -> {
			assertThat(this.second.cache().get(id)).isNull();
			String old = pair.stored(id);
			this.first.beside(() -> {
				this.first.prices().evictTicketInTransaction(id, () -> this.first.change(id));
				pair.awaitAllMessages();
				return null;
			}).join();
			this.second.cache().put(id, old);
			return null;
		});
		pair.assertFresh(id);
	}

	@Test
	void instancesThatPutInATransactionWhatTheyMissedDoNotEvictEachOther() throws Exception {
		assertHitRateOfPlainSpring((instance, read) -> instance.inTransaction(read));
	}

	@Test
	void instancesThatPutWhatTheyMissedDoNotEvictEachOther() throws Exception {
		assertHitRateOfPlainSpring((instance, read) -> read.run());
	}

	private void assertHitRateOfPlainSpring(Around around) throws Exception {
		long id = pair.newUncachedPrice();
		int rounds = 20;
		AtomicLong loads = new AtomicLong();
		for (int i = 0; i < rounds; i++) {
			for (Instance instance : List.of(this.first, this.second)) {
				around.run(instance, () -> {
					if (instance.cache().get(id) == null) {
						loads.incrementAndGet();
						instance.cache().put(id, pair.stored(id));
					}
					return null;
				});
			}
			pair.awaitAllMessages();
		}
		// Plain Spring loads once for each instance.
		double plain = 1 - 2.0 / (2 * rounds);
		assertThat(1 - loads.get() / (2.0 * rounds)).as("hit rate").isGreaterThanOrEqualTo(0.95 * plain);
	}

	/**
	 * What a read by hand runs in.
	 */
	@FunctionalInterface
	private interface Around {

		void run(Instance instance, Body<Void> read) throws Exception;

	}

	/**
	 * How a value is composed of a cached one.
	 */
	enum Composition {

		/**
		 * On the thread of the caller.
		 */
		THREAD {
			@Override
			String compose(EdgeService service, Instance instance, long id) throws Exception {
				return service.composed(id, () -> instance.prices().price(id));
			}
		},

		/**
		 * By a task of an executor of perf-starter.
		 */
		EXECUTOR {
			@Override
			String compose(EdgeService service, Instance instance, long id) throws Exception {
				return service.composed(id, () -> instance.bean(Composer.class).price(id).join());
			}
		},

		/**
		 * By a thread that nobody knows.
		 */
		OTHER_THREAD {
			@Override
			String compose(EdgeService service, Instance instance, long id) throws Exception {
				return service.composed(id,
						() -> CompletableFuture.supplyAsync(() -> instance.prices().price(id)).join());
			}
		},

		/**
		 * A future that another thread completes.
		 */
		FUTURE {
			@Override
			String compose(EdgeService service, Instance instance, long id) {
				return service
					.composedFuture(id, () -> CompletableFuture.supplyAsync(() -> instance.prices().price(id)))
					.join();
			}
		};

		abstract String compose(EdgeService service, Instance instance, long id) throws Exception;

	}

	/**
	 * Reads and changes beside those of {@link Prices}.
	 */
	static class EdgeService {

		private final AtomicLong loads = new AtomicLong();

		private final JdbcTemplate jdbc;

		EdgeService(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Cacheable("others")
		public long other(long id) {
			return this.loads.incrementAndGet();
		}

		@Cacheable(cacheNames = "texts", key = "'text-' + #id")
		public String byText(long id, String ignored) {
			return this.jdbc.queryForObject("select amount from price where id = ?", String.class, id);
		}

		@EvictTicketCache("texts")
		public String changeByText(long id, String other, Body<String> body) throws Exception {
			return body.run();
		}

		@Cacheable(cacheNames = "composed", key = "#id")
		public String composed(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Cacheable(cacheNames = "composed", key = "#id")
		public CompletableFuture<String> composedFuture(long id, Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

	}

	/**
	 * Reads in a task.
	 */
	static class Composer {

		private final Prices prices;

		Composer(Prices prices) {
			this.prices = prices;
		}

		@Async("composing")
		public CompletableFuture<String> price(long id) {
			return CompletableFuture.completedFuture(this.prices.price(id));
		}

	}

	/**
	 * Reads when it is created.
	 */
	static class EarlyReader implements SmartInitializingSingleton {

		private final Prices prices;

		private String read;

		private String readLater;

		EarlyReader(Prices prices) {
			this.prices = prices;
		}

		@Override
		public void afterSingletonsInstantiated() {
			long id = Application.EARLY.get();
			if (id != 0) {
				this.read = this.prices.price(id);
				try {
					Application.afterEarly.run();
					await().pollDelay(Pair.BOUND.plusMillis(300)).until(() -> true);
					this.readLater = this.prices.price(id);
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			}
		}

	}

	/**
	 * Throws an error when it is told to.
	 */
	@Order(0)
	static class FailingStrategy implements EvictionStrategy {

		private final AtomicLong failures = new AtomicLong();

		private volatile boolean failing;

		@Override
		public boolean supports(Eviction eviction) {
			return true;
		}

		@Override
		public void evict(Eviction eviction) {
			if (this.failing) {
				this.failures.incrementAndGet();
				throw new AssertionError("planned");
			}
		}

	}

	/**
	 * Prices with more.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(CachedPricesApplication.class)
	static class Application {

		private static final AtomicLong EARLY = new AtomicLong();

		private static volatile Body<?> afterEarly;

		@Bean
		EdgeService edgeService(JdbcTemplate jdbc) {
			return new EdgeService(jdbc);
		}

		@Bean
		Composer composer(Prices prices) {
			return new Composer(prices);
		}

		@Bean
		EarlyReader earlyReader(Prices prices) {
			return new EarlyReader(prices);
		}

		@Bean
		FailingStrategy failingStrategy() {
			return new FailingStrategy();
		}

	}

}
