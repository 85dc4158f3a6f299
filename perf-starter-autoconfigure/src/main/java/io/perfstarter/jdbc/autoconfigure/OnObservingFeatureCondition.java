package io.perfstarter.jdbc.autoconfigure;

import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;

/**
 * Matches when a feature that observes connections is switched on.
 */
class OnObservingFeatureCondition extends AnyNestedCondition {

	OnObservingFeatureCondition() {
		super(ConfigurationPhase.PARSE_CONFIGURATION);
	}

	@ConditionalOnSwitch("perf-starter.boundary.enabled")
	static class Boundary {

	}

	@ConditionalOnSwitch("perf-starter.coherence.enabled")
	static class Coherence {

	}

	@ConditionalOnSwitch("perf-starter.eviction.enabled")
	static class Eviction {

	}

	@ConditionalOnSwitch("perf-starter.reporting.enabled")
	static class Reporting {

	}

	@ConditionalOnSwitch("perf-starter.routing.enabled")
	static class Routing {

	}

}
