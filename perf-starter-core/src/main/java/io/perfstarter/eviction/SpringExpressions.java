package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.util.StringUtils;

/**
 * Evaluates keys and conditions of {@code @CacheEvict} and {@code @CachePut} by the rules
 * of Spring. What cannot be evaluated evicts all entries. Thread-safe.
 */
final class SpringExpressions extends CachedExpressionEvaluator {

	private static final Log logger = LogFactory.getLog(SpringExpressions.class);

	private final Map<ExpressionKey, Expression> parsed = new ConcurrentHashMap<>();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final KnownExpressions known = new KnownExpressions();

	private final BeanFactoryResolver beans;

	private final GeneratedKeys generatedKeys;

	private final EvictionMeters meters;

	SpringExpressions(BeanFactory beanFactory, GeneratedKeys generatedKeys, EvictionMeters meters) {
		this.beans = new BeanFactoryResolver(beanFactory);
		this.generatedKeys = generatedKeys;
		this.meters = meters;
	}

	/**
	 * Evaluates the operations of a call.
	 * @param operations the operations of the annotations
	 * @param call the call
	 * @param state how far the call is
	 * @param result the return value
	 * @return the evictions
	 */
	List<Eviction> evaluate(List<SpringOperation> operations, EvictionCall call, CallState state,
			@Nullable Object result) {
		EvictionCall seen = SpringOperation.seenBySpring(call);
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(seen, targetMethod(seen), seen.args(),
				getParameterNameDiscoverer());
		context.setBeanResolver(this.beans);
		context.setVariable("result", result);
		List<Eviction> evictions = new ArrayList<>();
		for (SpringOperation operation : operations) {
			try {
				evaluate(operation, seen, state, context, evictions);
			}
			catch (Throwable ex) {
				this.meters.expressionFailed();
				addAll(operation, evictions);
				warnOnce(operation.operation(), call, ex);
			}
		}
		return evictions;
	}

	private void evaluate(SpringOperation operation, EvictionCall call, CallState state, EvaluationContext context,
			List<Eviction> evictions) {
		String condition = operation.operation().getCondition();
		String key = operation.operation().getKey();
		if (StringUtils.hasText(condition) && this.known.isKnown(condition, state)
				&& !Boolean.TRUE.equals(expression(condition, call).getValue(context, Boolean.class))) {
			return;
		}
		if (operation.allEntries()) {
			addAll(operation, evictions);
		}
		else if (!this.known.isKnown(key, state)) {
			this.meters.resultWasMissing();
			addAll(operation, evictions);
		}
		else {
			Object value = StringUtils.hasText(key) ? expression(key, call).getValue(context)
					: this.generatedKeys.generatorOf(operation.operation())
						.generate(call.target(), call.method(), call.args());
			// Spring refuses a null key after a successful call.
			if (value != null) {
				operation.cacheNames().forEach((cache) -> evictions.add(Eviction.ofKeys(cache, List.of(value))));
			}
		}
	}

	private static void addAll(SpringOperation operation, List<Eviction> evictions) {
		operation.cacheNames().forEach((cache) -> evictions.add(Eviction.ofAll(cache)));
	}

	private Expression expression(String expression, EvictionCall call) {
		return getExpression(this.parsed, new AnnotatedElementKey(targetMethod(call), call.targetClass()), expression);
	}

	private static Method targetMethod(EvictionCall call) {
		return AopUtils.getMostSpecificMethod(call.method(), call.targetClass());
	}

	/**
	 * Logs only the type of an exception, because its message may contain user data.
	 */
	private void warnOnce(CacheOperation operation, EvictionCall call, Throwable cause) {
		String message = "@" + operation.getClass().getSimpleName().replace("Operation", "") + " on " + call
				+ ": an expression cannot be evaluated, so all entries of " + operation.getCacheNames()
				+ " are evicted instead";
		if (this.warned.add(message)) {
			logger.warn(message + " (" + cause.getClass().getName() + ")");
			logger.debug("Stack trace of the failure", cause);
		}
	}

}
