package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * Writes down what it hears.
 */
class RecordingListener implements JdbcListener {

	private final String prefix;

	private final List<String> news;

	private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

	private final List<Execution> executions = new CopyOnWriteArrayList<>();

	private final List<SQLException> failures = new CopyOnWriteArrayList<>();

	RecordingListener() {
		this("", new CopyOnWriteArrayList<>());
	}

	/**
	 * Writes into a list that others share.
	 * @param prefix who writes
	 * @param news the list
	 */
	RecordingListener(String prefix, List<String> news) {
		this.prefix = prefix;
		this.news = news;
	}

	@Override
	public void borrowed(Lease lease) {
		hear(lease, "borrowed");
	}

	@Override
	public void executing(Lease lease, Execution execution) {
		this.executions.add(execution);
		hear(lease, "executing " + execution.kind() + " " + execution.sql());
	}

	@Override
	public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		if (failure != null) {
			this.failures.add(failure);
		}
		hear(lease, ((failure != null) ? "failed " : "executed ") + execution.kind() + " " + execution.sql());
	}

	@Override
	public SQLException explained(Lease lease, Execution execution, SQLException failure) {
		hear(lease, "explained " + execution.kind() + " " + execution.sql());
		return failure;
	}

	@Override
	public void committed(Lease lease) {
		hear(lease, "committed");
	}

	@Override
	public void rolledBack(Lease lease) {
		hear(lease, "rolled back");
	}

	@Override
	public void returned(Lease lease) {
		hear(lease, "returned");
	}

	private void hear(Lease lease, String what) {
		this.leases.add(lease);
		this.news.add(this.prefix + what);
	}

	/**
	 * What was heard since the last time this was asked.
	 */
	List<String> news() {
		List<String> copy = List.copyOf(this.news);
		this.news.clear();
		return copy;
	}

	Set<Lease> leases() {
		return this.leases;
	}

	Execution lastExecution() {
		return this.executions.get(this.executions.size() - 1);
	}

	List<SQLException> failures() {
		return this.failures;
	}

}
