package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties that all instances of a service share.
 *
 * @param secret Secret with which all instances of a service sign their messages, at
 * least 32 characters long. Required if evictions are sent to other instances.
 */
@ConfigurationProperties("perf-starter")
record SecretProperties(@Nullable String secret) {

	/**
	 * Returns a text without the secret.
	 */
	@Override
	public String toString() {
		return "SecretProperties[]";
	}

}
