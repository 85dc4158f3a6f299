package io.perfstarter.reporting.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Records remote calls in the time breakdown of the thread that starts them, even if they
 * end on another thread. Thread-safe.
 */
final class RemoteCallRecorder implements RemoteCallListener {

	// Maximum number of calls outside of requests. Some never end, so the next call
	// removes all.
	private static final int OUTSIDE = 256;

	private final Map<RemoteCall, TimeBreakdown> calls = new ConcurrentHashMap<>();

	private final Map<Long, RemoteCall> outside = new ConcurrentHashMap<>();

	@Override
	public void starting(RemoteCall call) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			this.calls.put(call, breakdown);
			breakdown.begin(TimeComponent.REMOTE, call, call.startedAt());
		}
		else {
			if (this.outside.size() >= OUTSIDE) {
				this.outside.clear();
			}
			this.outside.put(Thread.currentThread().getId(), call);
		}
	}

	@Override
	public void ended(RemoteCall call) {
		TimeBreakdown breakdown = this.calls.remove(call);
		if (breakdown != null) {
			breakdown.called(call, System.nanoTime());
		}
		else {
			this.outside.values().remove(call);
		}
	}

	/**
	 * Returns what a thread calls outside of requests.
	 * @param thread the identifier of the thread
	 * @return the target, {@code null} if it calls nothing
	 */
	@Nullable String targetOf(long thread) {
		RemoteCall call = this.outside.get(thread);
		return (call != null) ? call.target() : null;
	}

	/**
	 * Discards the calls of a completed request, because some calls never end.
	 */
	void forget(TimeBreakdown breakdown) {
		this.calls.values().removeIf((owner) -> owner == breakdown);
	}

}
