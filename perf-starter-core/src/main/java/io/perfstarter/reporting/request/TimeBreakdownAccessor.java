package io.perfstarter.reporting.request;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Propagates the time breakdown to other threads, such as those of executors, by
 * Micrometer's context propagation. The service loader loads it.
 */
public final class TimeBreakdownAccessor implements ThreadLocalAccessor<TimeBreakdown> {

	static final String KEY = "perf-starter.time-breakdown";

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable TimeBreakdown getValue() {
		return CurrentTimeBreakdown.get();
	}

	@Override
	public void setValue(TimeBreakdown value) {
		CurrentTimeBreakdown.replace(value);
	}

	@Override
	public void setValue() {
		CurrentTimeBreakdown.replace(null);
	}

}
