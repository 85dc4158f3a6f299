package io.perfstarter.routing.connection;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.support.LogOnce;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Logs that a method that may write has joined the read-only transaction of another
 * method, once for each pair. Runs inside the transaction advice. Thread-safe.
 */
public final class JoinCheckInterceptor implements MethodInterceptor {

	private static final Log logger = LogFactory.getLog(JoinCheckInterceptor.class);

	private final Supplier<Counter> joins;

	private final LogOnce once = new LogOnce();

	/**
	 * Creates the advice.
	 * @param registry supplies the registry for the counter
	 */
	public JoinCheckInterceptor(Supplier<MeterRegistry> registry) {
		this.joins = SingletonSupplier.of(() -> Counter.builder("perf.starter.routing.joins")
			.description("Calls of methods that may write but joined a read-only transaction")
			.baseUnit("calls")
			.register(registry.get()));
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		if (ActiveTransaction.isReadOnly() && MethodTransaction.mayWrite()) {
			found(ActiveTransaction.name(), invocation);
		}
		return invocation.proceed();
	}

	private void found(String outer, MethodInvocation invocation) {
		this.joins.get().increment();
		if (this.once.isFirst(List.of(outer, invocation.getMethod()))) {
			logger.warn(("%s may write, but joins a transaction that is readOnly = true (%s): its writes "
					+ "are rejected or lost. Remove readOnly from the outer method, or give the inner one REQUIRES_NEW if it writes, readOnly if it only reads")
				.formatted(name(invocation), outer));
		}
	}

	/**
	 * Returns the method name with the type that the caller sees, such as the interface
	 * of a repository.
	 */
	private static String name(MethodInvocation invocation) {
		Method method = invocation.getMethod();
		Class<?> type = method.getDeclaringClass();
		if (invocation instanceof ProxyMethodInvocation call) {
			type = (AopUtils.isJdkDynamicProxy(call.getProxy()))
					? AopProxyUtils.proxiedUserInterfaces(call.getProxy())[0]
					: AopProxyUtils.ultimateTargetClass(call.getProxy());
		}
		return ClassUtils.getShortName(type) + "." + method.getName() + "()";
	}

	/**
	 * The transactional method that is advised. Spring's public accessor throws if there
	 * is none; its protected accessor does not.
	 */
	private abstract static class MethodTransaction extends TransactionAspectSupport {

		static boolean mayWrite() {
			TransactionInfo method = currentTransactionInfo();
			TransactionAttribute attribute = (method != null) ? method.getTransactionAttribute() : null;
			return attribute != null && !attribute.isReadOnly();
		}

	}

}
