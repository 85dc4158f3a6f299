package io.perfstarter.sample.token;

import java.util.regex.Pattern;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Returns the member of an access token, with the delay of a real remote service.
 */
@RestController
class TokenController {

	private static final Pattern KNOWN = Pattern.compile("[1-9]\\d{0,8}");

	private final TokenProperties properties;

	TokenController(TokenProperties properties) {
		this.properties = properties;
	}

	/**
	 * Returns the member of a token. The token of member 42 is 42, so that it is easy to
	 * try.
	 */
	@GetMapping("/token/{token}")
	Token find(@PathVariable String token) throws InterruptedException {
		Thread.sleep(this.properties.delay().toMillis());
		if (!KNOWN.matcher(token).matches()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "No such token");
		}
		return new Token(token, Long.parseLong(token), "member%s@parking.example".formatted(token));
	}

}
