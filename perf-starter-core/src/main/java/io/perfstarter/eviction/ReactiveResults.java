package io.perfstarter.eviction;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Evicts when a reactive result ends, unless Spring does, which evicts only after a
 * success. Needs Reactor.
 */
final class ReactiveResults {

	private ReactiveResults() {
	}

	/**
	 * Returns the result with an eviction at the end of each subscription, and again at
	 * the end of the transaction within which it is subscribed to.
	 * @param result the result of a method
	 * @param declared the result type of the method
	 * @param successToo whether to evict also after a success
	 * @param eviction evicts; must not throw
	 * @param pending makes the change pending, and returns what ends it
	 * @return the same result unless it is a {@code Mono} or {@code Flux}, and not
	 * declared as a class of its own
	 */
	static Object evicting(Object result, Class<?> declared, boolean successToo, Runnable eviction,
			Supplier<Runnable> pending) {
		if (declared.isAssignableFrom(Mono.class) && result instanceof Mono<?> mono) {
			Mono<?> evicting = successToo ? mono.doOnTerminate(eviction) : mono.doOnError((failure) -> eviction.run());
			return join(eviction, pending).then(evicting.doFinally((end) -> evictIfCancelled(end, eviction)));
		}
		if (declared.isAssignableFrom(Flux.class) && result instanceof Flux<?> flux) {
			Flux<?> evicting = successToo ? flux.doOnTerminate(eviction) : flux.doOnError((failure) -> eviction.run());
			return join(eviction, pending).thenMany(evicting.doFinally((end) -> evictIfCancelled(end, eviction)));
		}
		return result;
	}

	private static Mono<?> join(Runnable eviction, Supplier<Runnable> pending) {
		return TransactionSynchronizationManager.forCurrentTransaction()
			.filter(TransactionSynchronizationManager::isSynchronizationActive)
			.doOnNext((transaction) -> transaction.registerSynchronization(new EvictionAtEnd(eviction, pending)))
			.onErrorComplete(NoTransactionException.class);
	}

	private static void evictIfCancelled(SignalType end, Runnable eviction) {
		if (end == SignalType.CANCEL) {
			eviction.run();
		}
	}

	/**
	 * Evicts at the end of a reactive transaction, unless it was rolled back. The change
	 * is pending from the begin of the commit.
	 */
	private static final class EvictionAtEnd implements TransactionSynchronization {

		private final Runnable eviction;

		private final Supplier<Runnable> pending;

		private @Nullable Runnable endOfChange;

		EvictionAtEnd(Runnable eviction, Supplier<Runnable> pending) {
			this.eviction = eviction;
			this.pending = pending;
		}

		@Override
		public Mono<Void> beforeCommit(boolean readOnly) {
			return Mono.fromRunnable(() -> this.endOfChange = this.pending.get());
		}

		@Override
		public Mono<Void> afterCompletion(int status) {
			return Mono.fromRunnable(() -> {
				if (status != STATUS_ROLLED_BACK) {
					this.eviction.run();
				}
				if (this.endOfChange != null) {
					this.endOfChange.run();
				}
			});
		}

	}

}
