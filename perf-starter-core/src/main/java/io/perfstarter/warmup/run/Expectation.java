package io.perfstarter.warmup.run;

import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The definition of a successful response to a warm-up request.
 *
 * @param statuses the accepted HTTP status codes; if empty, 200 to 299
 * @param body the pattern that must match a part of the body, {@code null} for any body
 */
public record Expectation(Set<Integer> statuses, @Nullable Pattern body) {

	private static final int FIRST_REDIRECT = 300;

	/**
	 * Compares a response with the expectation.
	 * @return the difference, without content of the body, or {@code null} if the
	 * response is as expected
	 */
	@Nullable String compare(WarmupResponse answer) {
		if (!isExpected(answer.status())) {
			return "status " + answer.status();
		}
		return (this.body == null || this.body.matcher(answer.body()).find()) ? null
				: "status " + answer.status() + ", and the body does not match " + this.body;
	}

	private boolean isExpected(int status) {
		return (this.statuses.isEmpty()) ? status < FIRST_REDIRECT : this.statuses.contains(status);
	}

}
