package io.perfstarter.settings.autoconfigure;

import java.security.SecureRandom;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.StringUtils;

/**
 * The properties that all instances of a service share.
 *
 * @param secret Secret with which all instances of a service sign their messages and
 * tokens, at least 32 characters long. Required if evictions are sent to other instances,
 * or if clients keep tokens of their writes.
 */
@ConfigurationProperties("perf-starter")
public record SecretProperties(@Nullable String secret) {

	private static final int SHORTEST = 32;

	/**
	 * Returns the fault of the secret. An unresolved placeholder is a fault, because its
	 * text is public.
	 * @return what follows "it is", {@code null} if there is no fault
	 */
	public @Nullable String fault() {
		if (!StringUtils.hasText(this.secret)) {
			return "not set";
		}
		if (this.secret.contains("${")) {
			return "an unresolved placeholder";
		}
		return (this.secret.length() < SHORTEST) ? "shorter than 32 characters" : null;
	}

	/**
	 * Returns what to do about a fault.
	 * @return a text with a secret that is generated now
	 */
	public static String remedy() {
		byte[] random = new byte[32];
		new SecureRandom().nextBytes(random);
		return "Give all instances of this service the same secret, for example this one, generated now:%n%n"
			.formatted()
				+ "    perf-starter.secret=%s%n%n"
					.formatted(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
	}

	/**
	 * Returns a text without the secret.
	 */
	@Override
	public String toString() {
		return "SecretProperties[]";
	}

}
