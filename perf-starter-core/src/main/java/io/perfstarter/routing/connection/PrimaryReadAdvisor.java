package io.perfstarter.routing.connection;

import io.perfstarter.routing.PrimaryRead;
import io.perfstarter.support.Annotatable;
import io.perfstarter.support.LogOnce;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.core.Ordered;

/**
 * Advises methods annotated with {@link PrimaryRead}: marks the current thread while they
 * run.
 */
public final class PrimaryReadAdvisor extends DefaultPointcutAdvisor {

	/**
	 * Order of the {@link PrimaryRead} advice: outside the transaction advice, because
	 * some {@code DataSource} wrappers fetch the connection when the transaction begins.
	 */
	public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1;

	private static final long serialVersionUID = 1L;

	public PrimaryReadAdvisor() {
		super(pointcut(), new PrimaryReadInterceptor());
		setOrder(ORDER);
	}

	private static Pointcut pointcut() {
		return new ComposablePointcut(Annotatable::test).intersection(
				(Pointcut) new ComposablePointcut((Pointcut) new AnnotationMatchingPointcut(PrimaryRead.class, true))
					.union((Pointcut) new AnnotationMatchingPointcut(null, PrimaryRead.class, true)));
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
