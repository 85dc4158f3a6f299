package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.perfstarter.coherence.guard.ChangingMethods;
import io.perfstarter.support.Annotatable;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Advises methods annotated with {@link EvictTicketCache}, {@code @CacheEvict} or
 * {@code @CachePut} to evict at their commits and at their end.
 */
final class EvictTicketCacheAdvisor extends AbstractPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient Pointcut pointcut = new AnnotatedMethodPointcut();

	private final transient Advice advice;

	private final transient Supplier<@Nullable ChangingMethods> changing;

	EvictTicketCacheAdvisor(Supplier<AnnotationEvictions> evictions, Supplier<@Nullable ChangingMethods> changing) {
		this.changing = changing;
		this.advice = new EvictTicketCacheInterceptor(evictions);
		setOrder(EvictionOrder.ADVICE);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	/**
	 * Matches annotated methods.
	 */
	private final class AnnotatedMethodPointcut extends StaticMethodMatcherPointcut {

		AnnotatedMethodPointcut() {
			setClassFilter(Annotatable::test);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			ChangingMethods changing = EvictTicketCacheAdvisor.this.changing.get();
			boolean changes = changing != null && changing.isChanging(method, targetClass);
			return changes || !EvictionOperations.of(method, targetClass).isEmpty();
		}

	}

	/**
	 * Runs the method and evicts afterwards.
	 */
	static final class EvictTicketCacheInterceptor implements MethodInterceptor {

		private final Supplier<AnnotationEvictions> evictions;

		EvictTicketCacheInterceptor(Supplier<AnnotationEvictions> evictions) {
			this.evictions = evictions;
		}

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			Object target = invocation.getThis();
			if (target == null) {
				return invocation.proceed();
			}
			Method method = invocation.getMethod();
			Class<?> targetClass = AopUtils.getTargetClass(target);
			return this.evictions.get()
				.run(invocation, new EvictionCall(method, invocation.getArguments(), target, targetClass));
		}

	}

}
