package io.perfstarter.eviction;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.TrackedCall;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * One call of an annotated method. Evicts at each commit within the call, and at its end
 * if it may have committed a change, however the method ends.
 */
final class AnnotatedCall {

	private static final Log logger = LogFactory.getLog(AnnotatedCall.class);

	private static final boolean REACTOR_PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			AnnotatedCall.class.getClassLoader());

	private static final Runnable NOTHING = () -> {
	};

	private final CallOperations operations;

	private final EvictionCall call;

	private final AnnotationEvictions expressions;

	private final CommitBoundEvictions evictions;

	private final TrackedCall tracked;

	private final CallCommits commits;

	AnnotatedCall(CallOperations operations, EvictionCall call, AnnotationEvictions expressions,
			CommitBoundEvictions evictions) {
		this.operations = operations;
		this.call = call;
		this.expressions = expressions;
		this.evictions = evictions;
		List<String> caches = operations.cacheNames();
		boolean elsewhere = CompletionStage.class.isAssignableFrom(call.method().getReturnType());
		this.commits = new CallCommits(evictions, caches, () -> evaluate(CallState.RUNNING, null),
				() -> expressions.unknownWhileRunning(operations), evictions.pendingUnobserved(elsewhere, caches));
		this.tracked = evictions.track(this.commits);
	}

	void threw() {
		end(false, null);
	}

	@Nullable Object returned(@Nullable Object result) {
		if (!(result instanceof CompletionStage<?> stage)) {
			end(true, result);
			return (REACTOR_PRESENT && result != null) ? evicting(result) : result;
		}
		CompletionStage<?> evicted = evictAfter(stage);
		return (this.call.method().getReturnType().isInstance(evicted)) ? evicted : stage;
	}

	private Object evicting(Object result) {
		return ReactiveResults.evicting(result, this.call.method().getReturnType(), !this.operations.isSpringEnough(),
				() -> guard(() -> this.evictions.evictNow(evaluate(CallState.FAILED, null))),
				() -> this.evictions.pending(this.operations.cacheNames()));
	}

	private void end(boolean succeeded, @Nullable Object result) {
		this.tracked.leaveThread();
		Supplier<List<Eviction>> evaluation = SingletonSupplier
			.of(() -> evaluate(CallState.ended(succeeded && hasValue(result)), result));
		if (succeeded && isLeftToSpring(result)) {
			guard(() -> this.tracked.close(() -> this.evictions.evictNow(evaluation.get())));
		}
		else {
			guard(() -> this.evictions.evict(this.tracked, succeeded, evaluation));
		}
		this.commits.end();
	}

	/**
	 * Returns whether Spring's advice evicts everything after a successful call, and
	 * nothing commits or is pending between both; or puts the new value, which another
	 * eviction would remove; or waits for the end of a reactive result.
	 */
	private boolean isLeftToSpring(@Nullable Object result) {
		return this.operations.isSpringEnough() && !this.evictions.isInTransaction()
				&& (this.operations.puts() || !this.commits.isPending() || isReactive(result));
	}

	/**
	 * Returns whether the value of the result is known when the method returns; that of a
	 * reactive one is not, which only Spring's annotations allow.
	 */
	private boolean hasValue(@Nullable Object result) {
		return this.operations.spring().isEmpty() || !isReactive(result);
	}

	private static boolean isReactive(@Nullable Object result) {
		return result != null
				&& ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass(), result) != null;
	}

	/**
	 * Logs a failure of the eviction and hides it from the caller.
	 */
	private void guard(Runnable eviction) {
		try {
			eviction.run();
		}
		catch (Throwable ex) {
			this.tracked.close(NOTHING);
			logger.error("The annotations on " + this.call + " could not evict", ex);
		}
	}

	/**
	 * Evicts when the stage completes, and again when the transactions of the calling
	 * thread complete.
	 * @return a stage that completes after the eviction; within a transaction the given
	 * stage, because a caller may wait for it before the commit
	 */
	private CompletionStage<?> evictAfter(CompletionStage<?> stage) {
		this.tracked.leaveThread();
		AtomicBoolean evictedAtEnd = new AtomicBoolean();
		boolean inTransaction = this.evictions.afterTransactions(this.tracked, (committed, changed) -> {
			boolean ended = stage instanceof CompletableFuture<?> future && future.isDone();
			if (committed && changed && !ended) {
				// The stage may run on for long.
				guard(() -> this.evictions.evictNow(evaluate(CallState.RUNNING, null)));
			}
			stage.whenComplete((result, failure) -> {
				// Another thread may complete the stage and not have evicted yet.
				boolean late = !evictedAtEnd.get() && this.tracked.mayHaveCommitted();
				if (late || committed && (changed || failure == null)) {
					guard(() -> this.evictions.evictNow(evaluate(CallState.ended(failure == null), result)));
				}
				this.commits.end();
			});
		});
		if (inTransaction) {
			guard(() -> this.evictions.discard(evaluate(CallState.RUNNING, null)));
		}
		boolean leftToSpring = !inTransaction && this.operations.isSpringEnough() && this.operations.puts();
		CompletionStage<?> evicted = stage.whenComplete((result, failure) -> {
			Supplier<List<Eviction>> evaluation = SingletonSupplier
				.of(() -> evaluate(CallState.ended(failure == null), result));
			if (failure == null && leftToSpring) {
				guard(() -> this.tracked.close(() -> this.evictions.evictNow(evaluation.get())));
			}
			else {
				guard(() -> this.evictions.evict(this.tracked, failure == null && !inTransaction, !inTransaction,
						evaluation));
			}
			evictedAtEnd.set(true);
			if (!inTransaction) {
				this.commits.end();
			}
		});
		return (inTransaction) ? stage : handedOut(stage, evicted);
	}

	/**
	 * Returns a separate stage, because a stage that the caller completes itself would
	 * skip the eviction. Cancelling it cancels the stage of the method.
	 */
	private static CompletionStage<?> handedOut(CompletionStage<?> stage, CompletionStage<?> evicted) {
		CompletionStage<?> handedOut = evicted.whenComplete((result, failure) -> {
		});
		handedOut.whenComplete((result, failure) -> {
			if (failure instanceof CancellationException && stage instanceof CompletableFuture<?> future) {
				future.cancel(true);
			}
		});
		return handedOut;
	}

	private List<Eviction> evaluate(CallState state, @Nullable Object result) {
		return this.expressions.evaluate(this.operations, this.call, state, result);
	}

}
