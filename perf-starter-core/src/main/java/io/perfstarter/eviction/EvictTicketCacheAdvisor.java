package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.support.Annotatable;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;

/**
 * Advises methods annotated with {@link EvictTicketCache}, {@code @CacheEvict} or
 * {@code @CachePut} to evict at their commits and at their end.
 */
final class EvictTicketCacheAdvisor extends StaticMethodMatcherPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient Supplier<@Nullable ChangingMethods> changing;

	EvictTicketCacheAdvisor(EvictTicketCacheInterceptor advice, Supplier<@Nullable ChangingMethods> changing) {
		super(advice);
		this.changing = changing;
		setClassFilter(Annotatable::test);
		setOrder(EvictionOrder.ADVICE);
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		ChangingMethods changing = this.changing.get();
		boolean changes = changing != null && changing.isChanging(method, targetClass);
		return changes || !EvictionOperation.of(method, targetClass).isEmpty();
	}

}
