package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.routing.Check;
import io.perfstarter.routing.RoutingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of routing.
 *
 * @param enabled Whether read-only transactions go to the replicas.
 * @param replicas Replicas by name, which consists of lower-case letters, digits and
 * dashes.
 * @param replicaDefaults Settings of every replica.
 * @param lag How far a replica may be behind.
 * @param readYourWrites How a read finds what was written before it.
 * @param affinity Whether all reads of a request go to one replica while it is fresh
 * enough: request or none.
 * @param fallback Where a read goes when no replica is fit.
 * @param transactionJoinCheck What becomes of a method that may write and joins a
 * read-only transaction: off, warn or fail.
 * @param lostWriteCheck What becomes of a change to an entity in a read-only transaction,
 * which would be lost without an exception: off, warn or fail.
 */
@ConfigurationProperties(RoutingProperties.PREFIX)
record RoutingProperties(@DefaultValue("true") boolean enabled, @DefaultValue Map<String, Replica> replicas,
		@DefaultValue ReplicaDefaults replicaDefaults, @DefaultValue Lag lag,
		@DefaultValue ReadYourWrites readYourWrites, @DefaultValue("request") Affinity affinity,
		@DefaultValue Fallback fallback, @DefaultValue("warn") Check transactionJoinCheck,
		@DefaultValue("warn") Check lostWriteCheck) {

	static final String PREFIX = "perf-starter.routing";

	static final String REPLICAS = PREFIX + ".replicas";

	static final String REPLICA_DEFAULTS = PREFIX + ".replica-defaults";

	/**
	 * How to decide, checked; not while binding, whose failure would hide what is wrong
	 * behind class names.
	 * @return the settings
	 */
	RoutingSettings settings() {
		this.lag.check();
		requirePositive("read-your-writes.window", this.readYourWrites.window);
		this.fallback.check();
		return new RoutingSettings(this.lag.max, this.lag.hardMax, this.lag.sampleInterval, this.lag.idleSampleInterval,
				this.readYourWrites.mode, this.readYourWrites.window, this.affinity == Affinity.REQUEST,
				this.fallback.mode, this.fallback.maxPrimaryShare, this.fallback.onExhausted);
	}

	/**
	 * Whether the requests of an HTTP session find what its earlier ones have written.
	 * @return whether they do
	 */
	boolean acrossRequests() {
		return this.readYourWrites.scope == Scope.HTTP_SESSION;
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
	 * Which reads go to one replica.
	 */
	enum Affinity {

		/**
		 * Those of a request, or of a thread outside of requests.
		 */
		REQUEST,

		/**
		 * No two.
		 */
		NONE

	}

	/**
	 * Who finds what was written.
	 */
	enum Scope {

		/**
		 * The request that wrote it, or the thread outside of requests.
		 */
		REQUEST,

		/**
		 * Every request of the HTTP session.
		 */
		HTTP_SESSION

	}

	/**
	 * Settings of one replica. What is not set is that of the defaults, and then that of
	 * the primary.
	 *
	 * @param url JDBC URL of the replica.
	 * @param username Login user of the replica.
	 * @param password Login password of the replica.
	 * @param driverClassName Name of the JDBC driver's class.
	 * @param hikari Settings of the pool, as under spring.datasource.hikari.
	 */
	record Replica(@Nullable String url, @Nullable String username, @Nullable String password,
			@Nullable String driverClassName, @DefaultValue Map<String, String> hikari) {

		/**
		 * Leaves out what may be secret.
		 */
		@Override
		public String toString() {
			return "Replica[username=%s, driverClassName=%s]".formatted(this.username, this.driverClassName);
		}

	}

	/**
	 * Settings of every replica. What is not set is that of the primary.
	 *
	 * @param username Login user of the replicas.
	 * @param password Login password of the replicas.
	 * @param driverClassName Name of the JDBC driver's class.
	 * @param hikari Settings of the pools, as under spring.datasource.hikari.
	 */
	record ReplicaDefaults(@Nullable String username, @Nullable String password, @Nullable String driverClassName,
			@DefaultValue Map<String, String> hikari) {

		/**
		 * Leaves out what may be secret.
		 */
		@Override
		public String toString() {
			return "ReplicaDefaults[username=%s, driverClassName=%s]".formatted(this.username, this.driverClassName);
		}

	}

	/**
	 * How far a replica may be behind.
	 *
	 * @param max Longest time that a replica may be behind to be read from.
	 * @param hardMax Longest time that a replica may be behind when nothing better is
	 * left.
	 * @param sampleInterval How often servers are asked how far they are while read-only
	 * transactions run.
	 * @param idleSampleInterval How often servers are asked how far they are otherwise.
	 */
	record Lag(@DefaultValue("5s") Duration max, @DefaultValue("60s") Duration hardMax,
			@DefaultValue("100ms") Duration sampleInterval, @DefaultValue("1s") Duration idleSampleInterval) {

		private void check() {
			requirePositive("lag.max", this.max);
			requirePositive("lag.sample-interval", this.sampleInterval);
			if (this.hardMax.compareTo(this.max) < 0) {
				throw invalid("lag.hard-max", this.hardMax,
						"It is how far behind a replica may be when nothing better is left, so write a duration of "
								+ "at least that of '%s.lag.max', which is %s.".formatted(PREFIX, this.max));
			}
			if (this.idleSampleInterval.compareTo(this.sampleInterval) < 0) {
				throw invalid("lag.idle-sample-interval", this.idleSampleInterval,
						"Servers are asked less often while nothing is read, so write a duration of at least that of "
								+ "'%s.lag.sample-interval', which is %s.".formatted(PREFIX, this.sampleInterval));
			}
		}

	}

	/**
	 * How a read finds what was written before it.
	 *
	 * @param mode How a read finds what was written before it: on a replica that is known
	 * to have it, else on the primary (horizon), on the primary for some time (window),
	 * or not at all (none).
	 * @param window For how long the primary is read after a write, in the mode window
	 * and where it is not known how far replicas are.
	 * @param scope Who finds what was written: the request or thread that wrote it
	 * (request), or all requests of its HTTP session too (http-session).
	 */
	record ReadYourWrites(@DefaultValue("position") RoutingSettings.ReadYourWrites mode,
			@DefaultValue("2s") Duration window, @DefaultValue("request") Scope scope) {
	}

	/**
	 * Where a read goes when no replica is fit.
	 *
	 * @param mode Where a read goes when no replica is fit: to the primary, to the
	 * freshest replica (stale), or nowhere (fail).
	 * @param maxPrimaryShare How much of the primary's pool such reads may take while
	 * writers wait, from 0 to 1.
	 * @param onExhausted Where a read goes while the primary has no connection for it: to
	 * the freshest replica (stale), or nowhere, so that it waits (fail).
	 */
	record Fallback(@DefaultValue("primary") RoutingSettings.Fallback mode, @DefaultValue("0.5") double maxPrimaryShare,
			@DefaultValue("stale") RoutingSettings.Exhausted onExhausted) {

		private void check() {
			if (!(this.maxPrimaryShare >= 0 && this.maxPrimaryShare <= 1)) {
				throw invalid("fallback.max-primary-share", this.maxPrimaryShare,
						"It is a part of the primary's pool: write a number from 0 to 1, such as 0.5 for half of it.");
			}
		}

	}

}
