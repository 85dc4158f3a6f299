package io.perfstarter.coherence.postgres;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.log.Snapshot;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedIds;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the question what has become visible since a snapshot: a row with the new
 * snapshot, a row for each eviction, and a row for each change in progress.
 */
final class LogRows {

	/**
	 * The maximum number of evictions, beyond which the position counts as too old.
	 */
	static final int MAX_EVENTS = 10_000;

	// The timeline of the insert position changes with a promotion. The timeline of the
	// control file changes only after the next checkpoint. PostgreSQL resets the
	// statistics when it recovers from a crash of one of its processes. If nobody has
	// maintained the log for an hour, triggers may have stopped writing: each earlier
	// position is too old.
	private static final String HEAD = """
			select case when pg_is_in_recovery() then 'standby' else 'head' end as kind,
				pg_current_snapshot()::text as name,
				concat_ws('/', control.system_identifier,
					case when pg_is_in_recovery() then ''
						else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end,
					extract(epoch from pg_postmaster_start_time()),
					extract(epoch from (select stats_reset from pg_stat_bgwriter)),
					state.incarnation) as detail,
				null::text[] as ids,
				case when state.maintained_at < clock_timestamp() - interval '1 hour'
					then pg_snapshot_xmax(pg_current_snapshot()) else state.trimmed end::text::bigint as number
			from perf_starter.invalidation_state state, pg_control_system() control
			""";

	private static final String PENDING = """
			union all
			select 'pending', id, null, caches, renewals from perf_starter.pending_change where writer <> %s
			""";

	private static final String EVENTS = """
			union all
			(select 'event', cache, scope, ids, 0 from perf_starter.invalidation
			where (xid >= '%s'::xid8 or xid = any ('{%s}'::xid8[])) and writer is distinct from %s
			limit %d)
			""";

	private final List<Event> events = new ArrayList<>();

	private final List<PendingChange> pending = new ArrayList<>();

	private @Nullable Snapshot snapshot;

	private @Nullable LogPosition end;

	private long trimmed;

	private LogRows() {
	}

	/**
	 * Returns the question. The numbers of the snapshot are part of its text, because a
	 * prepared statement may fail behind a connection pooler.
	 * @param origin the writer whose rows are left out
	 * @param before the snapshot, {@code null} to ask for the end of the log
	 */
	static String question(String origin, @Nullable Snapshot before) {
		String writer = "'" + origin.replace("'", "''") + "'";
		String question = HEAD + PENDING.formatted(writer);
		if (before == null) {
			return question;
		}
		String xip = before.xip().toString().replaceAll("[\\[\\] ]", "");
		return question + EVENTS.formatted(before.xmax(), xip, writer, MAX_EVENTS + 1);
	}

	/**
	 * Reads the answer.
	 * @param after the position of the question, {@code null} if there was none
	 */
	static LogReading read(ResultSet rows, @Nullable LogPosition after) throws SQLException {
		LogRows read = new LogRows();
		while (rows.next()) {
			read.add(rows);
		}
		return read.reading(after);
	}

	private void add(ResultSet row) throws SQLException {
		String name = row.getString(2);
		switch (row.getString(1)) {
			case "head" -> {
				this.snapshot = Snapshot.parse(name);
				this.end = new LogPosition(row.getString(3), name);
				this.trimmed = row.getLong(5);
			}
			case "pending" -> {
				Set<String> caches = new HashSet<>();
				ids(row).forEach((cache) -> caches.add(String.valueOf(cache)));
				this.pending.add(new PendingChange(name, row.getLong(5), caches));
			}
			case "event" -> this.events.add(LoggedIds.decode(name, row.getString(3), ids(row)));
			default ->
				throw new LogUnavailableException("The server is a standby, which does not know what is current", null);
		}
	}

	private static List<@Nullable Object> ids(ResultSet row) throws SQLException {
		Array array = row.getArray(4);
		return Arrays.asList((Object[]) array.getArray());
	}

	private LogReading reading(@Nullable LogPosition after) {
		LogPosition end = this.end;
		Snapshot snapshot = this.snapshot;
		if (end == null || snapshot == null) {
			throw new LogUnavailableException("The row in perf_starter.invalidation_state is missing", null);
		}
		Continuity continuity = continuity(after, end, snapshot);
		return new LogReading(end, continuity, (continuity == Continuity.CONTINUED) ? this.events : List.of(),
				this.pending);
	}

	private Continuity continuity(@Nullable LogPosition after, LogPosition end, Snapshot snapshot) {
		if (after == null) {
			return Continuity.BEGUN;
		}
		Snapshot before = Snapshot.parse(after.offset());
		if (!after.epoch().equals(end.epoch()) || !before.isContinuedBy(snapshot)) {
			return Continuity.OTHER_EPOCH;
		}
		boolean tooOld = before.mayNeedBelow(this.trimmed) || this.events.size() > MAX_EVENTS;
		return tooOld ? Continuity.TOO_OLD : Continuity.CONTINUED;
	}

}
