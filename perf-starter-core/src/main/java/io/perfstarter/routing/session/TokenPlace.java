package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
 * Where a client keeps its token.
 */
public abstract class TokenPlace {

	private TokenPlace() {
	}

	/**
	 * Returns a cookie, which browsers return by themselves.
	 * @param service the name of the service, because several services of a host receive
	 * each other's cookies; only its ASCII letters and digits count
	 * @return the place
	 */
	public static TokenPlace cookie(String service) {
		String suffix = service.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
		return new TokenCookie(suffix.isEmpty() ? "perf-starter-read" : "perf-starter-read-" + suffix);
	}

	/**
	 * Returns a header, which the client copies from a response to its next requests.
	 * @return the place
	 */
	public static TokenPlace header() {
		return new TokenHeader();
	}

	/**
	 * Returns the tokens of a request, of which there may be several, such as cookies of
	 * different paths.
	 */
	abstract List<String> read(HttpServletRequest request);

	/**
	 * Sets the token of a response that is not committed, in place of an earlier one.
	 * @param longest the age from which the token requires nothing
	 */
	abstract void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest);

	/**
	 * A token in a cookie.
	 */
	private static final class TokenCookie extends TokenPlace {

		private final String name;

		private TokenCookie(String name) {
			this.name = name;
		}

		@Override
		List<String> read(HttpServletRequest request) {
			Cookie[] cookies = request.getCookies();
			return Stream.of((cookies != null) ? cookies : new Cookie[0])
				.filter((cookie) -> cookie.getName().equals(this.name))
				.map(Cookie::getValue)
				.toList();
		}

		@Override
		void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
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

	/**
	 * A token in a header.
	 */
	private static final class TokenHeader extends TokenPlace {

		private static final String NAME = "Perf-Starter-Read-Token";

		@Override
		List<String> read(HttpServletRequest request) {
			return Collections.list(request.getHeaders(NAME));
		}

		@Override
		void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest) {
			response.setHeader(NAME, token);
		}

	}

}
