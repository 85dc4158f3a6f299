package io.perfstarter.boundary;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.perfstarter.boundary.BoundarySettings.RemoteCallCheck;
import io.perfstarter.jdbc.ApplicationCode;
import io.perfstarter.jdbc.LogOnce;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Detects remote calls that are made while the current thread holds a connection, and
 * logs or rejects them. Thread-safe.
 */
final class RemoteCallDetector implements RemoteCallListener {

	private static final Log logger = LogFactory.getLog(RemoteCallDetector.class);

	private final HeldConnections connections;

	private final RemoteCallCheck check;

	private final LongSupplier clock;

	private final LogOnce once = new LogOnce();

	private final Map<RemoteCall, HeldConnection> calls = new ConcurrentHashMap<>();

	RemoteCallDetector(HeldConnections connections, RemoteCallCheck check, LongSupplier clock) {
		this.connections = connections;
		this.check = check;
		this.clock = clock;
	}

	@Override
	public void starting(RemoteCall call) {
		HeldConnection connection = this.connections.current();
		if (connection == null) {
			return;
		}
		if (this.check != RemoteCallCheck.OFF && !AllowedRemoteCalls.isActive()) {
			report(connection, call);
		}
		connection.calling();
		this.calls.put(call, connection);
	}

	@Override
	public void ended(RemoteCall call) {
		HeldConnection connection = this.calls.remove(call);
		if (connection != null) {
			connection.called(this.clock.getAsLong() - call.startedAt());
		}
	}

	private void report(HeldConnection connection, RemoteCall call) {
		String line = Objects.requireNonNullElse(ApplicationCode.nearestLine(), "an unknown line");
		if (this.check == RemoteCallCheck.FAIL) {
			throw new RemoteCallInTransactionException(message(connection, call, line));
		}
		if (this.once.isFirst(new Finding(connection.holder(), call.target(), line))) {
			logger.warn(message(connection, call, line));
		}
	}

	private String message(HeldConnection connection, RemoteCall call, String line) {
		return String.format(Locale.ROOT,
				"%s calls '%s' at %s while holding a connection of pool '%s' (held for %.1f ms, used for %.1f ms). %s",
				connection.holder(), call.target(), line, connection.usage().pool(),
				millis(connection.heldFor(this.clock.getAsLong())), millis(connection.used()), remedy(connection));
	}

	private static String remedy(HeldConnection connection) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			return "No transaction needs the connection now: return it before the call. With spring.jpa.open-in-view, which "
					+ "is on by default, a web request keeps its connection until it ends: set it to false";
		}
		if (connection.isCommitted()) {
			return "The transaction has ended, but the connection is returned only after the AFTER_COMMIT "
					+ "listeners: make the call on another thread, for instance with @Async";
		}
		return "Move the call out of the transaction, give the repositories transactions of their own, or allow "
				+ "it with @AllowRemoteCall";
	}

	private static double millis(long nanos) {
		return nanos / 1e6;
	}

	/**
	 * The key of a message that is logged once.
	 *
	 * @param holder the name of the transaction
	 * @param target the target of the call
	 * @param line the source line of the call
	 */
	private record Finding(String holder, String target, String line) {
	}

}
