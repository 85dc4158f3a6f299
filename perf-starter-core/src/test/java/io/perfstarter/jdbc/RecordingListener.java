package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * Records all events.
 */
class RecordingListener implements JdbcListener {

	private final String prefix;

	private final List<String> events;

	private final Set<ConnectionUsage> usages = ConcurrentHashMap.newKeySet();

	private final List<Execution> executions = new CopyOnWriteArrayList<>();

	private final List<SQLException> failures = new CopyOnWriteArrayList<>();

	RecordingListener() {
		this("", new CopyOnWriteArrayList<>());
	}

	/**
	 * Records in a shared list.
	 * @param prefix the prefix of each entry
	 * @param events the list
	 */
	RecordingListener(String prefix, List<String> events) {
		this.prefix = prefix;
		this.events = events;
	}

	@Override
	public void borrowed(ConnectionUsage usage) {
		record(usage, "borrowed");
	}

	@Override
	public void executing(ConnectionUsage usage, Execution execution) {
		if (execution.isStatement()) {
			this.executions.add(execution);
			record(usage, "executing " + execution.kind() + " " + execution.sql());
		}
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		boolean failed = failure != null;
		switch (execution.kind()) {
			case COMMIT -> record(usage, failed ? "commit failed" : "committed");
			case ROLLBACK -> record(usage, failed ? "rollback failed" : "rolled back");
			case ROLLBACK_TO_SAVEPOINT ->
				record(usage, failed ? "rollback to a savepoint failed" : "rolled back to a savepoint");
			default -> record(usage, (failed ? "failed " : "executed ") + execution.kind() + " " + execution.sql());
		}
		if (failure != null) {
			this.failures.add(failure);
		}
	}

	@Override
	public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
		record(usage, "explained " + execution.kind() + " " + execution.sql());
		return failure;
	}

	@Override
	public void returned(ConnectionUsage usage) {
		record(usage, "returned");
	}

	private void record(ConnectionUsage usage, String what) {
		this.usages.add(usage);
		this.events.add(this.prefix + what);
	}

	/**
	 * Returns the events since the last call.
	 */
	List<String> events() {
		List<String> copy = List.copyOf(this.events);
		this.events.clear();
		return copy;
	}

	Set<ConnectionUsage> usages() {
		return this.usages;
	}

	Execution lastExecution() {
		return this.executions.get(this.executions.size() - 1);
	}

	List<SQLException> failures() {
		return this.failures;
	}

}
