package io.perfstarter.routing;

import java.lang.reflect.Method;

import io.perfstarter.jdbc.Once;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * The {@link PrimaryRead} methods that the current thread is in.
 */
final class PrimaryReads {

	private static final Log logger = LogFactory.getLog(PrimaryReads.class);

	private static final ThreadLocal<@Nullable Call> innermost = new ThreadLocal<>();

	private PrimaryReads() {
	}

	/**
	 * Whether reads of this thread go to the primary.
	 * @return whether such a method is being called
	 */
	static boolean isActive() {
		return innermost.get() != null;
	}

	/**
	 * Says once for each method that its reads go to a replica all the same. To be called
	 * when a statement is executed there; does nothing outside such methods.
	 * @param replica the name of the replica
	 */
	static void executedOn(String replica) {
		Call call = innermost.get();
		if (call != null && call.once().isFirst(call.method())) {
			logger.warn(("%s is @PrimaryRead but reads on replica '%s', where %s has read before it was called; "
					+ "annotate the method that begins the transaction, or give this one its own with REQUIRES_NEW")
				.formatted(call, replica, CurrentTransaction.name()));
		}
	}

	/**
	 * Begins a call.
	 * @param method what is called
	 * @param once what was said of such methods
	 * @return the call around this one, to end it with
	 */
	static @Nullable Call begin(Method method, Once once) {
		Call outer = innermost.get();
		innermost.set(new Call(method, once, outer));
		return outer;
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
	 * A call of such a method.
	 *
	 * @param method what is called
	 * @param once what was said of such methods
	 * @param outer the call around it
	 */
	record Call(Method method, Once once, @Nullable Call outer) {

		@Override
		public String toString() {
			return ClassUtils.getShortName(this.method.getDeclaringClass()) + "." + this.method.getName() + "()";
		}

	}

}
