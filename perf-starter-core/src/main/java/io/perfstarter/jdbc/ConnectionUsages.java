package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps the figures of each {@link ConnectionUsage}, and lists the borrowed connections.
 * Must be the first listener, so that the others read current figures. Does not list a
 * connection that a lazy proxy has not fetched yet. Thread-safe, without a lock of its
 * own.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ConnectionUsages implements JdbcListener, RemoteCallListener {

	// Maximum number of listed connections and of remote calls. They reach it only if the
	// ends of some are never observed.
	private static final int MAX_USAGES = 10_000;

	private static final LongSupplier NO_PAUSES = () -> 0;

	private final Set<ConnectionUsage> usages = ConcurrentHashMap.newKeySet();

	private final Map<RemoteCall, List<ConnectionUsage>> calls = new ConcurrentHashMap<>();

	private final ConnectionUsage.Clock clock;

	private volatile LongSupplier pauses = NO_PAUSES;

	/**
	 * Creates an instance that lists nothing.
	 */
	public ConnectionUsages() {
		this(System::nanoTime);
	}

	/**
	 * Creates an instance that lists nothing.
	 * @param nanos supplies the time by {@link System#nanoTime()}
	 */
	public ConnectionUsages(LongSupplier nanos) {
		this.clock = new ConnectionUsage.Clock(nanos, () -> this.pauses.getAsLong());
	}

	private ConnectionUsages(ConnectionUsage.Clock clock) {
		this.clock = clock;
	}

	/**
	 * Excludes later JVM pauses from the time of statements. Has no effect if it was
	 * called before.
	 * @param source supplies the total time of JVM pauses since the start of the JVM, in
	 * nanoseconds
	 */
	public void exclude(LongSupplier source) {
		if (this.pauses == NO_PAUSES) {
			long before = source.getAsLong();
			this.pauses = () -> source.getAsLong() - before;
		}
	}

	/**
	 * Returns the borrowed connections.
	 * @return an unmodifiable view
	 */
	public Collection<ConnectionUsage> all() {
		return Collections.unmodifiableCollection(this.usages);
	}

	/**
	 * Returns the connection that the current thread holds. Searches all connections:
	 * remote calls are rare, so an index by thread would cost more.
	 * @return the last borrowed one if there are several, {@code null} if there is none
	 */
	public @Nullable ConnectionUsage ofCurrentThread() {
		ConnectionUsage last = null;
		for (ConnectionUsage usage : this.usages) {
			if (usage.holder() == Thread.currentThread()
					&& (last == null || usage.borrowedAt() - last.borrowedAt() >= 0)) {
				last = usage;
			}
		}
		if (last != null) {
			nameTransaction(last);
		}
		return last;
	}

	/**
	 * Records that the current thread has left an asynchronous request, which may keep
	 * its connections until it ends.
	 */
	public void leave() {
		this.usages.forEach(ConnectionUsage::leave);
	}

	/**
	 * Sets the name of the transaction if it is unknown. If a transaction fetches its
	 * connection eagerly, Spring sets the name only afterwards.
	 */
	private static void nameTransaction(ConnectionUsage usage) {
		if (usage.transaction() == null) {
			String name = TransactionSynchronizationManager.getCurrentTransactionName();
			if (name != null || TransactionSynchronizationManager.isActualTransactionActive()) {
				usage.transaction((name != null) ? name : "");
			}
		}
	}

	@Override
	public void borrowed(ConnectionUsage usage) {
		usage.begin(this.clock);
		nameTransaction(usage);
		if (this.usages.size() < MAX_USAGES) {
			this.usages.add(usage);
		}
	}

	@Override
	public void executing(ConnectionUsage usage, Execution execution) {
		nameTransaction(usage);
		usage.use(execution);
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		if (execution.isStatement()) {
			usage.executed(endedAt);
			return;
		}
		usage.used(endedAt);
		if (execution.kind() == Kind.COMMIT || execution.kind() == Kind.ROLLBACK && failure == null) {
			usage.transactionEnded();
		}
	}

	@Override
	public void returned(ConnectionUsage usage) {
		this.usages.remove(usage);
	}

	/**
	 * Records the call at each connection that the current thread holds.
	 */
	@Override
	public void starting(RemoteCall call) {
		Thread caller = Thread.currentThread();
		List<ConnectionUsage> held = this.usages.stream().filter((usage) -> usage.holder() == caller).toList();
		if (!held.isEmpty() && this.calls.size() < MAX_USAGES) {
			this.calls.put(call, held);
			held.forEach((usage) -> usage.calling(call.startedAt()));
		}
	}

	@Override
	public void ended(RemoteCall call) {
		List<ConnectionUsage> held = this.calls.remove(call);
		if (held != null) {
			long now = this.clock.now();
			held.forEach((usage) -> usage.called(now));
		}
	}

	@Override
	public JdbcListener forWarmup() {
		return new ConnectionUsages(this.clock);
	}

}
