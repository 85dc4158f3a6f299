package io.perfstarter.eviction;

import java.util.List;

/**
 * Starts the tracking of calls of annotated methods.
 */
final class AnnotationEvictions {

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	AnnotationEvictions(EvictionExpressions expressions, CommitBoundEvictions evictions) {
		this.expressions = expressions;
		this.evictions = evictions;
	}

	AnnotatedCall begin(List<EvictionOperation> operations, EvictionCall call) {
		return new AnnotatedCall(operations, call, this.expressions, this.evictions);
	}

}
