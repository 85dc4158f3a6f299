package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.perfstarter.support.ApplicationCode;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.util.function.SingletonSupplier;

/**
 * Advises methods annotated with {@link EvictTicketCache}, {@code @CacheEvict} or
 * {@code @CachePut} to evict at their commits and at their end.
 */
final class EvictTicketCacheAdvisor extends AbstractPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient SingletonSupplier<SpringOperations> springOperations = SingletonSupplier
		.of(SpringOperations::new);

	private final transient Pointcut pointcut = new AnnotatedMethodPointcut();

	private final transient Advice advice;

	private final transient BooleanSupplier springCaching;

	EvictTicketCacheAdvisor(Supplier<AnnotationEvictions> evictions, BooleanSupplier springCaching) {
		this.springCaching = springCaching;
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
			setClassFilter(ApplicationCode::canBeAnnotated);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return !EvictionOperations.of(method, targetClass).isEmpty()
					|| EvictTicketCacheAdvisor.this.springCaching.getAsBoolean()
							&& EvictTicketCacheAdvisor.this.springOperations.obtain().changes(method, targetClass);
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
			AnnotatedCall call = this.evictions.get()
				.begin(new EvictionCall(method, invocation.getArguments(), target, targetClass));
			if (call == null) {
				return invocation.proceed();
			}
			Object result;
			try {
				result = invocation.proceed();
			}
			catch (Throwable ex) {
				call.threw();
				throw ex;
			}
			return call.returned(result);
		}

	}

}
