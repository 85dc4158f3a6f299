package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;

import io.perfstarter.coherence.guard.ExpressionVariables;
import io.perfstarter.eviction.AnnotatedMethods.Caching;
import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Computes the key of a {@code @Cacheable} method from the arguments of an evicting
 * method. These must include all arguments that the key needs, by name and type.
 *
 * @param caching the cached method
 * @param positions the positions of its arguments among the arguments of the evicting
 * method
 */
record CacheableKey(Caching caching, int[] positions) {

	private static final int NOT_NEEDED = -1;

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	/**
	 * Matches the arguments.
	 * @param caching the cached method
	 * @param method the evicting method, as its class declares it
	 * @param type the class of its bean
	 * @return {@code null} if the arguments do not suffice for the key
	 */
	static @Nullable CacheableKey of(Caching caching, Method method, Class<?> type) {
		if (!isExpressionOf(caching, type)) {
			return null;
		}
		Class<?>[] wanted = caching.method().getParameterTypes();
		if (wanted.length == 0) {
			return new CacheableKey(caching, new int[0]);
		}
		String[] wantedNames = NAMES.getParameterNames(caching.method());
		String[] names = NAMES.getParameterNames(method);
		if (wantedNames == null || names == null) {
			return null;
		}
		Set<String> needed = needed(caching.operation().getKey(), wantedNames);
		int[] positions = new int[wanted.length];
		for (int i = 0; i < wanted.length; i++) {
			if (!needed.contains(wantedNames[i])) {
				positions[i] = NOT_NEEDED;
				continue;
			}
			positions[i] = Arrays.asList(names).indexOf(wantedNames[i]);
			if (positions[i] < 0
					|| !ClassUtils.isAssignable(boxed(wanted[i]), boxed(method.getParameterTypes()[positions[i]]))) {
				return null;
			}
		}
		return new CacheableKey(caching, positions);
	}

	/**
	 * Returns whether the key expression, if present, uses only the arguments and the
	 * bean itself.
	 */
	private static boolean isExpressionOf(Caching caching, Class<?> type) {
		String key = caching.operation().getKey();
		if (!StringUtils.hasText(key)) {
			return true;
		}
		Set<String> variables = ExpressionVariables.of(key);
		return !variables.contains("root") || caching.type().isAssignableFrom(type) && !key.contains("caches");
	}

	/**
	 * Returns the arguments that the key depends on. These are all arguments if there is
	 * no expression, or if it refers to them other than by name.
	 */
	private static Set<String> needed(String key, String[] names) {
		Set<String> variables = StringUtils.hasText(key) ? ExpressionVariables.of(key) : Set.of("root");
		Set<String> all = Set.of(names);
		return all.containsAll(variables) ? variables : all;
	}

	private static Class<?> boxed(Class<?> type) {
		return ClassUtils.resolvePrimitiveIfNecessary(type);
	}

	/**
	 * Returns the key expression.
	 * @return the expression, blank for a generated key
	 */
	String expression() {
		return this.caching.operation().getKey();
	}

	@Nullable Object[] arguments(@Nullable Object[] args) {
		@Nullable Object[] arguments = new Object[this.positions.length];
		for (int i = 0; i < arguments.length; i++) {
			arguments[i] = (this.positions[i] != NOT_NEEDED) ? args[this.positions[i]] : null;
		}
		return arguments;
	}

}
