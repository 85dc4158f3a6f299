package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.util.StringUtils;
import org.springframework.web.util.WebUtils;

/**
 * Where a client keeps its token.
 */
public enum TokenPlace {

	/**
	 * In a cookie, which browsers return by themselves.
	 */
	COOKIE {

		@Override
		@Nullable String read(HttpServletRequest request) {
			Cookie cookie = WebUtils.getCookie(request, COOKIE_NAME);
			return (cookie != null) ? cookie.getValue() : null;
		}

		@Override
		void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
			String path = request.getContextPath();
			ResponseCookie cookie = ResponseCookie.from(COOKIE_NAME, token)
				.path(StringUtils.hasLength(path) ? path : "/")
				.maxAge(longest)
				.httpOnly(true)
				.secure(request.isSecure())
				.sameSite("Lax")
				.build();
			List<String> others = new ArrayList<>(response.getHeaders(HttpHeaders.SET_COOKIE));
			others.removeIf((other) -> other.startsWith(COOKIE_NAME + "="));
			response.setHeader(HttpHeaders.SET_COOKIE, cookie.toString());
			others.forEach((other) -> response.addHeader(HttpHeaders.SET_COOKIE, other));
		}

	},

	/**
	 * In a header, which the client copies from a response to its next requests.
	 */
	HEADER {

		@Override
		@Nullable String read(HttpServletRequest request) {
			return request.getHeader(HEADER_NAME);
		}

		@Override
		void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
			response.setHeader(HEADER_NAME, token);
		}

	};

	static final String COOKIE_NAME = "perf-starter-read";

	static final String HEADER_NAME = "Perf-Starter-Read-Token";

	/**
	 * Returns the token of a request, {@code null} if it has none.
	 */
	abstract @Nullable String read(HttpServletRequest request);

	/**
	 * Sets the token of a response that is not committed, in place of an earlier one.
	 * @param longest the age from which the token requires nothing
	 */
	abstract void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest);

}
