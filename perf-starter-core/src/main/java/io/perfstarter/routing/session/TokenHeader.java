package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * A token in a header.
 */
final class TokenHeader implements TokenPlace {

	private static final String NAME = "Perf-Starter-Read-Token";

	@Override
	public List<String> read(HttpServletRequest request) {
		return Collections.list(request.getHeaders(NAME));
	}

	@Override
	public void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
		response.setHeader(NAME, token);
	}

}
