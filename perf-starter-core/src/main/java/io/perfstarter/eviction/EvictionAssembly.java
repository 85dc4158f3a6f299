package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.support.Annotatable;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.CacheManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Assembles the eviction feature for the auto-configuration.
 */
public final class EvictionAssembly {

	private static final Log logger = LogFactory.getLog(EvictionAssembly.class);

	private final LocalCaches caches;

	private final EvictionMeters meters;

	private final Supplier<List<EvictionStrategy>> strategies;

	private final SingletonSupplier<AnnotatedMethods> annotatedMethods;

	private final GeneratedKeys generatedKeys;

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	private final boolean bounded;

	private final LogOnce once = new LogOnce();

	/**
	 * Creates the assembly. All dependencies are resolved at their first use.
	 * @param beanFactory the beans whose methods may be annotated
	 * @param caches the caches of this instance
	 * @param account tracks what calls may have committed
	 * @param pendingCommits the changes in progress, {@code null} if coherence is
	 * switched off
	 * @param peers the other instances
	 * @param strategies the strategies, in order
	 * @param meterRegistry the registry for the eviction meters
	 */
	public EvictionAssembly(ConfigurableListableBeanFactory beanFactory, LocalCaches caches, TransactionAccount account,
			@Nullable PendingCommits pendingCommits, Peers peers, Supplier<List<EvictionStrategy>> strategies,
			Supplier<MeterRegistry> meterRegistry) {
		this.meters = new EvictionMeters(meterRegistry);
		this.caches = caches;
		this.strategies = strategies;
		this.annotatedMethods = SingletonSupplier.of(() -> new AnnotatedMethods(beanFactory));
		this.generatedKeys = new GeneratedKeys(beanFactory, this.annotatedMethods::obtain);
		this.expressions = new EvictionExpressions(beanFactory, this.generatedKeys, this.meters);
		this.evictions = new CommitBoundEvictions(new EvictionStrategies(strategies, this.meters), account,
				pendingCommits, peers);
		this.bounded = pendingCommits != null;
	}

	/**
	 * Returns whether an application may evict: it has a cache manager, or a method is
	 * annotated.
	 * @param beanFactory the beans whose methods may be annotated
	 * @return {@code false} if there is nothing to check
	 */
	public static boolean mayBeUsed(ConfigurableListableBeanFactory beanFactory) {
		return beanFactory.getBeanNamesForType(CacheManager.class, true, false).length > 0
				|| !new AnnotatedMethods(beanFactory).evicting().isEmpty();
	}

	/**
	 * Returns the advisor, which resolves the assembly at the first advised call.
	 * @param assembly the assembly of the application
	 * @param changing supplies the methods with Spring's annotations, {@code null} if
	 * these are not in effect or concern no managed cache; obtained when the first bean
	 * that may be annotated is created
	 * @return the advisor
	 */
	public static Advisor advisor(Supplier<EvictionAssembly> assembly, Supplier<@Nullable ChangingMethods> changing) {
		return new EvictTicketCacheAdvisor(new EvictTicketCacheInterceptor(SingletonSupplier.of(assembly), changing),
				changing);
	}

	boolean isManaged(String cache) {
		return this.caches.isManagedSomewhere(cache);
	}

	AnnotatedCall call(CallOperations operations, EvictionCall call) {
		return new AnnotatedCall(operations, call, this.expressions, this.evictions);
	}

	/**
	 * Returns the strategy that evicts from the caches of this instance.
	 * @param caches the caches of this instance
	 * @return the strategy
	 */
	public static EvictionStrategy localStrategy(LocalCaches caches) {
		return new LocalEvictionStrategy(caches);
	}

	/**
	 * Returns the strategy that sends evictions to the other instances.
	 * @param peers the other instances
	 * @return the strategy
	 */
	public static EvictionStrategy peerStrategy(Peers peers) {
		return new PeerEvictionStrategy(peers);
	}

	/**
	 * Returns the evictor for programmatic evictions.
	 * @return the evictor
	 */
	public TicketCacheEvictor evictor() {
		return new CommitBoundEvictor();
	}

	/**
	 * Returns what carries out changes that are made through guarded caches.
	 * @return carries out the changes
	 */
	public CacheChanges changes() {
		return this.evictions;
	}

	/**
	 * Returns whether any method is annotated.
	 * @return whether any method is annotated
	 */
	public boolean isUsed() {
		return !this.annotatedMethods.obtain().evicting().isEmpty();
	}

	/**
	 * Checks the annotated methods. If coherence is switched off, logs that evictions
	 * apply to this instance only.
	 * @throws InvalidEvictionException if an annotation is not valid
	 */
	public void check() {
		new EvictionStartCheck(this.annotatedMethods.obtain(), this.expressions, this.generatedKeys, this.caches,
				this::tellUnbounded, this.strategies.get())
			.check();
		if (!this.bounded && isUsed()) {
			logger.warn("Evictions apply to this instance only, because 'perf-starter.coherence.enabled' is 'false': "
					+ "other instances serve stale entries until they expire");
		}
	}

	/**
	 * Logs once for each evicted but unmanaged cache that its staleness is not bounded.
	 */
	private void tellUnbounded(String cache) {
		if (this.bounded && this.caches.knows(cache) && !this.caches.isManaged(cache) && this.once.isFirst(cache)) {
			logger.info(
					("Evictions of '%s' reach this instance and its peers, but the staleness of its entries is not bounded, "
							+ "because the cache is not managed: add it under 'perf-starter.coherence.caches'")
						.formatted(cache));
		}
	}

	/**
	 * Evicts programmatically after the commit, like the annotation.
	 */
	private final class CommitBoundEvictor implements TicketCacheEvictor {

		@Override
		public void evict(String cache, @Nullable Object key) {
			if (key == null) {
				EvictionAssembly.this.meters.imprecise("null-key");
				return;
			}
			evict(Eviction.ofKeys(cache, List.of(key)));
		}

		@Override
		public void evictGroup(String cache, @Nullable Object group) {
			evict(Eviction.ofGroups(cache, Collections.singletonList(group)));
		}

		@Override
		public void evictAll(String cache) {
			evict(Eviction.ofAll(cache));
		}

		private void evict(Eviction eviction) {
			List<Eviction> evictions = List.of(eviction);
			EvictionAssembly.this.evictions.discard(evictions);
			EvictionAssembly.this.evictions.evict(evictions);
			tellUnbounded(eviction.cacheName());
		}

	}

	/**
	 * Advises methods annotated with {@link EvictTicketCache}, {@code @CacheEvict} or
	 * {@code @CachePut} to evict at their commits and at their end.
	 */
	private static final class EvictTicketCacheAdvisor extends StaticMethodMatcherPointcutAdvisor {

		private static final long serialVersionUID = 1L;

		private final transient Supplier<@Nullable ChangingMethods> changing;

		EvictTicketCacheAdvisor(EvictTicketCacheInterceptor advice, Supplier<@Nullable ChangingMethods> changing) {
			super(advice);
			this.changing = changing;
			setClassFilter(Annotatable::test);
			// Inside the transaction, whose advice has the same order but comes first.
			setOrder(LOWEST_PRECEDENCE);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			ChangingMethods changing = this.changing.get();
			boolean changes = changing != null && changing.isChanging(method, targetClass);
			return changes || !EvictionOperation.of(method, targetClass).isEmpty();
		}

	}

}
