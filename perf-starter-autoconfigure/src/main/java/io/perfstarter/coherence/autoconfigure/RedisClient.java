package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What the log in Redis must know of the client.
 *
 * @param connections opens connections
 * @param timeout how long a command waits for Redis, zero for as long as it takes
 * @param blocking whether this timeout holds for a command that waits in Redis, too
 */
record RedisClient(RedisConnectionFactory connections, Duration timeout, boolean blocking) {

	static final String TIMEOUT = "spring.data.redis.timeout";

	// That of Jedis.
	private static final Duration DEFAULT = Duration.ofSeconds(2);

	static RedisClient of(RedisConnectionFactory connections, Environment environment) {
		if (connections instanceof LettuceConnectionFactory lettuce) {
			return new RedisClient(connections, lettuce.getClientConfiguration().getCommandTimeout(), true);
		}
		return new RedisClient(connections, Binder.get(environment).bind(TIMEOUT, Duration.class).orElse(DEFAULT),
				false);
	}

	/**
	 * Returns the maximum time to wait for evictions at once.
	 */
	Duration longestWait() {
		return this.timeout.isZero() ? Duration.ofSeconds(1)
				: Duration.ofMillis(Math.max(1, this.timeout.toMillis() / 2));
	}

}
