package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

/**
 * The facts about the client that the log in Redis needs.
 *
 * @param connections opens connections
 * @param timeout how long a command waits for Redis, zero for no limit
 * @param blocking whether the timeout also holds for a command that waits in Redis
 */
record RedisClient(RedisConnectionFactory connections, Duration timeout, boolean blocking) {

	static final String TIMEOUT = "spring.data.redis.timeout";

	private static final String POOL_SIZE = "spring.data.redis.lettuce.pool.max-active";

	// The default of Jedis.
	private static final Duration DEFAULT = Duration.ofSeconds(2);

	static RedisClient of(RedisConnectionFactory connections, Environment environment) {
		if (connections instanceof LettuceConnectionFactory lettuce) {
			checkPool(lettuce, environment);
			return new RedisClient(connections, lettuce.getClientConfiguration().getCommandTimeout(), true);
		}
		return new RedisClient(connections, Binder.get(environment).bind(TIMEOUT, Duration.class).orElse(DEFAULT),
				false);
	}

	/**
	 * Fails the start if the pool is so small that a second connection would never come.
	 */
	private static void checkPool(LettuceConnectionFactory lettuce, Environment environment) {
		int size = Binder.get(environment).bind(POOL_SIZE, Integer.class).orElse(Integer.MAX_VALUE);
		if (lettuce.getClientConfiguration() instanceof LettucePoolingClientConfiguration && (size == 0 || size == 1)) {
			throw new InvalidConfigurationPropertyValueException(POOL_SIZE, size,
					"The reader of the log keeps a connection: write 2 or more.");
		}
	}

	/**
	 * Returns the maximum time for which one command waits in Redis for evictions.
	 */
	Duration longestWait() {
		return this.timeout.isZero() ? Duration.ofSeconds(1)
				: Duration.ofMillis(Math.max(1, this.timeout.toMillis() / 2));
	}

}
