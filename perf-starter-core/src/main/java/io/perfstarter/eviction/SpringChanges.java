package io.perfstarter.eviction;

import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.perfstarter.coherence.guard.ChangingCall;
import io.perfstarter.coherence.guard.ChangingMethods;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

/**
 * The changes of one call that Spring's annotations describe, which Spring carries out
 * when the method has returned: here, inside of the transaction, or outside.
 */
final class SpringChanges {

	private final ChangingMethods changing;

	private final @Nullable ChangingCall call;

	private boolean inside;

	private boolean returned;

	private @Nullable Object result;

	SpringChanges(ChangingMethods changing, MethodInvocation invocation, Object target) {
		this.changing = changing;
		this.call = changing.begin(invocation);
		// The class by which Spring's interceptor finds the operations.
		this.inside = this.call != null
				&& changing.isInside(invocation.getMethod(), AopProxyUtils.ultimateTargetClass(target));
	}

	/**
	 * Returns whether Spring has carried out the changes when {@link #run} has returned.
	 */
	boolean areCarriedOut() {
		return this.inside;
	}

	/**
	 * Returns the call that ends when Spring has carried out the changes.
	 * @return the call, {@code null} if nobody tells
	 */
	@Nullable ChangingCall call() {
		return this.call;
	}

	/**
	 * Runs the method. An exception of an expression must not roll back the transaction,
	 * so Spring evaluates it again, outside.
	 * @param evicting receives the result of the method before Spring does, and replaces
	 * it
	 */
	@Nullable Object run(MethodInvocation invocation, UnaryOperator<@Nullable Object> evicting) throws Throwable {
		if (!this.inside) {
			return evicting.apply(invocation.proceed());
		}
		try {
			return this.changing.carryOut(() -> {
				this.result = evicting.apply(proceed(invocation));
				this.returned = true;
				return this.result;
			}, invocation);
		}
		catch (ThrowableWrapper ex) {
			throw ex.getOriginal();
		}
		catch (RuntimeException | Error ex) {
			if (!this.returned || this.call == null || this.result instanceof CompletionStage) {
				throw ex;
			}
			this.inside = false;
			this.call.leaveOutside();
			return this.result;
		}
	}

	private static @Nullable Object proceed(MethodInvocation invocation) {
		try {
			return invocation.proceed();
		}
		catch (Throwable ex) {
			throw new ThrowableWrapper(ex);
		}
	}

}
