package io.perfstarter.coherence.postgres;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedIds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TableTriggers}, and for what the triggers write to the log.
 */
class TableTriggersTests {

	private static final WatchedTable TICKET = new WatchedTable("tickets", "ticket", "id", "lot_id");

	private static final WatchedTable LINE = new WatchedTable("lines", "line", "ticket_id", "");

	private static final WatchedTable READING = new WatchedTable("readings", "reading", "id", "");

	@AutoClose
	private static LogDatabase database;

	private final PostgresLog log = database.log("a");

	private LogPosition position;

	@BeforeAll
	static void start() throws Exception {
		database = new LogDatabase();
	}

	@BeforeEach
	void createTables() throws Exception {
		database.run("create table ticket (id bigint primary key, lot_id bigint, note text)");
		database.run("create table line (id bigint primary key, "
				+ "ticket_id bigint not null references ticket on delete cascade)");
		database.run("create table reading (id bigint) partition by range (id)");
		database.run("create table reading_low partition of reading for values from (0) to (100)");
		create(TICKET, LINE, READING);
		this.position = this.log.read(null, Duration.ZERO).end();
	}

	@AfterEach
	void dropTables() throws Exception {
		database.run("drop table if exists line, ticket, reading");
		database.run("delete from perf_starter.pending_change");
		this.log.close();
	}

	@Test
	void oldAndNewKeysAndGroupsAreEvicted() throws Exception {
		assertThat(changed("insert into ticket values (1, 10), (2, 20), (3, null)"))
			.containsExactlyInAnyOrder("tickets keys 1 2 3", "tickets groups 10 20 null");
		assertThat(changed("update ticket set lot_id = 30 where id = 2")).containsExactlyInAnyOrder("tickets keys 2",
				"tickets groups 20 30");
		assertThat(changed("delete from ticket where id = 1")).containsExactlyInAnyOrder("tickets keys 1",
				"tickets groups 10");
		assertThat(changed("update ticket set id = 4, lot_id = 40 where id = 3"))
			.containsExactlyInAnyOrder("tickets keys 3 4", "tickets groups 40 null");
	}

	@Test
	void aStatementThatChangesNoRowEvictsNothing() throws Exception {
		assertThat(changed("update ticket set note = 'x'")).isEmpty();
		assertThat(changed("delete from ticket")).isEmpty();
		assertThat(changed("insert into ticket select id, 1 from ticket")).isEmpty();
	}

	@Test
	void truncateEvictsAllEntries() throws Exception {
		database.run("insert into ticket values (1, 10)");
		next();
		assertThat(changed("truncate ticket, line")).containsExactlyInAnyOrder("tickets all", "lines all");
		assertThat(changed("truncate reading")).containsExactly("readings all");
	}

	@Test
	void otherStatementsThatChangeRowsEvict() throws Exception {
		assertThat(changed("insert into ticket values (1, 10) on conflict (id) do update set lot_id = 11"))
			.containsExactlyInAnyOrder("tickets keys 1", "tickets groups 10");
		assertThat(changed("insert into ticket values (1, 10) on conflict (id) do update set lot_id = 11"))
			.containsExactlyInAnyOrder("tickets keys 1", "tickets groups 10 11");
		assertThat(changed("merge into ticket using (values (1), (2)) wanted (id) on ticket.id = wanted.id "
				+ "when matched then delete when not matched then insert values (wanted.id, 20)"))
			.containsExactlyInAnyOrder("tickets keys 1", "tickets groups 11", "tickets keys 2", "tickets groups 20");
		assertThat(changed("with gone as (delete from ticket returning id) select count(*) from gone"))
			.containsExactlyInAnyOrder("tickets keys 2", "tickets groups 20");
		try (Connection connection = database.connect()) {
			connection.unwrap(PGConnection.class)
				.getCopyAPI()
				.copyIn("copy ticket (id, lot_id) from stdin", new StringReader("7\t70\n8\t80\n"));
		}
		assertThat(next()).containsExactlyInAnyOrder("tickets keys 7 8", "tickets groups 70 80");
	}

	@Test
	void aCascadeEvicts() throws Exception {
		database.run("insert into ticket values (1, 10), (2, 20)");
		database.run("insert into line values (11, 1), (12, 1), (21, 2)");
		next();
		List<String> changed = changed("delete from ticket");
		assertThat(changed).contains("tickets keys 1 2", "tickets groups 10 20");
		assertThat(changed.stream().filter((event) -> event.startsWith("lines")).collect(Collectors.joining(" ")))
			.contains("1")
			.contains("2");
	}

	@Test
	void aWriteToAPartitionEvicts() throws Exception {
		assertThat(changed("insert into reading values (1)")).containsExactly("readings keys 1");
		assertThat(changed("insert into reading_low values (2)")).containsExactly("readings keys 2");
		assertThat(changed("update reading_low set id = 3 where id = 1")).containsExactly("readings keys 1 3");
	}

