package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.eviction.AnnotatedMethods.Caching;
import io.perfstarter.eviction.AnnotatedMethods.Evicting;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.expression.ParseException;
import org.springframework.util.ClassUtils;

/**
 * Validates the annotations at startup, before the first request.
 *
 * @param methods the annotated methods
 * @param expressions their expressions
 * @param generatedKeys the keys of annotations without a key
 * @param caches the caches of this instance
 * @param named receives each cache that an annotation names
 * @param strategies the strategies that carry out evictions
 */
record EvictionStartCheck(AnnotatedMethods methods, EvictionExpressions expressions, GeneratedKeys generatedKeys,
		LocalCaches caches, Consumer<String> named, List<EvictionStrategy> strategies) {

	private static final Log logger = LogFactory.getLog(EvictionStartCheck.class);

	/**
	 * Checks all annotated methods.
	 * @throws InvalidEvictionException if an annotation is not valid
	 */
	void check() {
		if (!this.methods.evicting().isEmpty() && !this.caches.exist()
				&& this.strategies.stream().allMatch(LocalEvictionStrategy.class::isInstance)) {
			logger.warn(
					"@EvictTicketCache on %s has no effect: the application has no cache manager, no peers and no EvictionStrategy of its own; list the caches under 'perf-starter.coherence.caches' or define a CacheManager"
						.formatted(this.methods.evicting().get(0)));
		}
		for (Evicting evicting : this.methods.evicting()) {
			checkReturnType(evicting);
			checkCanBeAdvised(evicting);
			evicting.operations().forEach((operation) -> check(evicting, operation));
		}
		if (this.caches.areAllOurs()) {
			this.methods.caching().stream().filter(Caching::usesStandardCacheManager).forEach(this::check);
		}
	}

	private void check(Evicting evicting, EvictionOperation operation) {
		if (operation.cacheNames().isEmpty()) {
			throw invalid(evicting, "names no cache", "Name the caches, as in @EvictTicketCache(\"tickets\").");
		}
		if (operation.isAmbiguous()) {
			throw invalid(evicting, "has more than one of 'key', 'group' and 'allEntries'",
					"Keep one of them; repeat the annotation to use several.");
		}
		for (String expression : operation.expressions()) {
			checkExpression(evicting, expression);
		}
		for (String cache : operation.cacheNames()) {
			checkExists(cache, "@EvictTicketCache on " + evicting);
			this.named.accept(cache);
			if (operation.generatesKey() && !generatesKeyOf(cache, evicting)) {
				logger.warn(
						("@EvictTicketCache on %s has no 'key', and its parameters differ in name or type from those of a "
								+ "@Cacheable method of '%s', so it evicts all entries; "
								+ "set 'key' or 'group' to evict single entries, or 'allEntries' to evict all")
							.formatted(evicting, cache));
			}
		}
	}

	private boolean generatesKeyOf(String cache, Evicting evicting) {
		try {
			return !this.generatedKeys.of(cache, evicting.method(), evicting.type()).isEmpty();
		}
		catch (ParseException ex) {
			throw invalid(evicting,
					"has no 'key', and a @Cacheable method of '%s' has an expression that does not parse: '%s' (%s)"
						.formatted(cache, ex.getExpressionString(), ex.getSimpleMessage()),
					"Correct the SpEL expression.");
		}
	}

	private void checkExpression(Evicting evicting, String expression) {
		try {
			Set<String> unknown = this.expressions.unknownVariables(expression,
					AopUtils.getMostSpecificMethod(evicting.method(), evicting.type()));
			if (!unknown.isEmpty()) {
				throw invalid(evicting,
						"refers in '%s' to '#%s', but no parameter has this name".formatted(expression,
								String.join("', '#", unknown)),
						"Use the parameter names in the class of the bean, compiled with '-parameters', "
								+ "or positions: '#a0' is the first argument.");
			}
		}
		catch (ParseException ex) {
			throw invalid(evicting,
					"has an expression that does not parse: '%s' (%s)".formatted(expression, ex.getSimpleMessage()),
					"Correct the SpEL expression.");
		}
	}

	private static void checkCanBeAdvised(Evicting evicting) {
		Method method = evicting.method();
		int modifiers = method.getModifiers();
		boolean overridable = !Modifier.isFinal(modifiers)
				|| ClassUtils.getInterfaceMethodIfPossible(method, evicting.type()) != method;
		if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || !overridable) {
			throw invalid(evicting, "is on a private, static or final method, which no proxy can advise",
					"Put it on a method that other beans call through the proxy.");
		}
	}

	private void check(Caching caching) {
		caching.operation()
			.getCacheNames()
			.forEach((cache) -> checkExists(cache,
					"@" + caching.operation().getClass().getSimpleName().replace("Operation", "") + " on " + caching));
	}

	private void checkExists(String cache, String annotation) {
		if (this.caches.exist() && !this.caches.obtains(cache)) {
			throw new InvalidEvictionException(
					"%s names the cache '%s', but no cache manager has it (known caches: %s)".formatted(annotation,
							cache, this.caches.names()),
					"Correct the name, or add the cache: with perf-starter.coherence.caches.%s.time-to-live=10m, if the application defines no cache manager."
						.formatted(cache));
		}
	}

	private static void checkReturnType(Evicting evicting) {
		Method method = evicting.method();
		Class<?> type = method.getReturnType();
		boolean reactive = !CompletionStage.class.isAssignableFrom(type)
				&& (Flow.Publisher.class.isAssignableFrom(type) || KotlinDetector.isSuspendingFunction(method)
						|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
		if (reactive) {
			throw invalid(evicting,
					"returns a reactive type (%s), whose transaction ends after the method has returned"
						.formatted(type.getName()),
					"Return a plain value or a CompletionStage, or call TicketCacheEvictor after the data has changed.");
		}
	}

	private static InvalidEvictionException invalid(Evicting evicting, String problem, String remedy) {
		return new InvalidEvictionException("@EvictTicketCache on %s %s".formatted(evicting, problem), remedy);
	}

}
