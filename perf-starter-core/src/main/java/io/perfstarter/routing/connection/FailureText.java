package io.perfstarter.routing.connection;

import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Formats an exception and its causes in one line: type, SQL state and the first line of
 * each message. Omits further lines, which may contain values of the application, and
 * masks passwords.
 */
final class FailureText {

	private static final int CAUSES = 3;

	private static final int LENGTH = 200;

	private static final Pattern SECRETS = Pattern
		.compile("(?i)((?:password|passwd|pwd|secret|token)\\w*\\s*[=:]\\s*)[^&;,\\s]+|(://)[^/@\\s]+(?=@)");

	private FailureText() {
	}

	static String of(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(CAUSES)
			.map(FailureText::line)
			.collect(Collectors.joining(", caused by "));
	}

	private static String line(Throwable failure) {
		String state = (failure instanceof SQLException ex && ex.getSQLState() != null)
				? " (%s)".formatted(ex.getSQLState()) : "";
		String message = message(failure.getMessage());
		return failure.getClass().getSimpleName() + state + ((!message.isEmpty()) ? ": " + message : "");
	}

	private static String message(@Nullable String message) {
		String first = (message != null) ? message.lines().findFirst().orElse("") : "";
		String clean = SECRETS.matcher(first).replaceAll("$1$2***");
		return (clean.length() > LENGTH) ? clean.substring(0, LENGTH) + "..." : clean;
	}

}
