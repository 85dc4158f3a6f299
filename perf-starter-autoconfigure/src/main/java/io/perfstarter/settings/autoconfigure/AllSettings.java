package io.perfstarter.settings.autoconfigure;

import io.perfstarter.async.autoconfigure.AsyncProperties;
import io.perfstarter.boundary.autoconfigure.BoundaryProperties;
import io.perfstarter.coherence.autoconfigure.CoherenceProperties;
import io.perfstarter.reporting.autoconfigure.ReportingProperties;
import io.perfstarter.routing.autoconfigure.RoutingProperties;
import io.perfstarter.warmup.autoconfigure.WarmupProperties;

/**
 * All settings below {@code perf-starter}. Each feature binds and validates its settings.
 */
record AllSettings(String secret, Strictness strict, AsyncProperties async, BoundaryProperties boundary,
		CoherenceProperties coherence, Eviction eviction, ReportingProperties reporting, RoutingProperties routing,
		WarmupProperties warmup) {

	/**
	 * The reaction to an unknown setting in a file, on the command line or in a system
	 * property. WARN suits versions that share one configuration during a rollback.
	 */
	enum Strictness {

		FAIL, WARN

	}

	/**
	 * The settings of eviction.
	 */
	record Eviction(boolean enabled) {

	}

}
