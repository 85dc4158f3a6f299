package io.perfstarter.coherence.guard;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Replaces Spring's interceptor for cached methods by an interceptor with
 * {@link CacheInvocations}.
 *
 * <p>
 * For other aspects, wraps the default cache resolver, which exists only after all
 * singletons are created. Runs before the auto-proxy creator, which creates the
 * interceptor.
 */
public final class CacheInvocationPostProcessor
		implements BeanPostProcessor, PriorityOrdered, SmartInitializingSingleton {

	private final CacheInvocations invocations;

	private final ChangingMethods changing;

	private final BeanFactory beanFactory;

	private final Queue<CacheAspectSupport> others = new ConcurrentLinkedQueue<>();

	/**
	 * Creates the post-processor.
	 * @param invocations the views
	 * @param changing learns that Spring's interceptor is replaced
	 * @param beanFactory the factory of the interceptor
	 */
	public CacheInvocationPostProcessor(CacheInvocations invocations, ChangingMethods changing,
			BeanFactory beanFactory) {
		this.changing = changing;
		this.invocations = invocations;
		this.beanFactory = beanFactory;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean.getClass() == CacheInterceptor.class) {
			this.changing.told();
			return new SpringCacheInterceptor(this.invocations, (CacheInterceptor) bean, this.beanFactory);
		}
		if (bean instanceof CacheAspectSupport aspect) {
			this.others.add(aspect);
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		for (CacheAspectSupport aspect = this.others.poll(); aspect != null; aspect = this.others.poll()) {
			aspect.afterSingletonsInstantiated();
			CacheResolver resolver = aspect.getCacheResolver();
			if (resolver != null) {
				aspect.setCacheResolver(this.invocations.resolver(resolver));
			}
		}
	}

}
