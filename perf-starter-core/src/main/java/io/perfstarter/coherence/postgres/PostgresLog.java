package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.log.Snapshot;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * An invalidation log in tables of PostgreSQL. Each row contains the id of the
 * transaction that has written it, and a reader takes what has become visible since its
 * last snapshot. Thread-safe.
 */
public final class PostgresLog implements InvalidationLog, AutoCloseable {

	// The minimum time for which evictions are kept for readers that are behind.
	private static final Duration RETENTION = Duration.ofHours(1);

	// The maximum time for connecting and for each answer of the server.
	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private static final String APPEND = "insert into perf_starter.invalidation (cache, scope, ids, writer) values ";

	private static final String HOLD = """
			insert into perf_starter.pending_change as pending (id, writer, caches) values (?, ?, ?)
			on conflict (id) do update set renewals = pending.renewals + 1""";

	private static final String RELEASE = "delete from perf_starter.pending_change where id = ?";

	private static final String ABANDON = """
			with abandoned as (
				delete from perf_starter.pending_change where id = ? and renewals = ? returning caches)
			insert into perf_starter.invalidation (cache, scope) select unnest(caches), 'all' from abandoned""";

	// next_trimmed becomes trimmed when it is as old as the retention. A mark in the
	// future comes from a clock that was set back. If the last maintenance is older than
	// the retention, all earlier positions are too old, as in LogRows. Later positions
	// are too old while a transaction is open whose triggers may have written nothing.
	private static final String TRIM = """
			with kept as (
				select only_row, (next_trimmed_at not between clock_timestamp() - make_interval(secs => %1$d)
					and clock_timestamp()) as due,
					(maintained_at < clock_timestamp() - make_interval(secs => %1$d)) as forgotten
				from perf_starter.invalidation_state
				where maintained_at not between clock_timestamp() - interval '20 s' and clock_timestamp()
				for update skip locked),
			marked as (
				update perf_starter.invalidation_state state
				set maintained_at = clock_timestamp(),
					trimmed = case when kept.forgotten then pg_current_xact_id()
						when kept.due then greatest(state.trimmed, state.next_trimmed) else state.trimmed end,
					next_trimmed = case when kept.due then pg_snapshot_xmin(pg_current_snapshot())
						else state.next_trimmed end,
					next_trimmed_at = case when kept.due then clock_timestamp() else state.next_trimmed_at end
				from kept where state.only_row = kept.only_row
				returning state.trimmed)
			delete from perf_starter.invalidation using marked where xid < marked.trimmed"""
		.formatted(RETENTION.toSeconds());

	private static final String MEMBERS = """
			select count(*) from pg_stat_activity where application_name = '%s' and datname = current_database()"""
		.formatted(LogConnection.READER);

	private static final int MAX_EVENTS = 500;

	private static final Duration WRITER_PAUSE = Duration.ofSeconds(1);

	private final String origin;

	private final DataSource transactions;

	// Whether a transaction may belong to another database.
	private final boolean routing;

	private final LogConnection reader;

	private final LogConnection writer;

	/**
	 * Creates a log. Its tables must exist.
	 * @param origin the id of this incarnation of the instance
	 * @param transactions the data source whose transactions evictions can join
	 * @param server opens new connections to the primary of the same database, beside the
	 * pool
	 */
	public PostgresLog(String origin, DataSource transactions, DataSource server) {
		this.origin = origin;
		this.transactions = transactions;
		this.routing = isRouting(transactions);
		this.reader = new LogConnection(LogConnection.READER, server, TIMEOUT, Duration.ZERO);
		this.writer = new LogConnection(LogConnection.WRITER, server, TIMEOUT, WRITER_PAUSE);
	}

	private static boolean isRouting(DataSource transactions) {
		try {
			return transactions.isWrapperFor(AbstractRoutingDataSource.class);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The data source of the log cannot tell what it wraps", ex);
		}
	}

	@Override
	public String origin() {
		return this.origin;
	}

	/**
	 * Does not wait, because PostgreSQL tells nobody that a row has become visible.
	 */
	@Override
	public LogReading read(@Nullable LogPosition after, Duration interval) {
		String question = LogRows.question(this.origin, (after != null) ? Snapshot.parse(after.offset()) : null);
		return this.reader.call((connection) -> {
			try (Statement statement = connection.createStatement();
					ResultSet rows = statement.executeQuery(question)) {
				return LogRows.read(rows, after);
			}
		});
	}

