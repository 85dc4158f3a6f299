package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Evicts what the annotations of a method that has returned ask for; whatever goes wrong
 * here stays here.
 */
final class AnnotationEvictions {

	private static final Log logger = LogFactory.getLog(AnnotationEvictions.class);

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	AnnotationEvictions(EvictionExpressions expressions, CommitBoundEvictions evictions) {
		this.expressions = expressions;
		this.evictions = evictions;
	}

	/**
	 * Marks the change that a call is about to make, unless it commits with the
	 * transaction of this thread.
	 * @param method the method called
	 * @return ends the change
	 */
	Runnable begin(Method method) {
		return this.evictions.begin(CompletionStage.class.isAssignableFrom(method.getReturnType()));
	}

	void evict(List<EvictionOperation> operations, EvictionCall call, @Nullable Object result) {
		try {
			this.evictions.evict(this.expressions.evaluate(operations, call, result));
		}
		catch (RuntimeException ex) {
			logger.error("@EvictTicketCache on " + call + " could not evict", ex);
		}
	}

	/**
	 * Evicts once the stage has succeeded and the transaction of the calling thread, if
	 * any, has committed.
	 * @param stage what the method returned
	 * @param operations what its annotations ask for
	 * @param call the call
	 * @param endOfChange called when they have been evicted, or need not be
	 * @return a stage that is complete when the entries are gone; with a transaction the
	 * given one, since who waits for it may be the one to commit
	 */
	CompletionStage<?> evictAfter(CompletionStage<?> stage, List<EvictionOperation> operations, EvictionCall call,
			Runnable endOfChange) {
		if (this.evictions.isInTransaction()) {
			this.evictions.afterCompletion(() -> evictOnSuccess(stage, operations, call, endOfChange), endOfChange);
			return stage;
		}
		return evictOnSuccess(stage, operations, call, endOfChange);
	}

	private CompletionStage<?> evictOnSuccess(CompletionStage<?> stage, List<EvictionOperation> operations,
			EvictionCall call, Runnable endOfChange) {
		return stage.whenComplete((result, failure) -> {
			try {
				if (failure == null) {
					evict(operations, call, result);
				}
			}
			finally {
				endOfChange.run();
			}
		});
	}

}
