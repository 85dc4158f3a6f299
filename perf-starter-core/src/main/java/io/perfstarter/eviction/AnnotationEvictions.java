package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;

/**
 * Starts the tracking of calls of annotated methods. Whether a cache is managed is
 * decided at the first call of each method. Thread-safe.
 */
final class AnnotationEvictions {

	private final SpringOperations springOperations;

	private final Predicate<String> managed;

	private final EvictionExpressions expressions;

	private final SpringExpressions springExpressions;

	private final CommitBoundEvictions evictions;

	private final Map<MethodClassKey, CallOperations> operations = new ConcurrentHashMap<>();

	AnnotationEvictions(SpringOperations springOperations, Predicate<String> managed, EvictionExpressions expressions,
			SpringExpressions springExpressions, CommitBoundEvictions evictions) {
		this.springOperations = springOperations;
		this.managed = managed;
		this.expressions = expressions;
		this.springExpressions = springExpressions;
		this.evictions = evictions;
	}

	/**
	 * Starts to track a call.
	 * @param call the call
	 * @return {@code null} if it evicts nothing from a managed cache
	 */
	@Nullable AnnotatedCall begin(EvictionCall call) {
		Method method = call.method();
		Class<?> type = call.targetClass();
		MethodClassKey key = new MethodClassKey(method, type);
		CallOperations operations = this.operations.get(key);
		if (operations == null) {
			operations = new CallOperations(EvictionOperations.of(method, type),
					this.springOperations.of(method, type, this.managed));
			this.operations.put(key, operations);
		}
		return operations.isEmpty() ? null : new AnnotatedCall(operations, call, this, this.evictions);
	}

	/**
	 * Returns the caches of which nobody can tell before the end of a call what it evicts
	 * from them.
	 */
	List<String> unknownWhileRunning(CallOperations operations) {
		return operations.spring().isEmpty() ? List.of()
				: this.springExpressions.unknownWhileRunning(operations.spring());
	}

	List<Eviction> evaluate(CallOperations operations, EvictionCall call, CallState state, @Nullable Object result) {
		if (operations.spring().isEmpty()) {
			return this.expressions.evaluate(operations.own(), call, state, result);
		}
		List<Eviction> spring = this.springExpressions.evaluate(operations.spring(), call, state, result);
		if (operations.own().isEmpty()) {
			return spring;
		}
		return Stream.concat(this.expressions.evaluate(operations.own(), call, state, result).stream(), spring.stream())
			.distinct()
			.toList();
	}

}
