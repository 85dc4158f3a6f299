package io.perfstarter.routing.session;

import java.time.Duration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * A token in a header.
 */
final class TokenHeader implements TokenPlace {

	private static final String NAME = "Perf-Starter-Read-Token";

	@Override
	public @Nullable String read(HttpServletRequest request) {
		return request.getHeader(NAME);
	}

	@Override
	public void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
		response.setHeader(NAME, token);
	}

}
