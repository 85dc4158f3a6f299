package io.perfstarter.coherence.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
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

	@ConditionalOnBooleanProperty(name = CoherenceProperties.PREFIX + ".manage-all")
	static class All {

	}

}
