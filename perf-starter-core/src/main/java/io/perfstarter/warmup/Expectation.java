package io.perfstarter.warmup;

import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What answer to a call is a success.
 *
 * @param statuses which HTTP statuses; if empty, those of success, 200 to 299
 * @param body what must be found in the body, {@code null} if anything will do
 */
public record Expectation(Set<Integer> statuses, @Nullable Pattern body) {

	private static final int FIRST_REDIRECT = 300;

	/**
	 * Compares an answer.
	 * @return why it is none that was expected, without anything of its body,
	 * {@code null} if it is one
	 */
	@Nullable String compare(Answer answer) {
		if (!isExpected(answer.status())) {
			return "status " + answer.status();
		}
		return (this.body == null || this.body.matcher(answer.body()).find()) ? null
				: "status " + answer.status() + ", and a body without " + this.body;
	}

	private boolean isExpected(int status) {
		return (this.statuses.isEmpty()) ? status < FIRST_REDIRECT : this.statuses.contains(status);
	}

}
