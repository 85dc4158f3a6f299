package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;

import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Makes this instance a member of the invalidation log in Redis.
 *
 * @param log the log
 * @param timeout how long a command waits for Redis, zero for no limit
 */
record RedisLogMembership(RedisLog log, Duration timeout) implements LogAccess {

	// Errors that a later attempt would meet again; the errors of a starting server are
	// others.
	private static final Pattern REFUSED = Pattern.compile("\\b(NOPERM|WRONGTYPE|ERR)\\b");

	private static final Pattern LOGIN_REFUSED = Pattern.compile("\\b(NOAUTH|WRONGPASS|ERR AUTH)\\b");

	private static final Duration LONG_TIMEOUT = Duration.ofSeconds(5);

	// Lettuce now and then reports a refused login as a closed connection.
	private static final int ATTEMPTS = 5;

	private static final Duration ATTEMPTS_END = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(RedisLogMembership.class);

	@Override
	public void begin() {
		if (this.timeout.isZero() || this.timeout.compareTo(LONG_TIMEOUT) > 0) {
			logger.warn("While Redis cannot be reached, changes wait for %s; set '%s' to a shorter time, such as 2s"
				.formatted(this.timeout.isZero() ? "ever" : this.timeout, RedisClient.TIMEOUT));
		}
		register(System.nanoTime(), 1);
	}

	private void register(long begun, int attempt) {
		try {
			this.log.register();
		}
		catch (LogUnavailableException ex) {
			String reason = String.valueOf(ex.getMessage());
			if (LOGIN_REFUSED.matcher(reason).find()) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The log in Redis refuses the login: %s".formatted(reason),
						"Correct 'spring.data.redis.username' and 'spring.data.redis.password', or leave them out if the server has none.");
			}
			if (!(ex.getCause() instanceof RedisConnectionFailureException) && REFUSED.matcher(reason).find()) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The invalidation log cannot be in this Redis: %s".formatted(reason),
						"Use Redis 7 or later, or Valkey, and a user that may execute EVAL, EVALSHA, XREAD, INFO, TIME and the commands of streams, sorted sets and hashes with keys that begin with 'perf-starter:'; or set '%s.log' to 'peers'."
							.formatted(CoherenceProperties.PREFIX));
			}
			if (attempt < ATTEMPTS && System.nanoTime() - begun < ATTEMPTS_END.toNanos()) {
				register(begun, attempt + 1);
				return;
			}
			logger.warn(
					"The invalidation log cannot be reached (%s); until it is, the other instances do not learn of changes of this one"
						.formatted(reason));
		}
	}

	@Override
	public void end() {
		try {
			this.log.leave();
		}
		catch (LogUnavailableException ex) {
			logger.warn(
					"Could not leave the invalidation log; others wait for this instance until 'perf-starter.coherence.registry-propagation-delay' is over: "
							+ ex.getMessage());
		}
	}

}
