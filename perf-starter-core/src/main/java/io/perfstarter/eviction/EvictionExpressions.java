package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.perfstarter.coherence.guard.ExpressionVariables;
import io.perfstarter.eviction.AnnotatedMethods.Caching;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;

/**
 * Evaluates the expressions of an annotation for a call and its result.
 *
 * <p>
 * If an expression fails, all entries of the cache are evicted, because the changed
 * entries are not known. Thread-safe.
 */
final class EvictionExpressions extends CachedExpressionEvaluator {

	private static final Log logger = LogFactory.getLog(EvictionExpressions.class);

	private final Map<ExpressionKey, Expression> parsed = new ConcurrentHashMap<>();

	private final Map<String, Boolean> needingResult = new ConcurrentHashMap<>();

	private final LogOnce once = new LogOnce();

	private final BeanResolver beans;

	private final GeneratedKeys generatedKeys;

	private final EvictionMeters meters;

	EvictionExpressions(BeanFactory beanFactory, GeneratedKeys generatedKeys, EvictionMeters meters) {
		this.beans = new BeanFactoryResolver(beanFactory);
		this.generatedKeys = generatedKeys;
		this.meters = meters;
	}

	/**
	 * Returns the variables of an expression that are not available in the method.
	 * @param expression the expression
	 * @param method the method, as its class declares it
	 * @return the names of the variables that will be {@code null}
	 * @throws org.springframework.expression.ParseException if the expression cannot be
	 * parsed
	 */
	Set<String> unknownVariables(String expression, Method method) {
		Set<String> known = new HashSet<>(Set.of("root", "this", "result"));
		String[] names = getParameterNameDiscoverer().getParameterNames(method);
		for (int i = 0; i < method.getParameterCount(); i++) {
			known.add("a" + i);
			known.add("p" + i);
			if (names != null) {
				known.add(names[i]);
			}
		}
		Set<String> variables = ExpressionVariables.of(expression);
		variables.removeAll(known);
		return variables;
	}

	boolean needResult(List<EvictionOperation> operations) {
		return operations.stream()
			.flatMap((operation) -> operation.expressions().stream())
			.anyMatch((expression) -> this.needingResult.computeIfAbsent(expression,
					(text) -> ExpressionVariables.of(text).contains("result")));
	}

	/**
	 * Evaluates the operations of a call.
	 * @param operations the operations of the annotations
	 * @param call the call
	 * @param result the return value
	 * @return the evictions without duplicates
	 */
	List<Eviction> evaluate(List<EvictionOperation> operations, EvictionCall call, @Nullable Object result) {
		MethodBasedEvaluationContext context = context(call);
		context.setVariable("result", result);
		List<Eviction> evictions = new ArrayList<>();
		for (EvictionOperation operation : operations) {
			try {
				if (holds(operation.condition(), call, context)) {
					evaluate(operation, call, context, evictions);
				}
			}
			catch (Throwable ex) {
				this.meters.imprecise("expression");
				warnOnce(call, "an expression cannot be evaluated, so all entries of " + operation.cacheNames()
						+ " are evicted instead", ex);
				operation.cacheNames().forEach((cache) -> add(evictions, Eviction.ofAll(cache)));
			}
		}
		return evictions;
	}

	private MethodBasedEvaluationContext context(EvictionCall call) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(call,
				AopUtils.getMostSpecificMethod(call.method(), call.targetClass()), call.args(),
				getParameterNameDiscoverer());
		context.setBeanResolver(this.beans);
		return context;
	}

	private boolean holds(String condition, EvictionCall call, EvaluationContext context) {
		return condition.isBlank() || Boolean.TRUE.equals(expression(condition, call).getValue(context, Boolean.class));
	}

	private void evaluate(EvictionOperation operation, EvictionCall call, EvaluationContext context,
			List<Eviction> evictions) {
		for (String cache : operation.cacheNames()) {
			if (operation.allEntries()) {
				add(evictions, Eviction.ofAll(cache));
			}
			else if (!operation.group().isBlank()) {
				Collection<?> groups = all(value(operation.group(), call, context));
				if (!groups.isEmpty() && groups.stream().allMatch(Objects::isNull)) {
					this.meters.imprecise("null-group");
					warnOnce(call, "every group is null, so only entries without a group are evicted", null);
				}
				add(evictions, Eviction.ofGroups(cache, groups));
			}
			else if (operation.generatesKey()) {
				add(evictions, generated(cache, call));
			}
			else {
				Collection<?> keys = all(value(operation.key(), call, context));
				add(evictions, Eviction.ofKeys(cache, withoutNull(keys, call)));
			}
		}
	}

	private Eviction generated(String cache, EvictionCall call) {
		List<CacheableKey> cacheables = this.generatedKeys.of(cache, call.method(), call.targetClass());
		if (cacheables.isEmpty()) {
			return Eviction.ofAll(cache);
		}
		Set<@Nullable Object> keys = new LinkedHashSet<>();
		cacheables.forEach((cacheable) -> keys.add(key(cacheable, call)));
		return Eviction.ofKeys(cache, withoutNull(keys, call));
	}

	private @Nullable Object key(CacheableKey cacheable, EvictionCall call) {
		Caching caching = cacheable.caching();
		String expression = cacheable.expression();
		if (!StringUtils.hasText(expression)) {
			return this.generatedKeys.generate(cacheable, call);
		}
		EvictionCall cached = new EvictionCall(caching.method(), cacheable.arguments(call.args()), call.target(),
				call.targetClass());
		return value(expression, cached, context(cached));
	}

	private static void add(List<Eviction> evictions, Eviction eviction) {
		if (!eviction.isEmpty() && !evictions.contains(eviction)) {
			evictions.add(eviction);
		}
	}

	private Collection<?> withoutNull(Collection<?> keys, EvictionCall call) {
		List<Object> present = new ArrayList<>(keys);
		if (present.removeIf(Objects::isNull)) {
			this.meters.imprecise("null-key");
			warnOnce(call, "a key is null and evicts nothing", null);
		}
		return present;
	}

	private @Nullable Object value(String expression, EvictionCall call, EvaluationContext context) {
		return expression(expression, call).getValue(context);
	}

	private Expression expression(String expression, EvictionCall call) {
		return getExpression(this.parsed, new AnnotatedElementKey(call.method(), call.targetClass()), expression);
	}

	private static Collection<?> all(@Nullable Object value) {
		if (value instanceof Collection<?> collection) {
			return collection;
		}
		if (value instanceof Stream<?> stream) {
			return stream.toList();
		}
		return (ObjectUtils.isArray(value)) ? Arrays.asList(ObjectUtils.toObjectArray(value))
				: Collections.singletonList(value);
	}

	/**
	 * Logs only the type of an exception, because messages of application exceptions may
	 * contain user data.
	 */
	private void warnOnce(EvictionCall call, String problem, @Nullable Throwable cause) {
		String message = "@EvictTicketCache on " + call + ": " + problem;
		if (this.once.isFirst(message)) {
			logger.warn((cause instanceof EvaluationException) ? message + " (" + cause.getMessage() + ")"
					: message + ((cause != null) ? " (" + cause.getClass().getName() + ")" : ""));
			logger.debug("Stack trace of the failure", cause);
		}
	}

}
