package io.perfstarter.boundary.autoconfigure;

import java.time.Duration;
import java.util.Set;

import io.perfstarter.boundary.connection.Boundary.RemoteCallCheck;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the boundary feature.
 *
 * @param enabled Whether to detect remote calls and idle time while a connection is held.
 * @param repositoryTransactions Whether query methods of Spring Data repositories that
 * declare no transaction get a default one, read-only or read-write. If not set, they get
 * one when routing is on.
 * @param remoteCalls Reaction to a remote call that is about to be made while its thread
 * holds a connection: off, warn (log once for each method, target and line) or fail
 * (throw before anything is sent).
 * @param ignoredObservations Names of observations that boundary ignores, such as
 * observations of a cache client.
 * @param idleConnectionThreshold How long a connection may be held without a statement
 * before it is logged with the stack of its thread.
 */
@ConfigurationProperties("perf-starter.boundary")
public record BoundaryProperties(@DefaultValue("true") boolean enabled, @Nullable Boolean repositoryTransactions,
		@DefaultValue("warn") RemoteCallCheck remoteCalls, @DefaultValue Set<String> ignoredObservations,
		@DefaultValue("2s") Duration idleConnectionThreshold) {

	public BoundaryProperties {
		if (idleConnectionThreshold.isNegative() || idleConnectionThreshold.isZero()) {
			throw new InvalidConfigurationPropertyValueException("perf-starter.boundary.idle-connection-threshold",
					idleConnectionThreshold, "It must be positive; the default is 2s.");
		}
	}

}
