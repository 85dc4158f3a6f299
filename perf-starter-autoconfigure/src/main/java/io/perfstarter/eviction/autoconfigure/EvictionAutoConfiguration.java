package io.perfstarter.eviction.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.autoconfigure.TransactionAccountConfiguration;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionAssembly;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.ProxyCreatorRegistrar;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.config.CacheManagementConfigUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for
 * {@link io.perfstarter.eviction.EvictTicketCache}.
 *
 * <p>
 * Processed after transactions, whose advice has the same order and therefore stays
 * outside. Also processed after the fan-out, which comes after all discovery clients. The
 * lazy beans are created only in an application that has caches or evicts.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
		"org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration",
		"io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration",
		"io.perfstarter.coherence.autoconfigure.CoherenceFanOutAutoConfiguration",
		"io.perfstarter.coherence.autoconfigure.CoherenceLogAutoConfiguration" })
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnSwitch("perf-starter.eviction.enabled")
@Import({ ProxyCreatorRegistrar.class, TransactionAccountConfiguration.class })
public final class EvictionAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor perfStarterEvictTicketCacheAdvisor(ObjectProvider<EvictionAssembly> assembly,
			ObjectProvider<ChangingMethods> changing, BeanFactory beanFactory) {
		return EvictionAssembly.advisor(assembly::getObject,
				() -> beanFactory.containsBean(CacheManagementConfigUtils.CACHE_ADVISOR_BEAN_NAME)
						? changing.getIfAvailable() : null);
	}

	@Bean
	@Lazy
	EvictionAssembly perfStarterEvictionAssembly(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<LocalCaches> caches, ObjectProvider<CacheManager> cacheManagers, TransactionAccount account,
			ObjectProvider<PendingCommits> pendingCommits, ObjectProvider<Peers> peers,
			ObjectProvider<EvictionStrategy> strategies, ObjectProvider<MeterRegistry> meterRegistry) {
		return new EvictionAssembly(beanFactory, localCaches(caches, cacheManagers), account,
				pendingCommits.getIfAvailable(), peers.getIfAvailable(() -> Peers.NONE),
				() -> strategies.orderedStream().toList(),
				() -> meterRegistry.getIfUnique(CompositeMeterRegistry::new));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean(name = "perfStarterLocalEvictionStrategy")
	EvictionStrategy perfStarterLocalEvictionStrategy(ObjectProvider<LocalCaches> caches,
			ObjectProvider<CacheManager> cacheManagers) {
		return EvictionAssembly.localStrategy(localCaches(caches, cacheManagers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	TicketCacheEvictor perfStarterTicketCacheEvictor(EvictionAssembly assembly) {
		return assembly.evictor();
	}

	@Bean
	@Lazy
	CacheChanges perfStarterCacheChanges(EvictionAssembly assembly) {
		return assembly.changes();
	}

	/**
	 * Checks the annotated methods after all singletons are created.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton perfStarterEvictionCheck(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<EvictionAssembly> assembly) {
		return () -> {
			if (EvictionAssembly.mayBeUsed(beanFactory)) {
				assembly.getObject().check();
			}
		};
	}

	/**
	 * Returns the caches of this instance, also if coherence is switched off.
	 */
	private static LocalCaches localCaches(ObjectProvider<LocalCaches> caches,
			ObjectProvider<CacheManager> cacheManagers) {
		return caches.getIfAvailable(
				() -> new LocalCaches(() -> cacheManagers.orderedStream(ObjectProvider.UNFILTERED).toList()));
	}

	/**
	 * Reports each eviction to the search for forgotten evictions.
	 */
	@Bean
	@ConditionalOnBean(ForgottenEvictions.class)
	EvictionStrategy perfStarterEvictionWatch(ForgottenEvictions detector) {
		return new EvictionStrategy() {

			@Override
			public boolean supports(Eviction eviction) {
				detector.evicted(eviction.cacheName());
				return false;
			}

			@Override
			public void evict(Eviction eviction) {
			}

		};
	}

	/**
	 * Sends evictions to peers.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(Peers.class)
	static class PeersConfiguration {

		@Bean
		@ConditionalOnMissingBean(name = "perfStarterPeerEvictionStrategy")
		EvictionStrategy perfStarterPeerEvictionStrategy(Peers peers) {
			return EvictionAssembly.peerStrategy(peers);
		}

		@Bean
		FanOutDemand perfStarterAnnotatedMethodsDemand(EvictionAssembly assembly) {
			return assembly::isUsed;
		}

	}

}
