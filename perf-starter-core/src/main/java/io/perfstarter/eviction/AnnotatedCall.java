package io.perfstarter.eviction;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.coherence.commit.TrackedCall;
import io.perfstarter.coherence.guard.ChangingCall;
import io.perfstarter.coherence.guard.ReactiveResults;
import io.perfstarter.coherence.protocol.Event;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * One call of an annotated method. Its caches are pending from a commit within the call
 * until the end of the call. A call that returns evicts what it has changed. If a call
 * throws after a commit, its changes are unknown, so its caches are doubted.
 */
final class AnnotatedCall {

	private static final Log logger = LogFactory.getLog(AnnotatedCall.class);

	private static final boolean REACTOR_PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			AnnotatedCall.class.getClassLoader());

	// Cached, because a type that is not reactive costs a search of all adapters.
	private static final ClassValue<Boolean> REACTIVE = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
		}

	};

	private final CallOperations operations;

	private final EvictionCall call;

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	private final TrackedCall tracked;

	private final CallCommits commits;

	// What the @EvictTicketCache annotations evict, null until it is evaluated.
	private volatile @Nullable List<Eviction> changes;

	AnnotatedCall(CallOperations operations, EvictionCall call, EvictionExpressions expressions,
			CommitBoundEvictions evictions) {
		this.operations = operations;
		this.call = call;
		this.expressions = expressions;
		this.evictions = evictions;
		List<String> caches = operations.cacheNames();
		boolean elsewhere = CompletionStage.class.isAssignableFrom(call.method().getReturnType());
		this.commits = new CallCommits(evictions, caches, evictions.pendingUnobserved(elsewhere, caches));
		this.tracked = evictions.track(this.commits);
	}

	@Nullable Object run(MethodInvocation invocation) throws Throwable {
		Object result;
		try {
			result = evict(invocation.proceed());
		}
		catch (Throwable ex) {
			this.tracked.leaveThread();
			close(this::doubt);
			guard(() -> this.evictions.doubt(this.tracked, this.operations.cacheNames(), this::doubt));
			this.commits.end();
			throw ex;
		}
		this.tracked.leaveThread();
		if (result instanceof CompletionStage<?> stage) {
			return endWith(stage, outside(invocation));
		}
		if (result != null && isReactive(result)) {
			// If Spring's interceptor is ours, it watches the end of its result itself.
			ChangingCall outside = ChangingCall.of(invocation);
			end(outside, true);
			return (outside != null && this.operations.own().isEmpty()) ? result
					: ReactiveResults.ending(result, () -> this.evictions.pending(this.operations.cacheNames()),
							() -> evictAgain(null, null), this::doubt);
		}
		end(outside(invocation), false);
		return result;
	}

	/**
	 * Evicts the changes of the method, which has returned.
	 * @return the result, which completes after the eviction
	 */
	private @Nullable Object evict(@Nullable Object result) {
		if (this.operations.own().isEmpty()) {
			return result;
		}
		if (result instanceof CompletionStage<?> stage) {
			return evictAfter(stage);
		}
		guard(() -> this.evictions.evictChanged(evaluated(result), this.tracked.hasOpenChanges()));
		return result;
	}

	/**
	 * Evicts when the stage completes. Evaluates the expressions on this thread if none
	 * of them needs the result.
	 * @return within a transaction the given stage, because a caller may wait for it
	 * before the commit
	 */
	private CompletionStage<?> evictAfter(CompletionStage<?> stage) {
		if (!this.expressions.needResult(this.operations.own())) {
			evaluated(null);
		}
		boolean inTransaction = this.evictions.isInTransaction();
		if (inTransaction) {
			guard(() -> this.evictions.discard((this.changes != null) ? this.changes : all()));
		}
		CompletionStage<?> evicted = stage.whenComplete((result, failure) -> {
			if (failure == null) {
				evaluated(result);
				if (!inTransaction || this.tracked.mayHaveCommitted()) {
					evictAgain();
				}
			}
		});
		CompletionStage<?> handedOut = (inTransaction) ? stage : handedOut(stage, evicted);
		return this.call.method().getReturnType().isInstance(handedOut) ? handedOut : stage;
	}

	/**
	 * Returns a separate stage, because the caller could skip the eviction by completing
	 * {@code evicted}. Cancelling the separate stage cancels the stage of the method.
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

	private void end(@Nullable ChangingCall outside, boolean reactive) {
		close(() -> changedLate(outside));
		if (isDoubtful()) {
			guard(() -> this.evictions.doubt(this.tracked, this.operations.cacheNames(), this::doubt));
		}
		if (outside != null && !reactive) {
			this.evictions.pendingFromCommit(this.commits);
		}
		endCommits(reactive ? null : outside, true);
	}

	/**
	 * Ends the call when the stage completes and the transactions of this thread have
	 * completed.
	 */
	private CompletionStage<?> endWith(CompletionStage<?> stage, @Nullable ChangingCall outside) {
		boolean complete = isComplete(stage);
		AtomicBoolean ended = new AtomicBoolean();
		boolean inTransaction = this.evictions.afterTransactions(this.tracked, (committed, changed) -> {
			if (committed && changed && !complete) {
				evictBeforeTheStage(stage);
			}
			stage.whenComplete((result, failure) -> {
				// Another thread may have completed the stage without having evicted yet.
				boolean late = !ended.get() && this.tracked.mayHaveCommitted();
				if (late || committed && (changed || failure == null)) {
					evictAgain(result, failure);
				}
				endCommits(outside, failure == null);
			});
		});
		stage.whenComplete((result, failure) -> {
			close((failure != null) ? this::doubt : () -> changedLate(outside));
			boolean committed = this.tracked.mayHaveCommitted() || !inTransaction && this.tracked.isUnobserved();
			if (committed && (failure != null || isDoubtful())) {
				doubt();
			}
			ended.set(true);
			if (!inTransaction) {
				endCommits(outside, failure == null);
			}
		});
		return stage;
	}

	/**
	 * Evicts at the commit of the caller. Entries that another thread evicted earlier may
	 * have been loaded again.
	 */
	private void evictBeforeTheStage(CompletionStage<?> stage) {
		if (!this.operations.spring().isEmpty() || this.changes == null) {
			doubt();
		}
		else if (!isComplete(stage)) {
			evictAgain();
		}
	}

	private static boolean isComplete(CompletionStage<?> stage) {
		return stage instanceof CompletableFuture<?> future && future.isDone();
	}

	private void evictAgain(@Nullable Object result, @Nullable Throwable failure) {
		if (failure != null || isDoubtful()) {
			doubt();
		}
		if (failure == null) {
			evaluated(result);
			evictAgain();
		}
	}

	/**
	 * Returns whether caches may be stale although the call has returned: Spring has
	 * evicted before the method, or evicts later at an unknown time.
	 */
	private boolean isDoubtful() {
		return !this.operations.spring().isEmpty() && (this.operations.evictsBefore() || !this.operations.isTold());
	}

	/**
	 * Returns the call around this one, which ends when Spring has changed the caches.
	 */
	private @Nullable ChangingCall outside(MethodInvocation invocation) {
		return (!this.operations.spring().isEmpty() && this.operations.isTold()
				&& invocation instanceof ProxyMethodInvocation proxied) ? ChangingCall.begin(proxied) : null;
	}

	/**
	 * Returns whether Spring changes the caches only when the result ends. The call of
	 * the method may itself come from a subscription.
	 */
	private static boolean isReactive(Object result) {
		return REACTOR_PRESENT && REACTIVE.get(result.getClass());
	}

	/**
	 * Ends what is pending, as soon as Spring has changed the caches. If Spring fails,
	 * nobody knows what the method has changed.
	 */
	private void endCommits(@Nullable ChangingCall outside, boolean succeeded) {
		if (outside != null) {
			outside.atEnd((failed) -> {
				if (failed && succeeded) {
					doubtCommitted();
				}
				this.commits.end();
			});
		}
		else {
			this.commits.end();
		}
	}

	/**
	 * Ends the tracking of the call. A commit during this method counts as a late commit.
	 */
	private void close(Runnable lateCommit) {
		boolean known = this.tracked.mayHaveCommitted();
		this.tracked.close(lateCommit);
		if (!known && this.tracked.mayHaveCommitted()) {
			lateCommit.run();
		}
	}

	/**
	 * Doubts the caches of a call that has returned if Spring fails later, such as at the
	 * commit. Does nothing if everything was rolled back.
	 */
	private void doubtCommitted() {
		if (this.commits.haveCommitted()) {
			doubt();
		}
		else {
			guard(() -> this.evictions.doubt(this.tracked, this.operations.cacheNames(), this::doubt));
		}
	}

	/**
	 * Evicts again after a late commit, which may contain changes of this call. Spring
	 * makes its outstanding changes after the commit.
	 */
	private void changedLate(@Nullable ChangingCall outside) {
		evictAgain();
		List<Event> bySpring = this.operations.spring().isEmpty() ? List.of()
				: (outside != null) ? outside.changes() : null;
		if (bySpring == null || !this.operations.own().isEmpty() && this.changes == null) {
			doubt();
		}
		else {
			guard(() -> this.evictions.evictNow(bySpring.stream().map(Eviction::of).toList()));
		}
	}

	private void evictAgain() {
		guard(() -> this.evictions.evictNow((this.changes != null) ? this.changes : List.of()));
	}

	private void doubt() {
		guard(() -> {
			this.evictions.doubtNow(this.operations.managed(), this.call.toString());
			boolean known = this.operations.spring().isEmpty() && !this.expressions.needResult(this.operations.own());
			this.evictions.evictUndoubted(known ? evaluated(null) : all(), this.operations.managed());
		});
	}

	private List<Eviction> all() {
		return this.operations.cacheNames().stream().map(Eviction::ofAll).toList();
	}

	/**
	 * Logs a failure of the eviction and hides it from the caller.
	 */
	private void guard(Runnable eviction) {
		try {
			eviction.run();
		}
		catch (Throwable ex) {
			logger.error("The annotations on " + this.call + " could not evict", ex);
		}
	}

	/**
	 * Returns what the {@code @EvictTicketCache} annotations evict, evaluated once.
	 */
	private List<Eviction> evaluated(@Nullable Object result) {
		List<Eviction> evaluated = this.changes;
		if (evaluated == null) {
			evaluated = this.expressions.evaluate(this.operations.own(), this.call, result);
			this.changes = evaluated;
		}
		return evaluated;
	}

}
