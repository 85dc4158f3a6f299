package io.perfstarter.reporting.ledger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.Part;

/**
 * Writes remote calls into the ledger of the thread that makes them, wherever they end.
 * Thread-safe.
 */
final class LedgerCalls implements RemoteCallListener {

	private final Map<RemoteCall, Ledger> calls = new ConcurrentHashMap<>();

	@Override
	public void starting(RemoteCall call) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			this.calls.put(call, ledger);
			ledger.begin(Part.REMOTE, call, call.startedAt());
		}
	}

	@Override
	public void ended(RemoteCall call) {
		Ledger ledger = this.calls.remove(call);
		if (ledger != null) {
			ledger.called(call, System.nanoTime());
		}
	}

	/**
	 * Forgets the calls of a request that is over: some never end.
	 */
	void forget(Ledger ledger) {
		this.calls.values().removeIf((owner) -> owner == ledger);
	}

	/**
	 * How many are under way.
	 */
	int size() {
		return this.calls.size();
	}

}
