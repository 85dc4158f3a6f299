package io.perfstarter.routing.connection;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;

import io.perfstarter.jdbc.TransactionNames;
import io.perfstarter.routing.PrimaryRead;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Tracks the {@link PrimaryRead} methods that run on the current thread or that have
 * submitted its current task.
 */
public final class PrimaryReads {

	private static final Log logger = LogFactory.getLog(PrimaryReads.class);

	private static final ThreadLocal<@Nullable Call> innermost = new ThreadLocal<>();

	private PrimaryReads() {
	}

	/**
	 * Returns whether reads of the current thread must use the primary.
	 * @return whether a {@link PrimaryRead} method is running
	 */
	public static boolean isActive() {
		return innermost.get() != null;
	}

	/**
	 * Returns the innermost running call, {@code null} if there is none.
	 */
	static @Nullable Call current() {
		return innermost.get();
	}

	/**
	 * Logs, once for each method, that a {@link PrimaryRead} method reads from a replica.
	 * Called for each statement on a replica; does nothing outside such a method.
	 * @param replica the name of the replica
	 */
	public static void executedOn(String replica) {
		Call call = innermost.get();
		if (call != null && call.isFirst()) {
			logger.warn(
					("%s is annotated with @PrimaryRead but reads from replica '%s', because its transaction uses it already (%s). "
							+ "Annotate the method that begins the transaction, or start a new one with REQUIRES_NEW")
						.formatted(call, replica, TransactionNames
							.shortened(TransactionSynchronizationManager.getCurrentTransactionName())));
		}
	}

	/**
	 * Enters a method.
	 * @param method the method
	 * @param once decides which methods are logged
	 * @return the enclosing call, to be passed to {@link #end}
	 */
	static @Nullable Call begin(Method method, LogOnce once) {
		Call outer = innermost.get();
		innermost.set(new Call(method, once));
		return outer;
	}

	/**
	 * Runs a task whose reads must use the primary, as in a {@link PrimaryRead} method.
	 */
	public static <T extends @Nullable Object> T call(Callable<T> task) throws Exception {
		Call outer = innermost.get();
		innermost.set(new Call(null, null));
		try {
			return task.call();
		}
		finally {
			end(outer);
		}
	}

	static void end(@Nullable Call outer) {
		if (outer != null) {
			innermost.set(outer);
		}
		else {
			innermost.remove();
		}
	}

	/**
	 * A running call of a {@link PrimaryRead} method.
	 *
	 * @param method the method, {@code null} for another task
	 * @param once decides which methods are logged, {@code null} for another task
	 */
	record Call(@Nullable Method method, @Nullable LogOnce once) {

		boolean isFirst() {
			return this.method != null && this.once != null && this.once.isFirst(this.method);
		}

		@Override
		public String toString() {
			return (this.method == null) ? "A task"
					: ClassUtils.getShortName(this.method.getDeclaringClass()) + "." + this.method.getName() + "()";
		}

	}

}
