package io.perfstarter.boundary.connection;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.perfstarter.boundary.RemoteCallInTransactionException;
import io.perfstarter.boundary.connection.Boundary.RemoteCallCheck;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.TransactionNames;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.support.ApplicationCode;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Logs or rejects remote calls that a thread makes while it holds a connection.
 * Thread-safe.
 */
final class RemoteCallDetector implements RemoteCallListener {

	private static final Log logger = LogFactory.getLog(RemoteCallDetector.class);

	private final ConnectionUsages usages;

	private final RemoteCallCheck check;

	private final ApplicationCode application;

	private final LogOnce once = new LogOnce();

	RemoteCallDetector(ConnectionUsages usages, RemoteCallCheck check, ApplicationCode application) {
		this.usages = usages;
		this.check = check;
		this.application = application;
	}

	@Override
	public void starting(RemoteCall call) {
		if (this.check != RemoteCallCheck.OFF && !AllowedRemoteCalls.isActive()) {
			ConnectionUsage usage = this.usages.ofCurrentThread();
			if (usage != null) {
				report(usage, call);
			}
		}
	}

	private void report(ConnectionUsage usage, RemoteCall call) {
		String line = Objects.requireNonNullElse(this.application.nearestLine(), "an unknown line");
		if (this.check == RemoteCallCheck.FAIL) {
			throw new RemoteCallInTransactionException(message(usage, call, line));
		}
		if (this.once.isFirst(List.of(holder(usage), call.target(), line))) {
			logger.warn(message(usage, call, line));
		}
	}

	private String message(ConnectionUsage usage, RemoteCall call, String line) {
		return String.format(Locale.ROOT,
				"%s calls '%s' at %s while holding a connection of pool '%s' (held for %.1f ms, used for %.1f ms). %s",
				holder(usage), call.target(), line, usage.pool(), millis(usage.heldNanos()),
				millis(usage.figures().active()), remedy(usage));
	}

	/**
	 * Returns the name of the borrower of a connection, for messages.
	 */
	static String holder(ConnectionUsage usage) {
		String transaction = usage.transaction();
		return (transaction != null) ? TransactionNames.shortened(transaction) : "Code without a transaction";
	}

	private static String remedy(ConnectionUsage usage) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			boolean suspended = usage.transaction() != null && !usage.hasTransactionEnded();
			return suspended
					? "The transaction is suspended and keeps the connection: make the call before it begins or after it "
							+ "has ended"
					: "No transaction needs the connection now: return it before the call. If spring.jpa.open-in-view is "
							+ "on, as by default, a web request keeps its connection until it ends: set it to false";
		}
		if (usage.hasTransactionEnded()) {
			return "The transaction has ended, but the connection is returned only after the AFTER_COMMIT "
					+ "listeners: make the call on another thread, for instance with @Async";
		}
		return "Move the call out of the transaction, give the repositories transactions of their own, or allow "
				+ "it with @AllowRemoteCall";
	}

	private static double millis(long nanos) {
		return nanos / 1e6;
	}

}
