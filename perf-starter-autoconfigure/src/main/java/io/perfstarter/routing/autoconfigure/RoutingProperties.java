package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

import io.perfstarter.routing.connection.RoutingSettings;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import io.perfstarter.settings.autoconfigure.SecretProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of routing.
 *
 * @param enabled Whether to run read-only transactions on replicas.
 * @param primary Name of the bean of the pool that is the primary. If not set, the
 * DataSource that is injected without a qualifier.
 * @param replicas Replicas by name. A name consists of lower-case letters, digits and
 * dashes.
 * @param lag Maximum lag of a replica.
 * @param readYourWrites How a read sees earlier writes of the same thread or request.
 * @param fallback Where a read runs when no replica is eligible.
 * @param transactionJoinCheck Whether to log methods that may write but join a read-only
 * transaction.
 */
@ConfigurationProperties(RoutingProperties.PREFIX)
public record RoutingProperties(@DefaultValue("true") boolean enabled, @Nullable String primary,
		@DefaultValue Map<String, Replica> replicas, @DefaultValue Lag lag, @DefaultValue ReadYourWrites readYourWrites,
		@DefaultValue Fallback fallback, @DefaultValue("true") boolean transactionJoinCheck) {

	static final String PREFIX = "perf-starter.routing";

	static final String PRIMARY = PREFIX + ".primary";

	private static final String SCOPE = PREFIX + ".read-your-writes.scope";

	static final String REPLICAS = PREFIX + ".replicas";

	// The longest interval of probes while read-only transactions run.
	private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);

	// The interval of probes otherwise.
	private static final Duration IDLE_INTERVAL = Duration.ofSeconds(1);

	/**
	 * Converts and validates the properties. Not done during binding, which would hide
	 * the message of a failure behind class names.
	 * @return the settings
	 */
	RoutingSettings settings() {
		this.lag.check();
		requirePositive("read-your-writes.window", this.readYourWrites.window);
		return new RoutingSettings(this.lag.max, this.lag.hardMax, SAMPLE_INTERVAL, IDLE_INTERVAL,
				this.readYourWrites.window, this.readYourWrites.mode, this.fallback.mode, this.fallback.onExhausted);
	}

	/**
	 * Returns the age from which a write needs no token, because no replica that serves
	 * reads is as far behind.
	 */
	Duration longestLag() {
		Duration window = this.readYourWrites.window;
		return (window.compareTo(this.lag.hardMax) > 0) ? window : this.lag.hardMax;
	}

	/**
	 * Returns the secret that signs tokens.
	 * @param secret the configured secret
	 * @return the secret
	 * @throws CannotStartException if there is no suitable secret
	 */
	String tokenSecret(SecretProperties secret) {
		String value = secret.secret();
		String fault = secret.fault();
		if (value == null || fault != null) {
			Scope scope = this.readYourWrites.scope;
			boolean ofClients = scope != Scope.REQUEST;
			String user = ofClients
					? "The property '%s' is '%s'".formatted(SCOPE, scope.name().toLowerCase(Locale.ROOT))
					: "A bean uses ReadYourWrites";
			throw new CannotStartException(HelpPage.ROUTING,
					"%s, but 'perf-starter.secret', which signs the tokens of writes, is %s.".formatted(user, fault),
					SecretProperties.remedy() + (ofClients ? "or set '%s' to 'request'.".formatted(SCOPE)
							: "or do without ReadYourWrites."));
		}
		return value;
	}

	private static void requirePositive(String name, Duration value) {
		if (value.toMillis() <= 0) {
			throw invalid(name, value, "It must be one millisecond or more.");
		}
	}

	private static InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
	}

	/**
	 * Which reads see an earlier write.
	 */
	enum Scope {

		/**
		 * Reads of the request that wrote or, outside of requests, of the thread that
		 * wrote.
		 */
		REQUEST,

		/**
		 * Reads of all requests that return the cookie of an earlier response.
		 */
		COOKIE,

		/**
		 * Reads of all requests that return the header of an earlier response.
		 */
		HEADER

	}

	/**
	 * Settings of one replica. Unset values are taken from the primary.
	 *
	 * @param url JDBC URL of the replica.
	 * @param username Login user of the replica.
	 * @param password Login password of the replica.
	 * @param hikari Settings of the pool, as under spring.datasource.hikari.
	 */
	record Replica(@Nullable String url, @Nullable String username, @Nullable String password,
			@DefaultValue Map<String, String> hikari) {

		/**
		 * Omits values that may be secret.
		 */
		@Override
		public String toString() {
			return "Replica[username=%s]".formatted(this.username);
		}

	}

	/**
	 * Limits of the replica lag.
	 *
	 * @param max Maximum lag of a replica that serves reads.
	 * @param hardMax Maximum lag of a replica that serves reads as a fallback, when no
	 * replica is within max.
	 */
	record Lag(@DefaultValue("5s") Duration max, @DefaultValue("60s") Duration hardMax) {

		private void check() {
			requirePositive("lag.max", this.max);
			if (this.hardMax.compareTo(this.max) < 0) {
				throw invalid("lag.hard-max", this.hardMax,
						"It is the maximum lag of a fallback replica. Write a duration of "
								+ "at least that of '%s.lag.max', which is %s.".formatted(PREFIX, this.max));
			}
		}

	}

	/**
	 * How a read sees earlier writes of the same thread or request.
	 *
	 * @param mode How a read sees earlier writes: position (on a replica that is known to
	 * have them, otherwise on the primary), window (on the primary for some time after a
	 * write) or none (not at all).
	 * @param window How long reads use the primary after a write, in the mode window and
	 * for databases other than PostgreSQL and MariaDB.
	 * @param scope Which reads see an earlier write: request (reads of the same request
	 * or thread), cookie or header (also reads of later requests to any instance, if they
	 * return the cookie or header of an earlier response). The last two need
	 * perf-starter.secret.
	 */
	record ReadYourWrites(@DefaultValue("position") RoutingSettings.ReadYourWrites mode,
			@DefaultValue("2s") Duration window, @DefaultValue("request") Scope scope) {
	}

	/**
	 * Where a read runs when no replica is eligible.
	 *
	 * @param mode Where a read runs when no replica is eligible: on the primary
	 * (primary), on the freshest replica (stale), or nowhere, so that it fails (fail).
	 * @param onExhausted What a read does when no replica is eligible and the primary has
	 * no free connection: use the freshest replica (stale), or wait for a connection
	 * (fail).
	 */
	record Fallback(@DefaultValue("primary") RoutingSettings.Fallback mode,
			@DefaultValue("stale") RoutingSettings.Exhausted onExhausted) {
	}

}
