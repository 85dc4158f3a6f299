package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.util.StringUtils;

/**
 * A token in a cookie.
 */
final class TokenCookie implements TokenPlace {

	private final String name;

	TokenCookie(String service) {
		String suffix = service.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
		this.name = suffix.isEmpty() ? "perf-starter-read" : "perf-starter-read-" + suffix;
	}

	@Override
	public List<String> read(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		return Stream.of((cookies != null) ? cookies : new Cookie[0])
			.filter((cookie) -> cookie.getName().equals(this.name))
			.map(Cookie::getValue)
			.toList();
	}

	@Override
	public void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
		String path = request.getContextPath();
		ResponseCookie cookie = ResponseCookie.from(this.name, token)
			.path(StringUtils.hasLength(path) ? path : "/")
			.maxAge(longest)
			.httpOnly(true)
			.secure(request.isSecure())
			.sameSite("Lax")
			.build();
		List<String> others = new ArrayList<>(response.getHeaders(HttpHeaders.SET_COOKIE));
		others.removeIf((other) -> other.startsWith(this.name + "="));
		response.setHeader(HttpHeaders.SET_COOKIE, cookie.toString());
		others.forEach((other) -> response.addHeader(HttpHeaders.SET_COOKIE, other));
	}

}