	@Override
	public @Nullable Object transactionResource() {
		return this.routing ? null : TransactionSynchronizationManager.getResource(this.transactions);
	}

	@Override
	public boolean join(List<Event> events) {
		boolean bound = transactionResource() instanceof ConnectionHolder;
		if (!bound || events.isEmpty() || TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			return false;
		}
		try {
			// A connection that is bound without a transaction commits each statement.
			Connection connection = DataSourceUtils.doGetConnection(this.transactions);
			try {
				return !connection.getAutoCommit() && !connection.isReadOnly() && join(connection, bounded(events));
			}
			finally {
				DataSourceUtils.doReleaseConnection(connection, this.transactions);
			}
		}
		catch (SQLException ex) {
			throw LogConnection.unavailable("Evictions could not be added to the transaction", ex);
		}
	}

	/**
	 * Adds evictions after a savepoint: without it, PostgreSQL would roll back the
	 * transaction after a failed statement. The commit releases the savepoint.
	 */
	private boolean join(Connection connection, List<Event> events) throws SQLException {
		String calls = String.join(", ", Collections.nCopies(events.size(), "perf_starter.evict(?, ?, ?, ?)"));
		Savepoint savepoint = connection.setSavepoint();
		try (PreparedStatement statement = connection.prepareStatement("select " + calls)) {
			set(connection, statement, events);
			try (ResultSet row = statement.executeQuery()) {
				boolean joined = row.next();
				for (int column = 1; column <= events.size(); column++) {
					joined = joined && row.getBoolean(column);
				}
				return joined;
			}
		}
		catch (SQLException ex) {
			connection.rollback(savepoint);
			throw ex;
		}
	}

	@Override
	public void append(List<Event> events) {
		if (events.isEmpty()) {
			return;
		}
		List<Event> bounded = bounded(events);
		String rows = String.join(", ", Collections.nCopies(bounded.size(), "(?, ?, ?, ?)"));
		this.writer.call((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(APPEND + rows)) {
				set(connection, statement, bounded);
				return statement.executeUpdate();
			}
		});
	}

	/**
	 * Returns the evictions. If they are too many for one statement, returns evictions of
	 * all entries of their caches instead.
	 */
	private static List<Event> bounded(List<Event> events) {
		return (events.size() <= MAX_EVENTS) ? events
				: events.stream().map(Event::cache).distinct().map(Event::all).toList();
	}

	private void set(Connection connection, PreparedStatement statement, List<Event> events) throws SQLException {
		int parameter = 0;
		for (Event event : events) {
			Event encodable = LoggedIds.encodable(event);
			statement.setString(++parameter, encodable.cache());
			statement.setString(++parameter, LoggedIds.label(encodable.scope()));
			statement.setArray(++parameter,
					connection.createArrayOf("text", LoggedIds.encode(encodable).toArray(String[]::new)));
			statement.setString(++parameter, this.origin);
		}
	}

	@Override
	public void hold(Map<String, Set<String>> changes) {
		this.writer.call((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(HOLD)) {
				for (Map.Entry<String, Set<String>> change : changes.entrySet()) {
					statement.setString(1, change.getKey());
					statement.setString(2, this.origin);
					statement.setArray(3, connection.createArrayOf("text", change.getValue().toArray(String[]::new)));
					statement.addBatch();
				}
				return statement.executeBatch();
			}
		});
	}

	@Override
	public void release(String change) {
		this.writer.call((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(RELEASE)) {
				statement.setString(1, change);
				return statement.executeUpdate();
			}
		});
	}

	@Override
	public void abandon(PendingChange change) {
		this.reader.call((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(ABANDON)) {
				statement.setString(1, change.id());
				statement.setLong(2, change.renewals());
				return statement.executeUpdate();
			}
		});
	}

	@Override
	public int maintain() {
		return this.reader.call((connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.executeUpdate(TRIM);
				try (ResultSet row = statement.executeQuery(MEMBERS)) {
					return row.next() ? row.getInt(1) : 0;
				}
			}
		});
	}

	/**
	 * Closes the connections. The log cannot be used any more.
	 */
	@Override
	public void close() {
		this.reader.close();
		this.writer.close();
	}

}
