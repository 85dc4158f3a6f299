package io.perfstarter.reporting.autoconfigure;

import javax.sql.DataSource;

import io.perfstarter.coherence.guard.GuardedCacheManager;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;

/**
 * Matches if the application has something to measure: requests, connections or caches.
 */
class OnReportableCondition extends AnyNestedCondition {

	OnReportableCondition() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	@ConditionalOnWebApplication
	static class OnRequests {

	}

	@ConditionalOnBean(DataSource.class)
	static class OnConnections {

	}

	@ConditionalOnBean(GuardedCacheManager.class)
	static class OnCaches {

	}

}
