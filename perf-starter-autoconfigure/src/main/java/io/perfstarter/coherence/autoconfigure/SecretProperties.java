package io.perfstarter.coherence.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The property that all instances of a service share.
 *
 * @param secret Secret with which all instances of a service sign their messages, of at
 * least 32 characters. Required when evictions are sent to other instances.
 */
@ConfigurationProperties("perf-starter")
record SecretProperties(@Nullable String secret) {

	/**
	 * Leaves out the secret.
	 */
	@Override
	public String toString() {
		return "SecretProperties[]";
	}

}
