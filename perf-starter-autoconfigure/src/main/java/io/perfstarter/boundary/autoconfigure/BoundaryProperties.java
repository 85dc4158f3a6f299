package io.perfstarter.boundary.autoconfigure;

import java.time.Duration;
import java.util.Set;

import io.perfstarter.boundary.BoundarySettings;
import io.perfstarter.boundary.BoundarySettings.RemoteCallCheck;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties for the boundaries of transactions.
 *
 * @param enabled Whether anything is done about the boundaries of transactions.
 * @param remoteCalls What is done when a remote call is about to be made while the thread
 * holds a connection: off, warn once for each method, target and line, or fail before
 * anything is sent.
 * @param ignoredObservations Names of observations that are no remote calls, such as that
 * of the client of a cache.
 * @param idleConnectionThreshold How long a connection may be held without a statement
 * before that is logged with the stack of its thread.
 */
@ConfigurationProperties("perf-starter.boundary")
record BoundaryProperties(@DefaultValue("true") boolean enabled, @DefaultValue("warn") RemoteCallCheck remoteCalls,
		@DefaultValue Set<String> ignoredObservations, @DefaultValue("2s") Duration idleConnectionThreshold) {

	BoundaryProperties {
		if (idleConnectionThreshold.isNegative() || idleConnectionThreshold.isZero()) {
			throw new InvalidConfigurationPropertyValueException("perf-starter.boundary.idle-connection-threshold",
					idleConnectionThreshold, "It must be longer than nothing; 2s is the default.");
		}
	}

	BoundarySettings settings() {
		return new BoundarySettings(this.remoteCalls, this.idleConnectionThreshold);
	}

}