	@Test
	void aUserWithoutRightsOnTheLogEvicts() throws Exception {
		database.run("create user guest");
		database.run("grant all on ticket to guest");
		try (Connection guest = DriverManager
			.getConnection(database.url("postgres").replace("user=postgres", "user=guest"))) {
			assertThat(LogDatabase.run(guest, "select current_user")).isEqualTo("guest");
			LogDatabase.run(guest, "insert into ticket values (1, 10)");
		}
		finally {
			database.run("drop owned by guest");
			database.run("drop user guest");
		}
		assertThat(next()).containsExactlyInAnyOrder("tickets keys 1", "tickets groups 10");
	}

	@Test
	void withoutColumnsAllEntriesAreEvicted() throws Exception {
		create(new WatchedTable("members", "ticket", "", ""));
		assertThat(changed("insert into ticket values (1, 10)")).contains("members all");
		assertThat(changed("update ticket set note = 'x' where id = 0")).isEmpty();
	}

	@Test
	void whatCannotBeRecordedInDetailBecomesAllEntries() throws Exception {
		database.run("alter table ticket rename column lot_id to lot");
		assertThat(changed("insert into ticket values (1, 10)")).containsExactly("tickets all");
	}

	@Test
	void aDateThatIsTheTextOfNoKeyBecomesAllEntries() throws Exception {
		database.run("alter table ticket add column day date");
		create(new WatchedTable("days", "ticket", "day", "day"));
		assertThat(changed("insert into ticket (id, lot_id, day) values (1, 10, '2024-02-29'), (2, 10, null)"))
			.contains("days keys", "days groups null")
			.doesNotContain("days all");
		for (String day : List.of("infinity", "-infinity", "10000-01-01", "0044-03-15 BC")) {
			assertThat(changed("update ticket set day = '" + day + "' where id = 2")).as(day).contains("days all");
			assertThat(changed("update ticket set day = '2024-03-01' where id = 2")).as(day).contains("days all");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "numeric(10, 2)", "double precision", "char(5)", "timestamptz", "int[]" })
	void aColumnWhoseTextIsNotThatOfAKeyIsRefused(String type) throws Exception {
		database.run("alter table ticket add column other " + type);
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> create(new WatchedTable("tickets", "ticket", "other", "")))
			.withMessageContaining("column other of table ticket is no integer, text, varchar, uuid, boolean or date");
	}

	@Test
	void aColumnOfAnotherTypeLaterBecomesAllEntries() throws Exception {
		database.run("alter table ticket alter column lot_id type numeric(10, 2)");
		assertThat(changed("insert into ticket values (1, 10)")).containsExactly("tickets all");
	}

	@Test
	void nothingOfTheOwnerOfATableRunsWithTheRightsOfTheOwnerOfTheLog() throws Exception {
		database.run("create user guest");
		database.run("create schema guest authorization guest");
		database.run("grant usage on schema perf_starter to guest");
		try (Connection guest = DriverManager
			.getConnection(database.url("postgres").replace("user=postgres", "user=guest"))) {
			for (String sql : List.of("set search_path = guest, pg_temp", "create table who (name text)",
					"grant all on who to public",
					"create function tell() returns text language sql as "
							+ "'insert into guest.who values (current_user) returning name'",
					"create temporary view new_rows as select tell() as id", "create table own (id bigint)",
					"create trigger own after insert on own for each statement "
							+ "execute function perf_starter.record_change('tickets', 'id', '')",
					"insert into own values (1)")) {
				LogDatabase.run(guest, sql);
			}
			assertThat(LogDatabase.run(guest, "select count(*) from who")).isEqualTo("0");
		}
		finally {
			database.run("drop owned by guest");
			database.run("drop user guest");
		}
		assertThat(next()).containsExactly("tickets all");
	}

	@Test
	void aChangeWhileTheLogIsLockedIsInProgress() throws Exception {
		try (Connection locking = database.begin()) {
			LogDatabase.run(locking, "lock table perf_starter.invalidation in share mode");
			database.run("insert into ticket values (1, 10)");
		}
		LogReading reading = this.log.read(this.position, Duration.ZERO);
		assertThat(reading.pending()).extracting(PendingChange::caches).containsExactly(Set.of("tickets"));
		this.log.abandon(reading.pending().get(0));
		assertThat(next()).containsExactly("tickets all");
	}

	@Test
	void noStatementFailsWithoutTheLog() throws Exception {
		database.run("alter table perf_starter.invalidation rename to moved");
		try {
			database.run("insert into ticket values (1, 10)");
		}
		finally {
			database.run("alter table perf_starter.moved rename to invalidation");
		}
		assertThat(database.run("select count(*) from ticket")).isEqualTo("1");
		assertThat(next()).isEmpty();
	}

	@Test
	void manyKeysBecomeAllEntries() throws Exception {
		assertThat(changed("insert into ticket select id, 10 from generate_series(1, 1000) id")).hasSize(2);
		assertThat(changed("insert into ticket select id, 10 from generate_series(2001, 3001) id"))
			.containsExactly("tickets all");
	}

	@Test
	void manyStatementsOfATransactionBecomeAllEntries() throws Exception {
		try (Connection open = database.begin()) {
			for (int id = 1; id <= 300; id++) {
				LogDatabase.run(open, "insert into ticket values (%d, 10)".formatted(id));
			}
			open.commit();
		}
		assertThat(next()).contains("tickets all", "tickets keys 99").doesNotContain("tickets keys 101");
		assertThat(changed("delete from ticket where id = 5")).contains("tickets keys 5");
	}

	@Test
	void whatARollbackTakesBackIsRecordedAgain() throws Exception {
		try (Connection open = database.begin()) {
			Savepoint savepoint = open.setSavepoint();
			LogDatabase.run(open, "insert into ticket select id, 10 from generate_series(1, 2000) id");
			open.rollback(savepoint);
			LogDatabase.run(open, "insert into ticket values (1, 10)");
			open.commit();
		}
		assertThat(next()).containsExactlyInAnyOrder("tickets keys 1", "tickets groups 10");
	}

	@Test
	void afterALongTimeWithoutAReaderNothingIsWritten() throws Exception {
		database
			.run("update perf_starter.invalidation_state set maintained_at = clock_timestamp() - interval '8 days'");
		try {
			String before = database.run("select count(*) from perf_starter.invalidation");
			database.run("insert into ticket values (1, 10)");
			assertThat(database.run("select count(*) from perf_starter.invalidation")).isEqualTo(before);
		}
		finally {
			this.log.maintain();
		}
	}

	@Test
	void missingAndOtherTriggersAreFound() throws Exception {
		try (Connection connection = database.connect()) {
			WatchedTable otherColumn = new WatchedTable("tickets", "ticket", "id", "");
			WatchedTable noTable = new WatchedTable("tickets", "nowhere", "id", "");
			assertThat(TableTriggers.missing(connection, List.of(TICKET, LINE, READING, otherColumn, noTable)))
				.containsExactly(otherColumn, noTable);
			database.run("create table reading_high partition of reading for values from (100) to (200)");
			assertThat(TableTriggers.missing(connection, List.of(READING))).containsExactly(READING);
			create(otherColumn, READING);
			assertThat(TableTriggers.missing(connection, List.of(otherColumn, READING))).isEmpty();
			assertThat(TableTriggers.missing(connection, List.of(TICKET))).containsExactly(TICKET);
			database.run("alter table line disable trigger all");
			assertThat(TableTriggers.missing(connection, List.of(LINE))).containsExactly(LINE);
			database.run("select perf_starter.unwatch('ticket', 'tickets')");
			assertThat(database
				.run("select count(*) from pg_trigger where tgrelid = 'ticket'::regclass and not tgisinternal"))
				.isEqualTo("0");
		}
	}

	@Test
	void theStatementForAMigrationCreatesThem() throws Exception {
		WatchedTable zones = new WatchedTable("it's a cache with a name that is longer than any name in the database",
				"ticket", "id", "");
		database.run(zones.statement());
		try (Connection connection = database.connect()) {
			assertThat(TableTriggers.missing(connection, List.of(zones, TICKET))).isEmpty();
		}
	}

	@Test
	void aColumnThatDoesNotExistIsRefused() {
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> create(new WatchedTable("tickets", "ticket", "number", "")))
			.withMessageContaining("table ticket has no column number");
	}

	private static void create(WatchedTable... tables) throws SQLException {
		try (Connection connection = database.connect()) {
			TableTriggers.create(connection, List.of(tables), Duration.ofSeconds(5));
		}
	}

	private List<String> changed(String sql) throws SQLException {
		database.run(sql);
		return next();
	}

	/**
	 * Returns the new evictions, with their ids of the type {@code Long}.
	 */
	private List<String> next() {
		LogReading reading = this.log.read(this.position, Duration.ZERO);
		this.position = reading.end();
		assertThat(reading.continuity()).isEqualTo(Continuity.CONTINUED);
		return reading.events().stream().map(TableTriggersTests::describe).toList();
	}

	private static String describe(Event event) {
		String ids = event.ids()
			.stream()
			.filter((id) -> id == null || id instanceof Long)
			.map(Objects::toString)
			.sorted()
			.collect(Collectors.joining(" "));
		return (event.cache() + " " + LoggedIds.label(event.scope()) + " " + ids).strip();
	}

}
