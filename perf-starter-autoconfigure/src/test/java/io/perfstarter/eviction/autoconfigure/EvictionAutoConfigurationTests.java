package io.perfstarter.eviction.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.eviction.InvalidEvictionException;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link EvictionAutoConfiguration}: what the annotation evicts, and when the
 * feature is on.
 */
@ExtendWith(OutputCaptureExtension.class)
class EvictionAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m",
				"perf-starter.coherence.caches.search.time-to-live=10m",
				"perf-starter.coherence.caches.search.group=#key");

	private final ApplicationContextRunner serviceRunner = this.contextRunner.withBean(TicketService.class)
		.withBean("recordingStrategy", RecordingStrategy.class)
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new);

	private final ApplicationContextRunner jdbcRunner = this.contextRunner
		.withConfiguration(
				AutoConfigurations.of(JdbcObservationAutoConfiguration.class, DataSourceAutoConfiguration.class))
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:pool", "jdbc.datasource-proxy.enabled=false");

	private final ApplicationContextRunner unmanagedRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withBean(CacheManager.class, () -> new ConcurrentMapCacheManager("tickets", "search"));

	@ParameterizedTest(name = "{0}")
	@MethodSource("calls")
	void evicts(String what, Consumer<TicketService> call, List<Long> evicted) {
		this.serviceRunner.run((context) -> {
			fill(context);
			call.accept(context.getBean(TicketService.class));
			assertEvicted(context, evicted.toArray(Long[]::new));
		});
	}

	static Stream<Arguments> calls() {
		return Stream.of(call("one key", (tickets) -> tickets.byKey(1L), 1L),
				call("a key of the result", (tickets) -> tickets.byResult(2L), 2L),
				call("each key of a collection", (tickets) -> tickets.byCollection(List.of(1L, 3L)), 1L, 3L),
				call("each key of an array", (tickets) -> tickets.byArray(1L, 3L), 1L, 3L),
				call("the generated key when none is given", (tickets) -> tickets.byGeneratedKey(3L), 3L),
				call("all entries", TicketService::allEntries, 1L, 2L, 3L),
				call("nothing when the condition does not hold", (tickets) -> tickets.conditionally(1L, false)),
				call("when the condition holds", (tickets) -> tickets.conditionally(1L, true), 1L),
				call("for each repeated annotation", (tickets) -> tickets.repeated(1L), 1L, 2L),
				call("by meta-annotation", (tickets) -> tickets.byMetaAnnotation(2L), 2L),
				call("by a bean", (tickets) -> tickets.byBean(2L), 2L),
				call("without waiting for a plain future", (tickets) -> tickets.byFuture(2L), 2L));
	}

	private static Arguments call(String what, Consumer<TicketService> call, Long... evicted) {
		return Arguments.of(what, call, List.of(evicted));
	}

	@Test
	void evictsWhenTheStageHasSucceeded() {
		CompletableFuture<Long> stage = new CompletableFuture<>();
		this.serviceRunner.run((context) -> {
			fill(context);
			CompletionStage<Long> returned = context.getBean(TicketService.class).asynchronously(stage);
			assertEvicted(context);
			stage.complete(2L);
			assertThat(returned.toCompletableFuture().join()).isEqualTo(2L);
			assertEvicted(context, 2L);
		});
	}

	@Test
	void doubtsTheCacheWhenTheMethodThrowsAndNothingIsObserved() {
		this.serviceRunner.run((context) -> {
			fill(context);
			assertThat(isDoubted(context)).isFalse();
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(TicketService.class).failing(1L));
			assertThat(isDoubted(context)).isTrue();
			assertEvicted(context);
		});
	}

	@Test
	void doubtsTheCacheWhenTheStageFailsAndNothingIsObserved() {
		CompletableFuture<Long> stage = new CompletableFuture<>();
		this.serviceRunner.run((context) -> {
			fill(context);
			context.getBean(TicketService.class).asynchronously(stage);
			assertThat(isDoubted(context)).isFalse();
			stage.completeExceptionally(new IllegalStateException());
			assertThat(isDoubted(context)).isTrue();
			assertEvicted(context);
		});
	}

	@Test
	void evictsFromAnUnmanagedCacheWhenTheMethodThrowsAndNothingIsObserved() {
		this.unmanagedRunner.withBean(TicketService.class).run((context) -> {
			fill(context);
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(TicketService.class).failing(1L));
			assertEvicted(context, 1L);
		});
	}

	@Test
	void evictsTheGroupsOfOldAndNewLotAndEntriesWithoutGroup() {
		this.serviceRunner.run((context) -> {
			Cache search = cache(context, "search");
			List.of(1L, 2L, 3L).forEach((lot) -> search.get(lot, () -> "lot " + lot));
			context.getBean(TicketService.class).move(1L, 2L);
			assertThat(search.get(1L)).isNull();
			assertThat(search.get(2L)).isNull();
			assertThat(search.get(3L)).isNotNull();
		});
	}

	@Test
	void evictsByAnnotationOfTheClass() {
		this.contextRunner.withBean(AnnotatedClass.class).run((context) -> {
			fill(context);
			context.getBean(AnnotatedClass.class).change(1L);
			assertEvicted(context, 1L);
			context.getBean(AnnotatedClass.class).own(2L);
			assertEvicted(context, 1L);
		});
	}

	@Test
	void evictsByAnnotationOfTheInterfaceThroughEitherProxy() {
		for (String proxyTargetClass : List.of("true", "false")) {
			this.contextRunner.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
				.withBean(TicketOperations.class, TicketOperationsBean::new)
				.run((context) -> {
					TicketOperations operations = context.getBean(TicketOperations.class);
					assertThat(AopUtils.isJdkDynamicProxy(operations)).isEqualTo("false".equals(proxyTargetClass));
					fill(context);
					operations.change(1L);
					assertEvicted(context, 1L);
				});
		}
	}

	@Test
	void nullKeyEvictsNothingAndIsCountedAndSaid(CapturedOutput output) {
		this.serviceRunner.run((context) -> {
			fill(context);
			context.getBean(TicketService.class).byCollection(Arrays.asList(1L, null));
			context.getBean(TicketService.class).byCollection(Arrays.asList(1L, null));
			assertEvicted(context, 1L);
			assertThat(imprecise(context, "null-key")).isEqualTo(2);
			assertThat(output).containsOnlyOnce("a key is null");
		});
	}

	@Test
	void failingExpressionEvictsEverythingAndDoesNotReachTheCaller(CapturedOutput output) {
		this.serviceRunner.run((context) -> {
			fill(context);
			context.getBean(TicketService.class).byMissingProperty(424242L);
			assertEvicted(context, 1L, 2L, 3L);
			assertThat(imprecise(context, "expression")).isEqualTo(1);
			assertThat(output).contains("TicketService.byMissingProperty").doesNotContain("424242");
		});
	}

	@Test
	void strategiesAreAskedInOrderAndOneThatFailsStopsNeitherOthersNorCaller(CapturedOutput output) {
		this.serviceRunner.withBean(FailingStrategy.class).run((context) -> {
			fill(context);
			context.getBean(TicketService.class).byKey(1L);
			context.getBean(TicketService.class).byKey(2L);
			assertEvicted(context, 1L, 2L);
			assertThat(context.getBean(RecordingStrategy.class).evictions)
				.containsExactly(Eviction.ofKeys("tickets", List.of(1L)), Eviction.ofKeys("tickets", List.of(2L)));
			assertThat(context.getBean(MeterRegistry.class)
				.get("perf.starter.eviction.executions")
				.tags("strategy", "custom", "outcome", "failure")
				.counter()
				.count()).isEqualTo(2);
			assertThat(output).containsOnlyOnce("FailingStrategy could not evict 1 keys of 'tickets'");
		});
	}

	@Test
	void strategyThatDoesNotSupportAnEvictionIsNotAsked() {
		this.serviceRunner.run((context) -> {
			context.getBean(TicketService.class).move(1L, 2L);
			assertThat(context.getBean(RecordingStrategy.class).evictions).isEmpty();
		});
	}

	@Test
	void evictsByHand() {
		this.serviceRunner.run((context) -> {
			TicketCacheEvictor evictor = context.getBean(TicketCacheEvictor.class);
			fill(context);
			evictor.evict("tickets", 1L);
			assertEvicted(context, 1L);
			evictor.evictAll("tickets");
			assertEvicted(context, 1L, 2L, 3L);
			Cache search = cache(context, "search");
			search.get(1L, () -> "lot");
			evictor.evictGroup("search", 1L);
			assertThat(search.get(1L)).isNull();
		});
	}

	@Test
	void aNullKeyByHandEvictsNothing() {
		this.contextRunner.run((context) -> {
			fill(context);
			context.getBean(TicketCacheEvictor.class).evict("tickets", null);
			assertEvicted(context);
		});
	}

	@Test
	void evictsFromTheCachesOfTheUser() {
		this.unmanagedRunner.withBean(TicketService.class).run((context) -> {
			fill(context);
			context.getBean(TicketService.class).byKey(1L);
			assertEvicted(context, 1L);
		});
	}

	@Test
	void saysOnceThatNoBoundIsPromisedForACacheThatIsNotManaged(CapturedOutput output) {
		withCoherence(this.unmanagedRunner).withBean(AnnotatedClass.class).run((context) -> {
			assertThat(output).containsOnlyOnce("Evictions of 'tickets' reach this instance and its peers");
			context.getBean(AnnotatedClass.class).change(1L);
			context.getBean(TicketCacheEvictor.class).evictAll("tickets");
			assertThat(output).containsOnlyOnce("Evictions of 'tickets' reach this instance and its peers")
				.doesNotContain("'search' is evicted");
			context.getBean(TicketCacheEvictor.class).evictAll("search");
			context.getBean(TicketCacheEvictor.class).evictAll("search");
			context.getBean(TicketCacheEvictor.class).evictAll("nope");
			assertThat(output).containsOnlyOnce("Evictions of 'search' reach this instance and its peers")
				.doesNotContain("'nope' is evicted");
		});
	}

	@Test
	void saysNothingOfBoundsForAManagedCacheOrWithoutCoherence(CapturedOutput output) {
		withCoherence(this.serviceRunner)
			.run((context) -> context.getBean(TicketCacheEvictor.class).evictAll("tickets"));
		this.unmanagedRunner.withBean(TicketService.class)
			.run((context) -> context.getBean(TicketCacheEvictor.class).evictAll("tickets"));
		assertThat(output).doesNotContain("reach this instance and its peers");
	}

	private static ApplicationContextRunner withCoherence(ApplicationContextRunner runner) {
		return runner.withBean(PendingCommits.class, () -> new PendingCommits(System::nanoTime,
				new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime)));
	}

	@ParameterizedTest
	@MethodSource("faultyClasses")
	void faultyAnnotationStopsTheStart(Class<?> service, String message) {
		this.contextRunner.withBean(service).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).isInstanceOfSatisfying(InvalidEvictionException.class,
					(failure) -> {
						assertThat(failure).hasMessageContainingAll(message, service.getSimpleName());
						assertThat(new InvalidEvictionFailureAnalyzer().analyze(failure).getAction()).isNotBlank();
					});
		});
	}

	static Stream<Arguments> faultyClasses() {
		String notAdvised = "is on a private, static or final method";
		return Stream.of(
				arguments(UnknownCache.class,
						"names the cache 'tickts', but no cache manager has it (known caches: [search, tickets])"),
				arguments(UnknownCacheable.class,
						"@Cacheable on " + UnknownCacheable.class.getName() + ".find names the cache 'tickts'"),
				arguments(ReactiveService.class, "returns a reactive type (reactor.core.publisher.Mono)"),
				arguments(UnparsableKey.class, "has an expression that does not parse: '#id.'"),
				arguments(UnparsableCacheable.class,
						"a @Cacheable method of 'tickets' has an expression that does not parse: '#id.'"),
				arguments(UnknownVariable.class, "refers in '{#id, #idd}' to '#idd', but no parameter has this name"),
				arguments(FinalMethod.class, notAdvised), arguments(StaticMethod.class, notAdvised),
				arguments(PrivateMethod.class, notAdvised),
				arguments(AmbiguousAnnotation.class, "has more than one of 'key', 'group' and 'allEntries'"),
				arguments(NoCache.class, "names no cache"));
	}

	@Test
	void unknownCacheOfAStaticManagerStopsTheStart() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EvictionAutoConfiguration.class))
			.withBean(CacheManager.class, () -> new ConcurrentMapCacheManager("tickets"))
			.withBean(UnknownCache.class)
			.run((context) -> assertThat(context).getFailure().isInstanceOf(InvalidEvictionException.class));
	}

	@Test
	void anAnnotationThatCanEvictNothingIsNamed(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.coherence.enabled=false")
			.withBean(UnknownCache.class)
			.withBean(RecordingStrategy.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("has no effect");
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EvictionAutoConfiguration.class))
			.withBean(UnknownCache.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output)
			.containsOnlyOnce("@EvictTicketCache on " + UnknownCache.class.getName() + ".close has no effect: ");
	}

	@Test
	void nothingIsUnknownWhereNothingIsCached() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.enabled=false")
			.withBean(UnknownCache.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(CacheManager.class);
				context.getBean(UnknownCache.class).close(1L);
			});
	}

	@Test
	void saysThatEvictionsStayHereWhenCoherenceIsSwitchedOff(CapturedOutput output) {
		this.serviceRunner.withPropertyValues("perf-starter.coherence.enabled=false")
			.run((context) -> assertThat(output).containsOnlyOnce("Evictions apply to this instance only"));
		this.contextRunner.withPropertyValues("perf-starter.coherence.enabled=false")
			.run((context) -> assertThat(output).containsOnlyOnce("Evictions apply to this instance only"));
	}

	@Test
	void cacheMadeOnDemandIsKnown() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EvictionAutoConfiguration.class))
			.withBean(CacheManager.class, ConcurrentMapCacheManager::new)
			.withBean(UnknownCache.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void finalMethodOfAnInterfaceCanBeAdvised() {
		this.contextRunner.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(TicketOperations.class, FinalTicketOperations::new)
			.run((context) -> {
				fill(context);
				context.getBean(TicketOperations.class).change(1L);
				assertEvicted(context, 1L);
			});
	}

	@Test
	void nullGroupIsCountedAndSaid(CapturedOutput output) {
		this.serviceRunner.run((context) -> {
			context.getBean(TicketService.class).move(null, null);
			context.getBean(TicketService.class).move(1L, null);
			assertThat(imprecise(context, "null-group")).isEqualTo(1);
			assertThat(output).containsOnlyOnce("every group is null");
		});
	}

	@Test
	void unknownCacheByHandIsSaidOnce(CapturedOutput output) {
		this.serviceRunner.run((context) -> {
			context.getBean(TicketCacheEvictor.class).evictAll("nope");
			context.getBean(TicketCacheEvictor.class).evictAll("nope");
			assertThat(output).containsOnlyOnce("Nothing is evicted from 'nope': unknown cache");
		});
	}

	@Test
	void startIsCheckedWithLazyBeansToo() {
		this.contextRunner.withPropertyValues("spring.main.lazy-initialization=true")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(UnknownCache.class, () -> {
				throw new AssertionError("created for the check");
			}, (definition) -> definition.setLazyInit(true))
			.run((context) -> assertThat(context).getFailure().isInstanceOf(InvalidEvictionException.class));
	}

	@Test
	void whatMayHaveBeenReadUncommittedIsNotStored() {
		this.jdbcRunner.run((context) -> {
			JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
			cache(context, "tickets").get(1L, () -> read(jdbc));
			assertThat(cache(context, "tickets").get(1L)).isNotNull();
			cache(context, "tickets").get(2L, () -> uncommitted(jdbc));
			assertThat(cache(context, "tickets").get(2L)).isNull();
			TransactionTemplate transaction = new TransactionTemplate(
					new JdbcTransactionManager(context.getBean(DataSource.class)));
			transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_UNCOMMITTED);
			cache(context, "tickets").get(3L, () -> transaction.execute((status) -> read(jdbc)));
			assertThat(cache(context, "tickets").get(3L)).isNull();
		});
		this.jdbcRunner
			.withPropertyValues("spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_UNCOMMITTED")
			.run((context) -> {
				JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
				cache(context, "tickets").get(1L, () -> read(jdbc));
				assertThat(cache(context, "tickets").get(1L)).isNull();
			});
	}

	private static Integer read(JdbcTemplate jdbc) {
		return jdbc.queryForObject("select 1", Integer.class);
	}

	private static Integer uncommitted(JdbcTemplate jdbc) {
		return jdbc.execute((ConnectionCallback<Integer>) (connection) -> {
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
			try (ResultSet rows = connection.createStatement().executeQuery("select 1")) {
				return rows.next() ? 1 : 0;
			}
		});
	}

	@Test
	void aChangeThroughADataSourceThatIsCreatedLateEvicts() {
		this.jdbcRunner.withBean("late", DriverManagerDataSource.class,
				() -> new DriverManagerDataSource("jdbc:h2:mem:late"), (definition) -> {
					definition.setLazyInit(true);
					((AbstractBeanDefinition) definition).setDefaultCandidate(false);
				})
			.withBean(TicketImport.class)
			.run((context) -> {
				fill(context);
				TicketImport tickets = context.getBean(TicketImport.class);
				assertThatIllegalStateException().isThrownBy(() -> tickets.change(1L, () -> {
				}));
				assertThat(isDoubted(context)).isFalse();
				assertThatIllegalStateException().isThrownBy(
						() -> tickets.change(2L, () -> new JdbcTemplate(context.getBean("late", DataSource.class))
							.execute("create table ticket (id int)")));
				assertThat(isDoubted(context)).isTrue();
			});
	}

	@Test
	void backsOffFromTheUsersEvictor() {
		this.contextRunner.withBean("mine", TicketCacheEvictor.class, NoEvictor::new)
			.run((context) -> assertThat(context).getBean(TicketCacheEvictor.class).isInstanceOf(NoEvictor.class));
	}

	@Test
	void backsOffFromTheUsersLocalStrategy() {
		this.contextRunner.withBean("perfStarterLocalEvictionStrategy", EvictionStrategy.class, RecordingStrategy::new)
			.withBean(TicketService.class)
			.run((context) -> {
				fill(context);
				context.getBean(TicketService.class).byKey(1L);
				assertEvicted(context);
				assertThat(context.getBean(RecordingStrategy.class).evictions).hasSize(1);
			});
	}

	@Test
	void startsWithNothingToEvictFrom() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EvictionAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(TicketCacheEvictor.class));
	}

	static void fill(ApplicationContext context) {
		List.of(1L, 2L, 3L).forEach((id) -> cache(context, "tickets").get(id, () -> "ticket " + id));
	}

	/**
	 * Returns whether entries that were loaded long ago are served by their own age only.
	 */
	private static boolean isDoubted(ApplicationContext context) {
		return context.getBean(FreshnessWatermark.class)
			.forCache("tickets")
			.doubt(System.nanoTime() - Duration.ofHours(1).toNanos()) != null;
	}

	static void assertEvicted(ApplicationContext context, Long... evicted) {
		List<Long> gone = new ArrayList<>();
		for (Long id : List.of(1L, 2L, 3L)) {
			if (cache(context, "tickets").get(id) == null) {
				gone.add(id);
			}
		}
		assertThat(gone).containsExactly(evicted);
	}

	static Cache cache(ApplicationContext context, String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	private static double imprecise(AssertableApplicationContext context, String reason) {
		return context.getBean(MeterRegistry.class)
			.get("perf.starter.eviction.imprecise")
			.tag("reason", reason)
			.counter()
			.count();
	}

	static class TicketService {

		@Cacheable("tickets")
		public String find(Long id) {
			return "ticket " + id;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void byKey(Long id) {
		}

		@EvictTicketCache(value = "tickets", key = "#result")
		public Long byResult(Long id) {
			return id;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#ids")
		public void byCollection(List<Long> ids) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#ids")
		public void byArray(Long... ids) {
		}

		@EvictTicketCache("tickets")
		public void byGeneratedKey(Long id) {
		}

		@EvictTicketCache(cacheNames = "tickets", allEntries = true)
		public void allEntries() {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id", condition = "#result")
		public boolean conditionally(Long id, boolean changed) {
			return changed;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		@EvictTicketCache(cacheNames = "tickets", key = "#id + 1")
		public void repeated(Long id) {
		}

		@TicketChange(ticket = "#id")
		public void byMetaAnnotation(Long id) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "@recordingStrategy.same(#id)")
		public void byBean(Long id) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void failing(Long id) {
			throw new IllegalStateException();
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#result")
		public CompletableFuture<Long> asynchronously(CompletableFuture<Long> stage) {
			return stage;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public Future<Long> byFuture(Long id) {
			return new FutureTask<>(() -> id);
		}

		@EvictTicketCache(cacheNames = "search", group = "{#root.target.lotOf(#lot), #newLot}")
		public void move(Long lot, Long newLot) {
		}

		public Long lotOf(Long lot) {
			return lot;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id.missing")
		public void byMissingProperty(Long id) {
		}

	}

	@EvictTicketCache(cacheNames = "tickets", key = "#root.args[0]")
	static class AnnotatedClass {

		public void change(Long id) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "99")
		public void own(Long id) {
		}

		public static String helper() {
			return "not evicting";
		}

	}

	interface TicketOperations {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		void change(Long id);

	}

	static class TicketOperationsBean implements TicketOperations {

		@Override
		public void change(Long id) {
		}

	}

	static class UnknownCache {

		@EvictTicketCache(cacheNames = "tickts", key = "#id")
		public void close(Long id) {
		}

	}

	static class UnknownCacheable {

		@Cacheable("tickts")
		public String find(Long id) {
			return "ticket";
		}

	}

	static class ReactiveService {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public Mono<Void> close(Long id) {
			return Mono.empty();
		}

	}

	static class UnparsableKey {

		@EvictTicketCache(cacheNames = "tickets", key = "#id.")
		public void close(Long id) {
		}

	}

	static class UnparsableCacheable {

		@Cacheable(cacheNames = "tickets", key = "#id.")
		public String find(Long id) {
			return "ticket";
		}

		@EvictTicketCache("tickets")
		public void close(Long id) {
		}

	}

	static class UnknownVariable {

		@EvictTicketCache(cacheNames = "tickets", key = "{#id, #idd}")
		public void close(Long id) {
		}

	}

	static class FinalMethod {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public final void close(Long id) {
		}

	}

	static class StaticMethod {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public static void close(Long id) {
		}

	}

	static class PrivateMethod {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		private void close(Long id) {
		}

	}

	static class FinalTicketOperations implements TicketOperations {

		@Override
		public final void change(Long id) {
		}

	}

	static class AmbiguousAnnotation {

		@EvictTicketCache(cacheNames = "tickets", key = "#id", allEntries = true)
		public void close(Long id) {
		}

	}

	static class NoCache {

		@EvictTicketCache(key = "#id")
		public void close(Long id) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@EvictTicketCache(cacheNames = "tickets")
	@interface TicketChange {

		@AliasFor(annotation = EvictTicketCache.class, attribute = "key")
		String ticket();

	}

	@Order(10)
	static class RecordingStrategy implements EvictionStrategy {

		final List<Eviction> evictions = new ArrayList<>();

		@Override
		public boolean supports(Eviction eviction) {
			return "tickets".equals(eviction.cacheName());
		}

		@Override
		public void evict(Eviction eviction) {
			this.evictions.add(eviction);
		}

		public Long same(Long id) {
			return id;
		}

	}

	@Order(5)
	static class FailingStrategy implements EvictionStrategy {

		@Override
		public boolean supports(Eviction eviction) {
			return true;
		}

		@Override
		public void evict(Eviction eviction) {
			throw new IllegalStateException("out of order");
		}

	}

	static class NoEvictor implements TicketCacheEvictor {

		@Override
		public void evict(String cache, Object key) {
		}

		@Override
		public void evictGroup(String cache, Object group) {
		}

		@Override
		public void evictAll(String cache) {
		}

	}

	/**
	 * Fails after a change.
	 */
	static class TicketImport {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public void change(Long id, Runnable change) {
			change.run();
			throw new IllegalStateException("after the change");
		}

	}

}
