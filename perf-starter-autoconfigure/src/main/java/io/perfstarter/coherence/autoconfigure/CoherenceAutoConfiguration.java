package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheAudit;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.CacheSurroundings;
import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.FreshRead;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.guard.PutGate;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.Timer;
import io.perfstarter.settings.autoconfigure.BasePackages;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.settings.autoconfigure.SecretProperties;
import io.perfstarter.support.DaemonThreads;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.apache.ibatis.session.SqlSessionFactory;
import org.hibernate.SessionEventListener;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the local caches. The beans that
 * guard them are created only if the application has caches or evicts.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration")
@ConditionalOnSwitch("perf-starter.coherence.enabled")
@EnableConfigurationProperties({ CoherenceProperties.class, SecretProperties.class })
@Import({ CacheInvocationsConfiguration.class, TransactionAccountConfiguration.class })
public final class CoherenceAutoConfiguration {

	@Bean
	FreshnessWatermark perfStarterCoherenceCertificate(CoherenceProperties properties,
			ListableBeanFactory beanFactory) {
		properties.checkBound();
		FreshnessWatermark watermark = new FreshnessWatermark(properties.maxStaleness(), System::nanoTime);
		// Looked up by name only, because the fan-out needs the watermark. With managed
		// caches the fan-out will start, but beans read through the caches before.
		if (properties.log() != LogMode.PEERS
				|| beanFactory.getBeanNamesForType(FanOut.class, false, false).length > 0) {
			watermark.awaitPeers();
		}
		return watermark;
	}

	@Bean
	@Lazy
	PendingCommits perfStarterPendingCommits(FreshnessWatermark watermark) {
		return new PendingCommits(System::nanoTime, watermark);
	}

	@Bean
	@Lazy
	CacheGuard perfStarterCacheGuard(FreshnessWatermark watermark, ObjectProvider<PutGate> gates,
			ObjectProvider<CacheChanges> changes, TransactionAccount account, ObjectProvider<CacheAudit> audit) {
		Supplier<Optional<CacheChanges>> anyChanges = SingletonSupplier
			.of(() -> Optional.ofNullable(changes.getIfAvailable()));
		Supplier<Optional<CacheAudit>> anyAudit = SingletonSupplier
			.of(() -> Optional.ofNullable(audit.getIfAvailable()));
		CacheSurroundings surroundings = new CacheSurroundings(() -> anyChanges.get().orElse(null), account,
				CurrentRequest::begin, () -> anyAudit.get().orElse(null));
		List<PutGate> all = gates.stream().toList();
		// The gate of routing counts, and the gate of the application.
		return new CacheGuard(watermark, (loadedAt) -> earliest(all, loadedAt), System::nanoTime, surroundings);
	}

	private static long earliest(List<PutGate> gates, long loadedAt) {
		return gates.stream().mapToLong((gate) -> gate.knownAt(loadedAt)).reduce(loadedAt, Math::min);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean(LocalCopies.class)
	LocalCaches perfStarterLocalCaches(ObjectProvider<CacheManager> cacheManagers) {
		return new LocalCaches(
				() -> cacheManagers.orderedStream(ObjectProvider.UNFILTERED).map(ForeignCaches::undeferred).toList());
	}

	/**
	 * The managed caches of an application without its own cache manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNamedCachesCondition.class)
	@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
	static class NamedCachesConfiguration {

		/**
		 * Enables {@code @Cacheable} if the application has not, because named caches
		 * imply it.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnMissingBean(CacheAspectSupport.class)
		@EnableCaching
		static class EnableCachingConfiguration {

		}

		/**
		 * The cache manager of perf-starter, unless the application configures Spring
		 * Boot's.
		 */
		@Configuration(proxyBeanMethods = false)
		@Conditional(OnNoBootCachesCondition.class)
		static class OwnCachesConfiguration {

			private static final String USUAL_NAME = "cacheManager";

			private static final String CACHE_MANAGER = "perfStarterCacheManager";

			@Bean(CACHE_MANAGER)
			GuardedCacheManager perfStarterCacheManager(CoherenceProperties properties, CacheGuard guard) {
				return new GuardedCacheManager(properties.cacheSettings(), guard);
			}

			/**
			 * The alias under which Spring Boot would register its cache manager.
			 */
			@Bean
			static BeanFactoryPostProcessor perfStarterCacheManagerAlias() {
				return (beanFactory) -> {
					if (!beanFactory.containsBean(USUAL_NAME)) {
						beanFactory.registerAlias(CACHE_MANAGER, USUAL_NAME);
					}
				};
			}

			@Bean
			MeterBinder perfStarterCacheMeters(GuardedCacheManager cacheManager) {
				return cacheManager.meters(USUAL_NAME);
			}

		}

	}

