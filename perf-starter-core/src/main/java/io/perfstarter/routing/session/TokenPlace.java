package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Where a client keeps its token.
 */
public interface TokenPlace {

	/**
	 * Returns the tokens of a request, of which there may be several, such as cookies of
	 * different paths.
	 * @param request the request
	 * @return the tokens
	 */
	List<String> read(HttpServletRequest request);

	/**
	 * Sets the token of a response that is not committed, in place of an earlier one.
	 * @param request the request
	 * @param response its response
	 * @param token the token
	 * @param longest the age from which the token requires nothing
	 */
	void write(HttpServletRequest request, HttpServletResponse response, String token, Duration longest);

	/**
	 * Returns a cookie, which browsers return by themselves.
	 * @param service the name of the service, because several services of a host receive
	 * each other's cookies; only its ASCII letters and digits count
	 * @return the place
	 */
	static TokenPlace cookie(String service) {
		return new TokenCookie(service);
	}

	/**
	 * Returns a header, which the client copies from a response to its next requests.
	 * @return the place
	 */
	static TokenPlace header() {
		return new TokenHeader();
	}

}
