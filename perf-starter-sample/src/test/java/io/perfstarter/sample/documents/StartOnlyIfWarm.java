package io.perfstarter.sample.documents;

import io.perfstarter.warmup.WarmupCompletedEvent;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Stops the application if its warm-up failed, as the documents show it.
 */
// tag::listener[]
@Component
class StartOnlyIfWarm {

	@EventListener
	void warmedUp(WarmupCompletedEvent event) {
		if (!event.isSuccessful()) {
			throw new IllegalStateException("The warm-up failed: " + event.getReport());
		}
	}

}
// end::listener[]
