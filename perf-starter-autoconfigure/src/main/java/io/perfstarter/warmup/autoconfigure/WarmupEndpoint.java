package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.WarmupReport;
import io.perfstarter.warmup.run.Warmup;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;

/**
 * {@link Endpoint} that shows the progress or the result of the warm-up.
 */
@Endpoint(id = "warmup")
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(WarmupEndpoint.class)
class WarmupEndpoint {

	private final Warmup warmup;

	WarmupEndpoint(Warmup warmup) {
		this.warmup = warmup;
	}

	@ReadOperation
	WarmupReport warmup() {
		return this.warmup.report();
	}

}