	/**
	 * The infrastructure of all managed caches, including the caches of the application's
	 * cache managers.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnManagedCachesCondition.class)
	static class ManagedCachesConfiguration {

		@Bean
		ForeignCaches perfStarterForeignCaches(CoherenceProperties properties, ObjectProvider<CacheGuard> guard,
				ObjectProvider<TransactionAccount> account) {
			return new ForeignCaches(properties, guard::getObject, account::getObject);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ForeignCachesPostProcessor perfStarterForeignCachesPostProcessor(ObjectProvider<ForeignCaches> caches) {
			return new ForeignCachesPostProcessor(caches);
		}

		@Bean
		@Lazy(false)
		ManagedCachesCheck perfStarterManagedCachesCheck(CoherenceProperties properties,
				ConfigurableListableBeanFactory beanFactory, Environment environment, ForeignCaches foreignCaches,
				ObjectProvider<CacheManager> cacheManagers, ObjectProvider<Peers> peers,
				ObjectProvider<CacheChanges> changes) {
			return new ManagedCachesCheck(properties, new BootCaches(beanFactory, environment), foreignCaches,
					cacheManagers, peers, changes);
		}

		@Bean
		AuditThread perfStarterCacheAuditThread() {
			return new AuditThread(DaemonThreads.timer("cache-audit"));
		}

		@Bean
		CacheAudit perfStarterCacheAudit(CoherenceProperties properties, AuditThread thread,
				ObjectProvider<FreshRead> freshRead, ObjectProvider<PlatformTransactionManager> transactionManager) {
			// The read fails if there are several transaction managers and none is
			// primary.
			return new CacheAudit(properties.auditSampleRates(), properties.maxStaleness(),
					(loader) -> freshRead.getIfAvailable(() -> Callable::call)
						.of(() -> FreshRead.readOnly(transactionManager.getIfAvailable()).of(loader)),
					Timer.of(thread.executor()), () -> ThreadLocalRandom.current().nextDouble());
		}

		@Bean
		@ConditionalOnSwitch(value = "perf-starter.coherence.forgotten-evictions", byDefault = false)
		ForgottenEvictions perfStarterForgottenEvictions(CoherenceProperties properties, AuditThread thread,
				ConfigurableListableBeanFactory beanFactory) {
			return new ForgottenEvictions(Timer.of(thread.executor()), System::nanoTime, properties.tableNames(),
					BasePackages.of(beanFactory));
		}

		@Bean
		MeterBinder perfStarterGuardMeters(CacheGuard guard) {
			return guard.meters();
		}

		@Bean
		FanOutDemand perfStarterManagedCachesDemand() {
			return () -> true;
		}

		/**
		 * Records the begin of each request.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass({ Filter.class, FilterRegistrationBean.class })
		@ConditionalOnWebApplication(type = Type.SERVLET)
		static class RequestsConfiguration {

			@Bean
			FilterRegistrationBean<RequestBeginFilter> perfStarterRequestBeginFilter(CacheGuard guard) {
				FilterRegistrationBean<RequestBeginFilter> registration = new FilterRegistrationBean<>(
						new RequestBeginFilter(guard));
				registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
				return registration;
			}

		}

		/**
		 * Observes the second-level caches of Hibernate.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass({ SessionEventListener.class, AbstractEntityManagerFactoryBean.class })
		static class SecondLevelCachesConfiguration {

			@Bean
			static SecondLevelCaches perfStarterSecondLevelCaches(ConfigurableListableBeanFactory beanFactory,
					ObjectProvider<CacheGuard> guard) {
				return new SecondLevelCaches(beanFactory, guard);
			}

		}

		/**
		 * Observes the second-level caches of MyBatis.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(SqlSessionFactory.class)
		static class MyBatisConfiguration {

			@Bean
			static MyBatisCaches perfStarterMyBatisCaches(ObjectProvider<CacheGuard> guard) {
				return new MyBatisCaches(guard);
			}

		}

		/**
		 * Preserves the meters of the application's caches.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass({ CacheMeterBinderProvider.class, MeterBinder.class })
		static class ForeignCacheMetersConfiguration {

			@Bean
			GuardedCacheMeters perfStarterGuardedCacheMeters(ForeignCaches caches,
					ObjectProvider<CacheMeterBinderProvider<?>> providers) {
				return new GuardedCacheMeters(caches, providers);
			}

		}

	}

	/**
	 * The endpoint, which shows nothing if no evictions are exchanged.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
	@ConditionalOnAvailableEndpoint(CoherenceEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		CoherenceEndpoint perfStarterCoherenceEndpoint(ObjectProvider<FanOut> fanOut, ObjectProvider<LogFanOut> log,
				ObjectProvider<ForgottenEvictions> detector) {
			return new CoherenceEndpoint(fanOut, log, detector);
		}

	}

	/**
	 * Matches if the application does not configure the cache manager of Spring Boot.
	 */
	static class OnNoBootCachesCondition extends SpringBootCondition implements ConfigurationCondition {

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionMessage.Builder message = ConditionMessage.forCondition("No caches of Spring Boot");
			List<String> settings = new BootCaches(Objects.requireNonNull(context.getBeanFactory()),
					context.getEnvironment())
				.settings();
			return settings.isEmpty() ? ConditionOutcome.match(message.because("nothing configures them"))
					: ConditionOutcome.noMatch(message.foundExactly(settings));
		}

	}

	/**
	 * The daemon thread of the audit and of the search for forgotten evictions. It starts
	 * with the first task. {@link CacheAudit} limits its own waiting tasks.
	 */
	record AuditThread(ScheduledExecutorService executor) implements AutoCloseable {

		@Override
		public void close() {
			this.executor.shutdownNow();
		}

	}

	/**
	 * Wraps the cache managers of the application. Runs last, so that no other proxy is
	 * placed around a guarded cache.
	 */
	record ForeignCachesPostProcessor(ObjectProvider<ForeignCaches> caches) implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof CacheManager manager) ? this.caches.getObject().takeOver(beanName, manager) : bean;
		}

	}

	/**
	 * Publishes the meters of the store behind a guarded cache of the application. A hit
	 * that the guard rejects counts as a hit.
	 */
	record GuardedCacheMeters(ForeignCaches caches,
			ObjectProvider<CacheMeterBinderProvider<?>> providers) implements CacheMeterBinderProvider<Cache> {

		@Override
		public @Nullable MeterBinder getMeterBinder(Cache cache, Iterable<Tag> tags) {
			Cache store = this.caches.storeBehind(cache);
			if (store == null) {
				return null;
			}
			List<CacheMeterBinderProvider<?>> others = this.providers.orderedStream()
				.<CacheMeterBinderProvider<?>>filter((provider) -> provider != this)
				.toList();
			Tag[] all = StreamSupport.stream(tags.spliterator(), false).toArray(Tag[]::new);
			return (registry) -> new CacheMetricsRegistrar(registry, others).bindCacheToRegistry(store, all);
		}

	}

	/**
	 * Records the begin of each request, because open-in-view may read entities from then
	 * on.
	 */
	record RequestBeginFilter(CacheGuard guard) implements Filter {

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			if (request.getAttribute(CurrentRequest.BEGIN) == null) {
				request.setAttribute(CurrentRequest.BEGIN, this.guard.requestBegins());
			}
			try {
				chain.doFilter(request, response);
			}
			finally {
				this.guard.requestEnds();
			}
		}

	}

}
