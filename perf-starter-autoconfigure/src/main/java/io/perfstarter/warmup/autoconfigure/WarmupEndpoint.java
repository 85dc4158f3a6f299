package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.Warmup;
import io.perfstarter.warmup.WarmupReport;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint} that tells how the warm-up goes or went.
 */
@Endpoint(id = "warmup")
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
