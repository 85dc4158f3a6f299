package io.perfstarter.eviction;

import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.ChangeJournal;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.CacheManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Assembles the eviction feature for the auto-configuration.
 */
public final class EvictionAssembly {

	private final LocalCaches caches;

	private final EvictionMeters meters;

	private final Supplier<List<EvictionStrategy>> strategies;

	private final SingletonSupplier<AnnotatedMethods> annotatedMethods;

	private final GeneratedKeys generatedKeys;

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	private final UnmanagedCaches unmanaged;

	/**
	 * Creates the assembly. All dependencies are resolved at their first use.
	 * @param beanFactory the beans whose methods may be annotated
	 * @param caches the caches of this instance
	 * @param account the account of what calls may have committed
	 * @param pendingCommits the changes in progress, {@code null} if coherence is
	 * switched off
	 * @param journal tells the other instances of changes before they are visible,
	 * {@code null} if these are asked for them
	 * @param strategies the strategies, in order
	 * @param meterRegistry the registry for the eviction meters
	 */
	public EvictionAssembly(ConfigurableListableBeanFactory beanFactory, LocalCaches caches, TransactionAccount account,
			@Nullable PendingCommits pendingCommits, @Nullable ChangeJournal journal,
			Supplier<List<EvictionStrategy>> strategies, Supplier<MeterRegistry> meterRegistry) {
		this.meters = new EvictionMeters(meterRegistry);
		this.caches = caches;
		this.strategies = strategies;
		this.annotatedMethods = SingletonSupplier.of(() -> new AnnotatedMethods(beanFactory));
		this.generatedKeys = new GeneratedKeys(beanFactory, this.annotatedMethods::obtain);
		this.expressions = new EvictionExpressions(beanFactory, this.generatedKeys, this.meters);
		this.evictions = new CommitBoundEvictions(new EvictionStrategies(strategies, this.meters), account,
				pendingCommits, journal);
		this.unmanaged = new UnmanagedCaches(
				(cache) -> pendingCommits != null && caches.knows(cache) && !caches.isManaged(cache));
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
	 * is created that may be annotated
	 * @return the advisor
	 */
	public static Advisor advisor(Supplier<EvictionAssembly> assembly, Supplier<@Nullable ChangingMethods> changing) {
		return new EvictTicketCacheAdvisor(
				SingletonSupplier.of(() -> assembly.get().annotationEvictions(changing.get())), changing);
	}

	private AnnotationEvictions annotationEvictions(@Nullable ChangingMethods changing) {
		return new AnnotationEvictions(changing, this.caches::isManagedSomewhere, this.expressions, this.evictions);
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
		return new CommitBoundTicketCacheEvictor(this.evictions, this.unmanaged, this.meters);
	}

	/**
	 * Returns what carries out changes that are made through guarded caches.
	 * @return carries out the changes
	 */
	public CacheChanges changes() {
		return new CommitBoundCacheChanges(this.evictions);
	}

	/**
	 * Returns whether any method is annotated.
	 * @return whether any method is annotated
	 */
	public boolean isUsed() {
		return !this.annotatedMethods.obtain().evicting().isEmpty();
	}

	/**
	 * Checks the annotated methods.
	 * @throws InvalidEvictionException if an annotation is not valid
	 */
	public void check() {
		new EvictionStartCheck(this.annotatedMethods.obtain(), this.expressions, this.generatedKeys, this.caches,
				this.unmanaged, this.strategies.get())
			.check();
	}

}
