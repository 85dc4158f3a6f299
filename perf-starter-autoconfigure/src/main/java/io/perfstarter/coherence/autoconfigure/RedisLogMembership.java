package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;

import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.redis.RedisLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Makes this instance a member of the invalidation log in Redis.
 */
class RedisLogMembership implements LogLifecycle.Access {

	private static final String TIMEOUT = "spring.data.redis.timeout";

	private static final Duration LONG_TIMEOUT = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(RedisLogMembership.class);

	private final RedisLog log;

	private final Environment environment;

	RedisLogMembership(RedisLog log, Environment environment) {
		this.log = log;
		this.environment = environment;
	}

	/**
	 * Returns how long a command waits for Redis.
	 */
	static Duration timeout(Environment environment) {
		return Binder.get(environment).bind(TIMEOUT, Duration.class).orElse(Duration.ofSeconds(60));
	}

	@Override
	public void begin() {
		Duration timeout = timeout(this.environment);
		if (timeout.compareTo(LONG_TIMEOUT) > 0) {
			logger.warn("While Redis cannot be reached, each change waits for %s; set '%s' to a shorter time, such as 2s"
				.formatted(timeout, TIMEOUT));
		}
		register();
	}

	private void register() {
		try {
			this.log.register();
		}
		catch (LogUnavailableException ex) {
			if (!(ex.getCause() instanceof RedisConnectionFailureException
					|| ex.getCause() instanceof QueryTimeoutException)) {
				throw new CoherenceCannotStartException(
						"The invalidation log cannot be in this Redis: %s".formatted(ex.getMessage()),
						"Use Redis 7 or later, or Valkey, and a user that may execute EVAL, XREAD, INFO and the commands of streams, sorted sets and hashes with keys that begin with 'perf-starter:'; or set '%s.log' to 'peers'."
							.formatted(CoherenceProperties.PREFIX));
			}
			logger.warn(
					"The invalidation log cannot be reached (%s); what this instance changes until it is stays unknown to the others if this instance dies"
						.formatted(ex.getMessage()));
		}
	}

	@Override
	public void end() {
		try {
			this.log.leave();
		}
		catch (LogUnavailableException ex) {
			logger.warn("The other instances wait for this one, until it has not been seen for long: " + ex.getMessage());
		}
	}

}
