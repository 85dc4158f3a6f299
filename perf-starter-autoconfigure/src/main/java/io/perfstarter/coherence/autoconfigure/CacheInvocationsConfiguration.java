package io.perfstarter.coherence.autoconfigure;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

import javax.cache.annotation.CacheMethodDetails;
import javax.cache.annotation.CacheResolverFactory;
import javax.cache.annotation.CacheResult;

import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.CacheInvocationPostProcessor;
import io.perfstarter.coherence.guard.CacheInvocations;
import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.coherence.guard.ForgottenEvictions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.BasicOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.jcache.interceptor.DefaultJCacheOperationSource;
import org.springframework.cache.jcache.interceptor.JCacheOperation;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.function.SingletonSupplier;

/**
 * Gives each invocation of a cached method its own view of the managed caches.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnManagedCachesCondition.class)
class CacheInvocationsConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ChangingMethods perfStarterChangingMethods(BeanFactory beanFactory) {
		return new ChangingMethods(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CacheInvocationPostProcessor perfStarterCacheInvocationPostProcessor(ObjectProvider<ForeignCaches> caches,
			ObjectProvider<ForgottenEvictions> detector, ObjectProvider<CacheChanges> changes, ChangingMethods changing,
			BeanFactory beanFactory) {
		return new CacheInvocationPostProcessor(invocations(caches, detector, changes), changing, beanFactory);
	}

	private static CacheInvocations invocations(ObjectProvider<ForeignCaches> caches,
			ObjectProvider<ForgottenEvictions> detector, ObjectProvider<CacheChanges> changes) {
		Supplier<Optional<ForgottenEvictions>> anyDetector = SingletonSupplier
			.of(() -> Optional.ofNullable(detector.getIfAvailable()));
		return new CacheInvocations(CacheInvocationsConfiguration::undeferred,
				(cache, operation) -> caches.getObject().reportUnguarded(cache, operation),
				() -> anyDetector.get().orElse(null), changes::getIfAvailable);
	}

	/**
	 * Returns the cache behind a decorator that defers changes, because a guarded cache
	 * itself binds changes to the transaction.
	 */
	private static Cache undeferred(Cache cache) {
		return (cache instanceof TransactionAwareCacheDecorator decorator) ? decorator.getTargetCache() : cache;
	}

	/**
	 * Gives each invocation its own view of the caches for the annotations of JCache,
	 * too.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ CacheResult.class, DefaultJCacheOperationSource.class })
	static class JCacheConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static JCachePostProcessor perfStarterJCacheInvocationPostProcessor(ObjectProvider<ForeignCaches> caches,
				ObjectProvider<ForgottenEvictions> detector, ObjectProvider<CacheChanges> changes,
				BeanFactory beanFactory) {
			return new JCachePostProcessor(invocations(caches, detector, changes), beanFactory);
		}

	}

	/**
	 * Replaces Spring's source of JCache operations by one with views of the caches.
	 */
	record JCachePostProcessor(CacheInvocations invocations,
			BeanFactory beanFactory) implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			return (bean.getClass() == DefaultJCacheOperationSource.class)
					? new JCacheOperations(this.invocations, (DefaultJCacheOperationSource) bean, this.beanFactory)
					: bean;
		}

	}

	/**
	 * A source of JCache operations that gives {@code @CacheResult} views of caches.
	 * Other operations need none: they resolve their caches only when they use them.
	 */
	private static final class JCacheOperations extends DefaultJCacheOperationSource {

		private final CacheInvocations invocations;

		JCacheOperations(CacheInvocations invocations, DefaultJCacheOperationSource original, BeanFactory beanFactory) {
			super(original::getCacheManager, original::getCacheResolver, original::getExceptionCacheResolver,
					original::getKeyGenerator);
			this.invocations = invocations;
			setBeanFactory(beanFactory);
		}

		@Override
		protected CacheResolver getCacheResolver(@Nullable CacheResolverFactory factory,
				CacheMethodDetails<?> details) {
			return views(super.getCacheResolver(factory, details));
		}

		@Override
		protected CacheResolver getExceptionCacheResolver(@Nullable CacheResolverFactory factory,
				CacheMethodDetails<CacheResult> details) {
			return views(super.getExceptionCacheResolver(factory, details));
		}

		private CacheResolver views(CacheResolver resolver) {
			return (context) -> {
				Collection<? extends Cache> caches = resolver.resolveCaches(context);
				return isResult(context.getOperation()) ? this.invocations.loading(caches) : caches;
			};
		}

		private static boolean isResult(BasicOperation operation) {
			return operation instanceof JCacheOperation<?> jcache && jcache.getCacheAnnotation() instanceof CacheResult;
		}

	}

}
