package io.perfstarter.warmup.run;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A request that the warm-up sends.
 *
 * @param name the name in the log, in the endpoint and in meters
 * @param method the HTTP method
 * @param path path and query below the context path
 * @param headers the headers
 * @param body the body, {@code null} if there is none
 * @param expected the definition of a successful response
 */
public record WarmupCall(String name, String method, Template path, Map<String, String> headers,
		@Nullable Template body, Expectation expected) {

	private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

	/**
	 * Returns whether a method is safe according to RFC 9110, section 9.2.1.
	 * @param method the HTTP method
	 * @return whether the method is safe
	 */
	public static boolean isSafe(String method) {
		return SAFE_METHODS.contains(method.toUpperCase(Locale.ROOT));
	}

}
