package io.perfstarter.boundary;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.perfstarter.boundary.BoundarySettings.RemoteCallCheck;
import io.perfstarter.jdbc.ApplicationCode;
import io.perfstarter.jdbc.Once;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Sees remote calls that are made while the thread holds a connection. Thread-safe.
 */
final class RemoteCallWitness implements RemoteCallListener {

	private static final Log logger = LogFactory.getLog(RemoteCallWitness.class);

	private final HeldConnections connections;

	private final RemoteCallCheck check;

	private final LongSupplier clock;

	private final Once once = new Once();

	private final Map<RemoteCall, Hold> calls = new ConcurrentHashMap<>();

	RemoteCallWitness(HeldConnections connections, RemoteCallCheck check, LongSupplier clock) {
		this.connections = connections;
		this.check = check;
		this.clock = clock;
	}

	@Override
	public void starting(RemoteCall call) {
		Hold hold = this.connections.current();
		if (hold == null) {
			return;
		}
		if (this.check != RemoteCallCheck.OFF && !AllowedRemoteCalls.isActive()) {
			report(hold, call);
		}
		hold.calling();
		this.calls.put(call, hold);
	}

	@Override
	public void ended(RemoteCall call) {
		Hold hold = this.calls.remove(call);
		if (hold != null) {
			hold.called(this.clock.getAsLong() - call.startedAt());
		}
	}

	private void report(Hold hold, RemoteCall call) {
		String line = Objects.requireNonNullElse(ApplicationCode.nearestLine(), "an unknown line");
		if (this.check == RemoteCallCheck.FAIL) {
			throw new RemoteCallInTransactionException(message(hold, call, line));
		}
		if (this.once.isFirst(new Finding(hold.holder(), call.target(), line))) {
			logger.warn(message(hold, call, line));
		}
	}

	private String message(Hold hold, RemoteCall call, String line) {
		return String.format(Locale.ROOT,
				"%s calls '%s' at %s while it holds a connection of pool '%s', for %.1f ms so far, of which it was used %.1f ms. %s",
				hold.holder(), call.target(), line, hold.lease().pool(), millis(hold.heldFor(this.clock.getAsLong())),
				millis(hold.used()), remedy(hold));
	}

	private static String remedy(Hold hold) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			return "No transaction needs it now: give it back before the call; a web request keeps its connection to its "
					+ "end as long as spring.jpa.open-in-view is on, as it is by default: set it to false";
		}
		if (hold.isCommitted()) {
			return "Its transaction is over, but the connection is given back only after the listeners that run "
					+ "AFTER_COMMIT: call from another thread, for instance with @Async";
		}
		return "Move the call out of the transaction, let the repositories have transactions of their own, or allow "
				+ "it with @AllowRemoteCall";
	}

	private static double millis(long nanos) {
		return nanos / 1e6;
	}

	/**
	 * What is said once.
	 *
	 * @param holder whose transaction
	 * @param target what is called
	 * @param line where
	 */
	private record Finding(String holder, String target, String line) {
	}

}
