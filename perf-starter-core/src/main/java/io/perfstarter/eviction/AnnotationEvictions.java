package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.perfstarter.coherence.guard.ChangingMethods;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;

/**
 * Runs annotated methods and evicts what they change. Whether a cache is managed is
 * decided at the first call of each method. Thread-safe.
 */
final class AnnotationEvictions {

	private final @Nullable ChangingMethods changing;

	private final Predicate<String> managed;

	private final EvictionExpressions expressions;

	private final CommitBoundEvictions evictions;

	private final Map<MethodClassKey, CallOperations> operations = new ConcurrentHashMap<>();

	/**
	 * Creates an instance.
	 * @param changing the methods with Spring's annotations, {@code null} if these are
	 * not in effect or concern no managed cache
	 */
	AnnotationEvictions(@Nullable ChangingMethods changing, Predicate<String> managed, EvictionExpressions expressions,
			CommitBoundEvictions evictions) {
		this.changing = changing;
		this.managed = managed;
		this.expressions = expressions;
		this.evictions = evictions;
	}

	/**
	 * Runs a method.
	 * @param invocation the call of the method
	 * @param call the same call, for its expressions
	 * @return its result
	 */
	@Nullable Object run(MethodInvocation invocation, EvictionCall call) throws Throwable {
		CallOperations operations = this.operations.computeIfAbsent(
				new MethodClassKey(call.method(), call.targetClass()),
				(key) -> operations(call.method(), call.targetClass()));
		if (operations.isEmpty()) {
			return invocation.proceed();
		}
		return new AnnotatedCall(operations, call, this.expressions, this.evictions).run(invocation);
	}

	private CallOperations operations(Method method, Class<?> type) {
		List<EvictionOperation> own = EvictionOperations.of(method, type);
		if (this.changing == null) {
			return CallOperations.of(own, List.of(), false, true, this.managed);
		}
		return CallOperations.of(own, managed(this.changing.changed(method, type)),
				this.changing.evictsBefore(method, type), this.changing.isTold(), this.managed);
	}

	private List<String> managed(List<String> caches) {
		return caches.stream().filter(this.managed).toList();
	}

}
