package io.perfstarter.reporting;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Figures;
import org.jspecify.annotations.Nullable;

/**
 * Reads the active sessions of a PostgreSQL database and who blocks them, from
 * {@code pg_stat_activity} and {@code pg_blocking_pids}. A role sees the sessions of
 * other roles only with the privileges of {@code pg_read_all_stats}.
 *
 * @param active the number of sessions that execute one of the given statements
 * @param running the number of all sessions that execute a statement and do not wait
 * @param locked the number of active sessions that wait for a lock
 * @param holder describes the session that has blocked others for the longest time, empty
 * if there is none
 * @param idleHolder whether this session is idle in its transaction
 * @param heldNanos the age of the transaction of this session, in nanoseconds
 * @param waiting the given statements that wait for a lock
 */
record PostgresSessions(int active, int running, int locked, String holder, boolean idleHolder, long heldNanos,
		Set<String> waiting) {

	static final PostgresSessions NONE = new PostgresSessions(0, 0, 0, "", false, 0, Set.of());

	private static final String TRANSACTION = "set transaction read only; set local statement_timeout = '1s'";

	/**
	 * The query for the figures, and for the blocking session with the oldest transaction
	 * that is not blocked itself. It recognizes own sessions by their statements, because
	 * others may have the same user, name and address. PostgreSQL shows the begin of a
	 * statement, with numbered parameters.
	 */
	private static final String QUERY = """
			with recursive sessions as (
				select pid, wait_event_type, (
						select statement from unnest(?::text[]) as statement
						where starts_with(regexp_replace(query, '\\$\\d+', '?', 'g'), statement)
						order by length(statement) desc limit 1) as own
				from pg_stat_activity
				where datname = current_database() and backend_type = 'client backend' and state = 'active'
					and pid <> pg_backend_pid()
			), blocking as (
				select unnest(pg_blocking_pids(pid)) as pid from sessions
				where own is not null and wait_event_type = 'Lock'
				union
				select unnest(pg_blocking_pids(pid)) from blocking
			), holder as (
				select coalesce(application_name, '') as application, coalesce(state, '') as state,
					coalesce(rtrim(substring(query from '^[A-Za-z_. ]{1,60}')), '') as words,
					coalesce(extract(epoch from clock_timestamp() - xact_start), 0) as seconds
				from pg_stat_activity
				where pid in (select pid from blocking) and cardinality(pg_blocking_pids(pid)) = 0
				order by seconds desc
				limit 1
			), figures as (
				select count(own) as active, count(*) filter (where wait_event_type is null) as running,
					count(own) filter (where wait_event_type = 'Lock') as locked,
					array_agg(distinct own) filter (where own is not null and wait_event_type = 'Lock') as waiting
				from sessions
			)
			select active, running, locked, application, state, seconds, words, waiting
			from figures left join holder on true""";

	private static final String IDLE = "idle in transaction";

	private static final int MAX_NAME = 40;

	private static final int BEGIN = 200;

	/**
	 * Reads the sessions.
	 * @param connection a new connection, which the caller closes
	 * @param statements the statements that this application executes now
	 * @return the sessions, {@code null} if the database is not PostgreSQL
	 */
	static @Nullable PostgresSessions read(Connection connection, Set<String> statements) throws SQLException {
		if (!"PostgreSQL".equals(connection.getMetaData().getDatabaseProductName())) {
			return null;
		}
		connection.setAutoCommit(false);
		try (Statement begin = connection.createStatement();
				PreparedStatement query = connection.prepareStatement(QUERY)) {
			begin.execute(TRANSACTION);
			query.setArray(1,
					connection.createArrayOf("text", statements.stream().map(PostgresSessions::begin).toArray()));
			try (ResultSet row = query.executeQuery()) {
				row.next();
				String application = row.getString(4);
				String state = (application != null) ? row.getString(5) : "";
				Duration held = Duration.ofMillis((long) (1000 * row.getDouble(6)));
				return new PostgresSessions(row.getInt(1), row.getInt(2), row.getInt(3),
						(application != null) ? describe(application, state, held, row.getString(7)) : "",
						state.startsWith(IDLE), held.toNanos(), waiting(row.getArray(8), statements));
			}
		}
		finally {
			connection.rollback();
		}
	}

	private static String begin(String sql) {
		return sql.substring(0, Math.min(sql.length(), BEGIN));
	}

	private static Set<String> waiting(@Nullable Array begins, Set<String> statements) throws SQLException {
		Set<Object> waiting = (begins != null) ? Set.of((Object[]) begins.getArray()) : Set.of();
		return statements.stream().filter((sql) -> waiting.contains(begin(sql))).collect(Collectors.toSet());
	}

	/**
	 * Describes a session, with its last statement up to the first literal.
	 */
	private static String describe(String application, String state, Duration held, String statement) {
		String who = application.isEmpty() ? "a session without a name"
				: "a session of '" + Figures.shortened(application, MAX_NAME) + "'";
		String what = switch (state) {
			case IDLE, IDLE + " (aborted)" -> " that is idle in its transaction, which began %s ago";
			case "active" -> " that executes a statement in its transaction, which began %s ago";
			default -> "";
		};
		return who + what.formatted(Figures.time(held.toNanos()))
				+ (statement.isEmpty() ? "" : "; its statement begins with '%s'".formatted(statement));
	}

}
