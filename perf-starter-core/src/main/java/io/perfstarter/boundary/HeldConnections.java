package io.perfstarter.boundary;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The connections that are held at the moment, by whom and since when: those that a pool
 * has really lent, not those that a transaction may still fetch. Thread-safe without a
 * lock.
 */
final class HeldConnections implements JdbcListener {

	private final Map<Lease, Hold> holds = new ConcurrentHashMap<>();

	private final ConnectionAccount account;

	private final LongSupplier clock;

	private final ThreadCpuTime cpuTime;

	/**
	 * Takes who counts.
	 * @param account told of each hold that is over
	 * @param clock {@link System#nanoTime()}
	 * @param cpuTime that of the calling thread
	 */
	HeldConnections(ConnectionAccount account, LongSupplier clock, ThreadCpuTime cpuTime) {
		this.account = account;
		this.clock = clock;
		this.cpuTime = cpuTime;
	}

	/**
	 * What the calling thread holds, of several what it fetched last. Looks through all,
	 * because remote calls are rare, and no hold is to cost an entry with the thread.
	 */
	@Nullable Hold current() {
		Thread caller = Thread.currentThread();
		Hold last = null;
		for (Hold hold : this.holds.values()) {
			if (hold.owner() == caller
					&& (last == null || hold.lease().borrowedAt() - last.lease().borrowedAt() >= 0)) {
				last = hold;
			}
		}
		if (last != null) {
			nameTransaction(last);
		}
		return last;
	}

	Collection<Hold> all() {
		return Collections.unmodifiableCollection(this.holds.values());
	}

	/**
	 * Where the begin fetches the connection, the name comes after it.
	 */
	private static void nameTransaction(Hold hold) {
		if (hold.transaction() == null) {
			hold.transaction(TransactionSynchronizationManager.getCurrentTransactionName());
		}
	}

	@Override
	public void requested(String pool) {
		this.account.requested(pool);
	}

	@Override
	public void refused(String pool) {
		this.account.refused(pool);
	}

	@Override
	public void borrowed(Lease lease) {
		Hold hold = new Hold(lease, Thread.currentThread(), this.cpuTime.sometimes());
		nameTransaction(hold);
		this.holds.put(lease, hold);
	}

	@Override
	public void executing(Lease lease, Execution execution) {
		Hold hold = this.holds.get(lease);
		if (hold != null) {
			nameTransaction(hold);
			hold.executing();
		}
	}

	@Override
	public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		Hold hold = this.holds.get(lease);
		if (hold != null) {
			hold.executed(execution.startedAt(), endedAt);
		}
	}

	@Override
	public void ending(Lease lease, long startedAt) {
		Hold hold = this.holds.get(lease);
		if (hold != null) {
			hold.ending(startedAt);
		}
	}

	@Override
	public void ended(Lease lease, String command, long endedAt) {
		Hold hold = this.holds.get(lease);
		if (hold != null) {
			hold.ended(endedAt);
		}
	}

	@Override
	public void committed(Lease lease) {
		Hold hold = this.holds.get(lease);
		if (hold != null) {
			nameTransaction(hold);
			hold.committed();
		}
	}

	@Override
	public void rolledBack(Lease lease) {
		committed(lease);
	}

	@Override
	public void returned(Lease lease) {
		Hold hold = this.holds.remove(lease);
		if (hold != null) {
			hold.returned();
			this.account.add(hold, this.clock.getAsLong(), cpuOf(hold));
		}
	}

	@Override
	public JdbcListener rehearsal() {
		return new HeldConnections(this.account.rehearsal(), this.clock, this.cpuTime);
	}

	private long cpuOf(Hold hold) {
		boolean measured = hold.cpuAtBorrow() != ThreadCpuTime.UNKNOWN && hold.owner() == Thread.currentThread();
		return (measured) ? this.cpuTime.now() - hold.cpuAtBorrow() : ThreadCpuTime.UNKNOWN;
	}

}
