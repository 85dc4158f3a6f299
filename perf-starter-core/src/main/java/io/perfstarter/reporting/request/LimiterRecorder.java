package io.perfstarter.reporting.request;

import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.support.LimiterListener;

/**
 * Records the waits at limiters in the time breakdown of the thread that waits, even if
 * another thread ends the wait. Stateless and thread-safe.
 */
final class LimiterRecorder implements LimiterListener {

	@Override
	public Runnable waiting(String limiter) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown == null) {
			return NONE.waiting(limiter);
		}
		Object key = new Object();
		breakdown.begin(TimeComponent.LIMITER, key, System.nanoTime());
		return () -> breakdown.endWaitAt(limiter, key, System.nanoTime());
	}

}
