package io.perfstarter.reporting.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Records remote calls in the time breakdown of the thread that starts them, even if they
 * end on another thread. Thread-safe.
 */
final class RemoteCallRecorder implements RemoteCallListener {

	private final Map<RemoteCall, TimeBreakdown> calls = new ConcurrentHashMap<>();

	@Override
	public void starting(RemoteCall call) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			this.calls.put(call, breakdown);
			breakdown.begin(TimeComponent.REMOTE, call, call.startedAt());
		}
	}

	@Override
	public void ended(RemoteCall call) {
		TimeBreakdown breakdown = this.calls.remove(call);
		if (breakdown != null) {
			breakdown.called(call, System.nanoTime());
		}
	}

	/**
	 * Discards the calls of a completed request, because some calls never end.
	 */
	void forget(TimeBreakdown breakdown) {
		this.calls.values().removeIf((owner) -> owner == breakdown);
	}

}
