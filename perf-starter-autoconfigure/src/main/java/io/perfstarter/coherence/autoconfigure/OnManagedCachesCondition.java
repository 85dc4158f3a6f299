package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.context.annotation.Conditional;

/**
 * Matches when there may be caches to keep coherent: some are named, or all are meant.
 */
class OnManagedCachesCondition extends AnyNestedCondition {

	OnManagedCachesCondition() {
		super(ConfigurationPhase.PARSE_CONFIGURATION);
	}

	@Conditional(OnNamedCachesCondition.class)
	static class Named {

	}

	@ConditionalOnSwitch(value = CoherenceProperties.PREFIX + ".manage-all", byDefault = false)
	static class All {

	}

}
