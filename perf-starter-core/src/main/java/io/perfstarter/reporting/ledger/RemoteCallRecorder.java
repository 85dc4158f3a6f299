package io.perfstarter.reporting.ledger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Writes remote calls into the ledger of the thread that makes them, wherever they end.
 * Thread-safe.
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
	 * Forgets the calls of a request that is over: some never end.
	 */
	void forget(TimeBreakdown breakdown) {
		this.calls.values().removeIf((owner) -> owner == breakdown);
	}

	/**
	 * How many are under way.
	 */
	int size() {
		return this.calls.size();
	}

}
