package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if caches are named or {@code manage-all} is set.
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
