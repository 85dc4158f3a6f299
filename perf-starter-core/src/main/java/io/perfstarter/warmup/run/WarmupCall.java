package io.perfstarter.warmup.run;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A request that the warm-up sends.
 *
 * @param name the name in the log and in the endpoint
 * @param method the HTTP method
 * @param path path and query below the context path
 * @param headers the headers
 * @param body the body, {@code null} if there is none
 * @param statuses the status codes of a successful response; if empty, 200 to 299
 */
public record WarmupCall(String name, String method, Template path, Map<String, String> headers,
		@Nullable Template body, Set<Integer> statuses) {

	private static final int FIRST_REDIRECT = 300;

	boolean isExpected(int status) {
		return (this.statuses.isEmpty()) ? status < FIRST_REDIRECT : this.statuses.contains(status);
	}

}
