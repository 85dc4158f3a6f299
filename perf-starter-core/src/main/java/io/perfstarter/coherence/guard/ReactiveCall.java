package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.KotlinDetector;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * A call of a cached method whose result may be subscribed to within a reactive
 * transaction, of which nothing tells when it began or whether it will commit.
 * Thread-safe.
 */
final class ReactiveCall {

	private static final boolean PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveCall.class.getClassLoader());

	private volatile boolean inTransaction;

	/**
	 * Returns whether calls of a method may have a reactive result.
	 */
	static boolean isPossible(Method method) {
		return PRESENT && (Reactor.isReactive(method.getReturnType()) || KotlinDetector.isSuspendingFunction(method));
	}

	/**
	 * Returns whether a result of the call was subscribed to within a transaction, so
	 * that its value may be uncommitted.
	 */
	boolean isInTransaction() {
		return this.inTransaction;
	}

	/**
	 * Returns the result of the method, which looks for a transaction when it is
	 * subscribed to.
	 */
	@Nullable Object looking(@Nullable Object result) {
		return Reactor.looking(result, this);
	}

	/**
	 * A separate class, because Reactor is optional.
	 */
	private static final class Reactor {

		private Reactor() {
		}

		static boolean isReactive(Class<?> type) {
			return Publisher.class.isAssignableFrom(type);
		}

		static @Nullable Object looking(@Nullable Object result, ReactiveCall call) {
			if (result instanceof Mono<?> mono) {
				return look(call).then(mono);
			}
			return (result instanceof Flux<?> flux) ? look(call).thenMany(flux) : result;
		}

		private static Mono<?> look(ReactiveCall call) {
			return TransactionSynchronizationManager.forCurrentTransaction()
				.doOnNext((transaction) -> call.inTransaction |= transaction.isActualTransactionActive())
				.onErrorComplete(NoTransactionException.class);
		}

	}

}
