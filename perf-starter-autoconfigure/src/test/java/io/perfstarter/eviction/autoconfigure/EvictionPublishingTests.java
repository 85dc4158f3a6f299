package io.perfstarter.eviction.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.eviction.TicketCacheEvictor;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what the peers hear of {@link EvictTicketCache}, and how long a change counts
 * as under way, with real transactions.
 */
class EvictionPublishingTests {

	private final AtomicLong clock = new AtomicLong();

	private final PendingCommits pendingCommits = new PendingCommits(this.clock::incrementAndGet,
			new FreshnessWatermark(Duration.ofSeconds(15), this.clock::get));

	private final List<List<Event>> published = new ArrayList<>();

	private final List<String> order = new ArrayList<>();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				TransactionAutoConfiguration.class, CacheAutoConfiguration.class, CoherenceAutoConfiguration.class,
				EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m",
				"perf-starter.coherence.caches.search.time-to-live=10m", "spring.datasource.generate-unique-name=true")
		.withBean(PendingCommits.class, () -> this.pendingCommits)
		.withBean(Peers.class, () -> this::publish)
		.withBean(TicketService.class);

	@Test
	void severalCachesOfOneCallAreToldTogether() {
		this.contextRunner.run((context) -> {
			tickets(context).changeTwoCaches(1L, this::assertUnderWay);
			assertThat(this.published).containsExactly(List.of(Event.keys("tickets", List.of(1L)),
					Event.keys("search", List.of(1L)), Event.all("search")));
			assertNothingUnderWay();
		});
	}

	@Test
	void allEvictionsOfATransactionAreToldTogether() {
		this.contextRunner.run((context) -> {
			TicketCacheEvictor evictor = context.getBean(TicketCacheEvictor.class);
			inTransaction(context, () -> {
				tickets(context).change(1L, this::assertNothingUnderWay);
				evictor.evictGroup("search", 7L);
				// No statement has changed anything, so another store may have.
				tickets(context).change(1L, this::assertUnderWay);
				evictor.evict("tickets", 2L);
				assertUnderWay();
				assertThat(this.published).isEmpty();
			});
			assertThat(this.published).containsExactly(List.of(Event.keys("tickets", List.of(1L)),
					Event.groups("search", List.of(7L)), Event.keys("tickets", List.of(2L))));
			assertNothingUnderWay();
		});
	}

	@Test
	void customStrategiesComeBetweenTheLocalOneAndThePeers() {
		this.contextRunner.withBean(CustomStrategy.class, () -> new CustomStrategy(this.order)).run((context) -> {
			Cache search = EvictionAutoConfigurationTests.cache(context, "search");
			context.getBean(CustomStrategy.class).seesCache = () -> search.get(1L);
			search.get(1L, () -> "page");
			tickets(context).changeTwoCaches(1L, () -> {
			});
			assertThat(this.order).containsExactly("custom tickets null", "custom search null", "custom search null",
					"peers");
		});
	}

	@Test
	void aChangeThatCommitsInsideTheMethodIsUnderWay() {
		this.contextRunner.run((context) -> {
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			jdbc.execute("create table ticket (id bigint)");
			tickets(context).change(1L, () -> {
				inTransaction(context, () -> jdbc.update("insert into ticket values (1)"));
				assertThat(jdbc.queryForObject("select count(*) from ticket", Long.class)).isEqualTo(1);
				assertUnderWay();
			});
			assertNothingUnderWay();
		});
	}

	@Test
	void aNestedCallEndsItsOwnChangeOnly() {
		this.contextRunner.run((context) -> tickets(context).change(1L, () -> {
			tickets(context).change(2L, this::assertUnderWay);
			assertUnderWay();
		}));
		assertNothingUnderWay();
	}

	@Test
	void aChangeEndsWhenTheMethodThrows() {
		this.contextRunner.run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> tickets(context).change(1L, () -> {
				throw new IllegalStateException();
			}));
			assertThatIllegalStateException().isThrownBy(() -> tickets(context).changeInTransaction(1L, () -> {
				throw new IllegalStateException();
			}));
			assertNothingUnderWay();
		});
	}

	@Test
	void aChangeInATransactionIsUnderWayFromItsCommit() {
		this.contextRunner.withBean(CustomStrategy.class, () -> new CustomStrategy(this.order)).run((context) -> {
			context.getBean(CustomStrategy.class).seesCache = () -> {
				assertUnderWay();
				return "under way";
			};
			tickets(context).changeInTransaction(1L, this::assertNothingUnderWay);
			assertThat(this.order).containsExactly("custom tickets under way", "peers");
			assertNothingUnderWay();
		});
	}

	@Test
	void aStageIsUnderWayUntilItIsComplete() {
		this.contextRunner.run((context) -> {
			CompletableFuture<Long> stage = new CompletableFuture<>();
			tickets(context).changeAsynchronously(1L, stage);
			assertUnderWay();
			stage.complete(1L);
			assertThat(this.published).hasSize(1);
			assertNothingUnderWay();
		});
	}

	@Test
	void aStageThatFailsIsNotUnderWay() {
		this.contextRunner.run((context) -> {
			CompletableFuture<Long> stage = new CompletableFuture<>();
			tickets(context).changeAsynchronously(1L, stage);
			stage.completeExceptionally(new IllegalStateException());
			assertNothingUnderWay();
		});
	}

	@Test
	void aStageOfATransactionIsUnderWayUntilBothAreComplete() {
		this.contextRunner.run((context) -> {
			CompletableFuture<Long> stage = new CompletableFuture<>();
			inTransaction(context, () -> tickets(context).changeAsynchronously(1L, stage));
			assertUnderWay();
			assertThat(this.published).hasSize(1);
			stage.complete(1L);
			assertThat(this.published).hasSize(2);
			assertNothingUnderWay();
		});
	}

	@Test
	void aStageOfATransactionThatIsRolledBackIsUnderWayUntilItIsComplete() {
		this.contextRunner.run((context) -> {
			CompletableFuture<Long> stage = new CompletableFuture<>();
			assertThatIllegalStateException().isThrownBy(() -> inTransaction(context, () -> {
				tickets(context).changeAsynchronously(1L, stage);
				assertUnderWay();
				throw new IllegalStateException();
			}));
			assertUnderWay();
			stage.complete(1L);
			assertNothingUnderWay();
		});
	}

	@Test
	void anEvictionByHandIsToldAtOnceWithoutATransaction() {
		this.contextRunner.run((context) -> {
			context.getBean(TicketCacheEvictor.class).evict("tickets", 1L);
			assertThat(this.published).containsExactly(List.of(Event.keys("tickets", List.of(1L))));
			assertNothingUnderWay();
		});
	}

	private void publish(List<Event> events) {
		assertUnderWay();
		this.order.add("peers");
		this.published.add(events);
	}

	private void assertUnderWay() {
		assertThat(age()).isPositive();
	}

	private void assertNothingUnderWay() {
		assertThat(age()).isZero();
	}

	private Long age() {
		return ReflectionTestUtils.invokeMethod(this.pendingCommits, "oldestAge");
	}

	private static TicketService tickets(ApplicationContext context) {
		return context.getBean(TicketService.class);
	}

	private static void inTransaction(ApplicationContext context, Runnable action) {
		new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> action.run());
	}

	static class TicketService {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void change(Long id, Runnable change) {
			change.run();
		}

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void changeInTransaction(Long id, Runnable change) {
			change.run();
		}

		@EvictTicketCache(cacheNames = { "tickets", "search" }, key = "#id")
		@EvictTicketCache(cacheNames = "search", allEntries = true)
		public void changeTwoCaches(Long id, Runnable change) {
			change.run();
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public CompletableFuture<Long> changeAsynchronously(Long id, CompletableFuture<Long> stage) {
			return stage;
		}

	}

	@Order(500)
	static class CustomStrategy implements EvictionStrategy {

		private final List<String> order;

		private Supplier<Object> seesCache = () -> null;

		CustomStrategy(List<String> order) {
			this.order = order;
		}

		@Override
		public boolean supports(Eviction eviction) {
			return true;
		}

		@Override
		public void evict(Eviction eviction) {
			this.order.add("custom " + eviction.cacheName() + " " + this.seesCache.get());
		}

	}

}
