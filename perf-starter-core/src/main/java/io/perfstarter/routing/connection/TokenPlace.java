package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.util.StringUtils;

/**
 * Where a client keeps its token: in a cookie or in a header.
 *
 * @param cookieName the name of the cookie, {@code null} for the header
 */
record TokenPlace(@Nullable String cookieName) {

	private static final String HEADER = "Perf-Starter-Read-Token";

	/**
	 * Returns a cookie, which browsers send back without any code.
	 * @param service the name of the service, because services of one host receive each
	 * other's cookies; characters other than ASCII letters and digits are replaced
	 * @return the place
	 */
	static TokenPlace cookie(String service) {
		String suffix = service.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
		return new TokenPlace(suffix.isEmpty() ? "perf-starter-read" : "perf-starter-read-" + suffix);
	}

	/**
	 * Returns a header, which the client copies from a response to its next requests.
	 * @return the place
	 */
	static TokenPlace header() {
		return new TokenPlace(null);
	}

	/**
	 * Returns the tokens of a request. There may be several, such as cookies of different
	 * paths.
	 */
	List<String> read(HttpServletRequest request) {
		if (this.cookieName == null) {
			return Collections.list(request.getHeaders(HEADER));
		}
		Cookie[] cookies = request.getCookies();
		return Stream.of((cookies != null) ? cookies : new Cookie[0])
			.filter((cookie) -> cookie.getName().equals(this.cookieName))
			.map(Cookie::getValue)
			.toList();
	}

	/**
	 * Sets or replaces the token of a response that is not committed.
	 * @param longest the age from which reads ignore the token
	 */
	void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
		if (this.cookieName == null) {
			response.setHeader(HEADER, token);
			return;
		}
		String path = request.getContextPath();
		ResponseCookie cookie = ResponseCookie.from(this.cookieName, token)
			.path(StringUtils.hasLength(path) ? path : "/")
			.maxAge(longest)
			.httpOnly(true)
			.secure(request.isSecure())
			.sameSite("Lax")
			.build();
		List<String> others = new ArrayList<>(response.getHeaders(HttpHeaders.SET_COOKIE));
		others.removeIf((other) -> other.startsWith(this.cookieName + "="));
		response.setHeader(HttpHeaders.SET_COOKIE, cookie.toString());
		others.forEach((other) -> response.addHeader(HttpHeaders.SET_COOKIE, other));
	}

}
