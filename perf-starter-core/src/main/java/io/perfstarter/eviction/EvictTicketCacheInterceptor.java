package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.perfstarter.coherence.guard.ChangingMethods;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;

/**
 * Runs annotated methods and evicts what they change. Checks at the first call of each
 * method whether its caches are managed. Thread-safe.
 */
final class EvictTicketCacheInterceptor implements MethodInterceptor {

	private final Supplier<EvictionAssembly> assembly;

	private final Supplier<@Nullable ChangingMethods> changing;

	private final Map<MethodClassKey, CallOperations> operations = new ConcurrentHashMap<>();

	/**
	 * Creates an interceptor.
	 * @param changing supplies the methods with Spring's annotations, {@code null} if
	 * these are not in effect or concern no managed cache
	 */
	EvictTicketCacheInterceptor(Supplier<EvictionAssembly> assembly, Supplier<@Nullable ChangingMethods> changing) {
		this.assembly = assembly;
		this.changing = changing;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		if (target == null) {
			return invocation.proceed();
		}
		Method method = invocation.getMethod();
		Class<?> type = AopUtils.getTargetClass(target);
		EvictionAssembly assembly = this.assembly.get();
		CallOperations operations = this.operations.computeIfAbsent(new MethodClassKey(method, type),
				(key) -> operations(method, type, assembly::isManaged));
		if (operations.isEmpty()) {
			return invocation.proceed();
		}
		EvictionCall call = new EvictionCall(method, invocation.getArguments(), target, type);
		return assembly.call(operations, call).run(invocation);
	}

	private CallOperations operations(Method method, Class<?> type, Predicate<String> managed) {
		List<EvictionOperation> own = EvictionOperation.of(method, type);
		ChangingMethods changing = this.changing.get();
		if (changing == null) {
			return CallOperations.of(own, List.of(), false, true, managed);
		}
		return CallOperations.of(own, changing.changed(method, type).stream().filter(managed).toList(),
				changing.evictsBefore(method, type), changing.isTold(), managed);
	}

}
