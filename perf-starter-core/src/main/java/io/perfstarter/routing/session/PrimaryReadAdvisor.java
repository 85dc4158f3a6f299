package io.perfstarter.routing.session;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import io.perfstarter.routing.PrimaryRead;
import io.perfstarter.support.Annotatable;
import io.perfstarter.support.LogOnce;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Advises methods annotated with {@link PrimaryRead}: marks the current thread while they
 * run.
 */
public final class PrimaryReadAdvisor extends AbstractPointcutAdvisor {

	/**
	 * Order of the {@link PrimaryRead} advice: outside the transaction advice, because
	 * some {@code DataSource} wrappers fetch the connection when the transaction begins.
	 */
	public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1;

	private static final long serialVersionUID = 1L;

	private final transient Pointcut pointcut = new AnnotatedMethodPointcut();

	private final transient Advice advice = new PrimaryReadInterceptor();

	public PrimaryReadAdvisor() {
		setOrder(ORDER);
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
	 * Matches annotated methods and the public methods of annotated types.
	 */
	private static final class AnnotatedMethodPointcut extends StaticMethodMatcherPointcut {

		AnnotatedMethodPointcut() {
			setClassFilter(Annotatable::test);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			if (method.getDeclaringClass() == Object.class) {
				return false;
			}
			Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
			return isAnnotated(specific) || (isPublicOfInstance(specific) && isAnnotated(targetClass));
		}

		private static boolean isAnnotated(AnnotatedElement element) {
			return AnnotatedElementUtils.hasAnnotation(element, PrimaryRead.class);
		}

		private static boolean isPublicOfInstance(Method method) {
			return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
					&& ClassUtils.isUserLevelMethod(method);
		}

	}

	/**
	 * Marks the current thread while the method runs.
	 */
	static final class PrimaryReadInterceptor implements MethodInterceptor {

		private final LogOnce once = new LogOnce();

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			PrimaryReads.Call outer = PrimaryReads.begin(invocation.getMethod(), this.once);
			try {
				return invocation.proceed();
			}
			finally {
				PrimaryReads.end(outer);
			}
		}

	}

}
