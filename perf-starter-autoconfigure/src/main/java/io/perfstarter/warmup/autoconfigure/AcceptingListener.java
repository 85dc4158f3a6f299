package io.perfstarter.warmup.autoconfigure;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationListener;

/**
 * Runs an action synchronously when the application accepts traffic.
 */
class AcceptingListener implements ApplicationListener<AvailabilityChangeEvent<?>> {

	private final Runnable action;

	AcceptingListener(Runnable action) {
		this.action = action;
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

	@Override
	public void onApplicationEvent(AvailabilityChangeEvent<?> event) {
		if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
			this.action.run();
		}
	}

}
