package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for reading and writing a {@link PostgresLog}.
 */
class PostgresLogTests {

	@AutoClose
	private static LogDatabase database;

	@AutoClose
	private final PostgresLog log = database.log("a");

	@AutoClose
	private final PostgresLog other = database.log("b");

	private LogPosition position;

	@BeforeAll
	static void start() throws Exception {
		database = new LogDatabase();
	}

	@BeforeEach
	void begin() {
		LogReading first = this.log.read(null, Duration.ZERO);
		assertThat(first.continuity()).isEqualTo(Continuity.BEGUN);
		this.position = first.end();
	}

	@Test
	void evictionsAreReadOnce() {
		this.other.append(List.of(Event.keys("tickets", List.of(1L, "b")), Event.groups("zones", List.of(7)),
				Event.all("members")));
		assertThat(next()).containsExactlyInAnyOrder(Event.keys("tickets", List.of(1L, "b")),
				Event.groups("zones", List.of(7)), Event.all("members"));
		assertThat(next()).isEmpty();
	}

	@Test
	void doubtsAreRead() throws Exception {
		this.other.append(List.of(Event.doubt("tickets", Duration.ofSeconds(4))));
		assertThat(next()).containsExactly(Event.doubt("tickets", Duration.ofSeconds(4)));
		database.run("select perf_starter.evict('zones', 'doubt')");
		assertThat(next()).as("a doubt without a duration").containsExactly(Event.all("zones"));
	}

	@Test
	void ownEvictionsAreNotRead() {
		this.log.append(List.of(Event.all("tickets")));
		assertThat(next()).isEmpty();
	}

	@Test
	void sqlByHandIsRead() throws Exception {
		database.run("select perf_starter.evict('tickets', 'all')");
		assertThat(next()).containsExactly(Event.all("tickets"));
	}

	@Test
	void anOpenTransactionHoldsBackNothingAndIsReadAfterItsCommit() throws Exception {
		try (Connection open = database.begin()) {
			evict(open, "early");
			this.other.append(List.of(Event.all("later")));
			assertThat(next()).containsExactly(Event.all("later"));
			this.other.append(List.of(Event.all("last")));
			assertThat(next()).containsExactly(Event.all("last"));
			assertThat(next()).isEmpty();
			open.commit();
		}
		assertThat(next()).containsExactly(Event.all("early"));
		assertThat(next()).isEmpty();
	}

	@Test
	void aTransactionOfADataSourceThatRoutesMayBeOneOfAnotherDatabase() {
		AbstractRoutingDataSource tenants = new AbstractRoutingDataSource() {
			@Override
			protected Object determineCurrentLookupKey() {
				return "a";
			}
		};
		tenants.setTargetDataSources(Map.of("a", database.dataSource()));
		tenants.afterPropertiesSet();
		DataSource pool = new LazyConnectionDataSourceProxy(tenants);
		try (PostgresLog routed = new PostgresLog("c", pool, database.dataSource())) {
			new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult((status) -> {
				assertThat(TransactionSynchronizationManager.getResource(pool)).isNotNull();
				assertThat(routed.transactionResource()).isNull();
				assertThat(routed.join(List.of(Event.all("tickets")))).isFalse();
			});
		}
	}

	@Test
	void transactionsAreReadInTheOrderOfTheirCommits() throws Exception {
		try (Connection first = database.begin(); Connection second = database.begin()) {
			evict(first, "first");
			evict(second, "second");
			second.commit();
			assertThat(next()).containsExactly(Event.all("second"));
			first.commit();
			assertThat(next()).containsExactly(Event.all("first"));
		}
	}

	@Test
	void whatIsRolledBackIsNotRead() throws Exception {
		try (Connection open = database.begin()) {
			evict(open, "tickets");
			assertThat(next()).isEmpty();
			open.rollback();
		}
		assertThat(next()).isEmpty();
	}

	@Test
	void aSavepointBelongsToItsTransaction() throws Exception {
		try (Connection open = database.begin()) {
			open.setSavepoint();
			evict(open, "kept");
			Savepoint savepoint = open.setSavepoint();
			evict(open, "taken back");
			open.rollback(savepoint);
			this.other.append(List.of(Event.all("other")));
			assertThat(next()).containsExactly(Event.all("other"));
			open.commit();
		}
		assertThat(next()).containsExactly(Event.all("kept"));
	}

	@Test
	void aPreparedTransactionHoldsBackNothing() throws Exception {
		try (Connection open = database.begin()) {
			evict(open, "prepared");
			LogDatabase.run(open, "prepare transaction 'p'");
			open.commit();
		}
		this.other.append(List.of(Event.all("other")));
		assertThat(next()).containsExactly(Event.all("other"));
		database.run("commit prepared 'p'");
		assertThat(next()).containsExactly(Event.all("prepared"));
	}

	@Test
	void aTransactionOfAnotherDatabaseHoldsBackNothing() throws Exception {
		try (Connection open = database.otherDatabase().getConnection()) {
			open.setAutoCommit(false);
			LogDatabase.run(open, "select pg_current_xact_id()");
			this.other.append(List.of(Event.all("tickets")));
			assertThat(next()).containsExactly(Event.all("tickets"));
			open.rollback();
		}
	}

	@Test
	void changesInProgressAreRead() {
		this.other.hold(Map.of("b/1", Set.of("tickets", "zones")));
		this.log.hold(Map.of("a/1", Set.of("own")));
		PendingChange first = new PendingChange("b/1", 0, Set.of("tickets", "zones"));
		assertThat(read().pending()).containsExactly(first);
		this.other.hold(Map.of("b/1", Set.of("tickets", "zones")));
		assertThat(read().pending()).containsExactly(new PendingChange("b/1", 1, Set.of("tickets", "zones")));
		this.other.release("b/1");
		this.log.release("a/1");
		assertThat(read().pending()).isEmpty();
	}

	@Test
	void anAbandonedChangeEvictsAllItNames() {
		this.other.hold(Map.of("b/1", Set.of("tickets", "zones")));
		PendingChange change = read().pending().get(0);
		this.log.abandon(change);
		LogReading after = read();
		assertThat(after.pending()).isEmpty();
		assertThat(after.events()).containsExactlyInAnyOrder(Event.all("tickets"), Event.all("zones"));
		this.log.abandon(change);
		assertThat(next()).isEmpty();
	}

	@Test
	void aRenewedChangeIsNotAbandoned() {
		this.other.hold(Map.of("b/1", Set.of("tickets")));
		PendingChange change = read().pending().get(0);
		this.other.hold(Map.of("b/1", Set.of("tickets")));
		this.log.abandon(change);
		assertThat(read().pending()).hasSize(1);
		this.other.release("b/1");
	}

	@Test
	void aPositionBeforeWhatWasRemovedIsTooOld() throws Exception {
		this.other.append(List.of(Event.all("tickets")));
		LogPosition old = this.position;
		assertThat(next()).isNotEmpty();
		maintain();
		assertThat(next()).isEmpty();
		maintain();
		assertThat(database.run("select count(*) from perf_starter.invalidation")).isEqualTo("0");
		assertThat(this.log.read(old, Duration.ZERO).continuity()).isEqualTo(Continuity.TOO_OLD);
		assertThat(read().continuity()).isEqualTo(Continuity.CONTINUED);
	}

	@Test
	void whatATransactionHasWrittenLongAgoIsNotRemovedBeforeItIsRead() throws Exception {
		try (Connection open = database.begin()) {
			evict(open, "tickets");
			assertThat(next()).isEmpty();
			maintain();
			maintain();
			assertThat(next()).isEmpty();
			open.commit();
		}
		maintain();
		maintain();
		LogReading reading = read();
		// Removed, but not unnoticed.
		assertThat(reading.continuity()).isEqualTo(Continuity.TOO_OLD);
	}

	@Test
	void nothingIsRemovedBeforeTheRetention() throws Exception {
		this.other.append(List.of(Event.all("tickets")));
		for (int i = 0; i < 3; i++) {
			database.run(
					"update perf_starter.invalidation_state set maintained_at = clock_timestamp() - interval '1 minute'");
			this.log.maintain();
		}
		assertThat(next()).containsExactly(Event.all("tickets"));
	}

	@Test
	void afterATimeInWhichNobodyHasReadEachPositionIsTooOld() throws Exception {
		this.other.append(List.of(Event.all("tickets")));
		LogPosition old = this.position;
		database
			.run("update perf_starter.invalidation_state set maintained_at = clock_timestamp() - interval '2 hours'");
		assertThat(this.log.read(old, Duration.ZERO).continuity()).isEqualTo(Continuity.TOO_OLD);
		this.other.maintain();
		assertThat(this.log.read(old, Duration.ZERO).continuity()).isEqualTo(Continuity.TOO_OLD);
		LogPosition begin = this.log.read(null, Duration.ZERO).end();
		this.other.append(List.of(Event.all("zones")));
		LogReading next = this.log.read(begin, Duration.ZERO);
		assertThat(next.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(next.events()).containsExactly(Event.all("zones"));
	}

	@Test
	void aPositionIsTooOldWhileATransactionFromATimeWithoutReadersIsOpen() throws Exception {
		database
			.run("update perf_starter.invalidation_state set maintained_at = clock_timestamp() - interval '8 days'");
		LogPosition begin;
		try (Connection open = database.begin()) {
			// Its triggers write nothing.
			LogDatabase.run(open, "select pg_current_xact_id()");
			this.other.maintain();
			begin = this.log.read(null, Duration.ZERO).end();
			open.commit();
		}
		LogReading next = this.log.read(begin, Duration.ZERO);
		assertThat(next.continuity()).isEqualTo(Continuity.TOO_OLD);
		assertThat(this.log.read(next.end(), Duration.ZERO).continuity()).isEqualTo(Continuity.CONTINUED);
	}

	@Test
	void aMarkInTheFutureDoesNotStopTheMaintenance() throws Exception {
		database.run("update perf_starter.invalidation_state set maintained_at = now() + interval '1 day', "
				+ "next_trimmed_at = now() + interval '1 day'");
		this.log.maintain();
		assertThat(database
			.run("select maintained_at < now() + interval '1 hour' and next_trimmed_at < now() + interval '1 hour' "
					+ "from perf_starter.invalidation_state"))
			.isEqualTo("t");
	}

	@Test
	void theMembersAreCounted() {
		this.other.read(null, Duration.ZERO);
		assertThat(this.log.maintain()).isGreaterThanOrEqualTo(2);
	}

	@Test
	void tooManyEvictionsAreNotRead() throws Exception {
		database.run(
				"insert into perf_starter.invalidation (cache, scope) select 'tickets', 'all' from generate_series(0, %d)"
					.formatted(LogRows.MAX_EVENTS));
		LogReading reading = read();
		assertThat(reading.continuity()).isEqualTo(Continuity.TOO_OLD);
		assertThat(reading.events()).isEmpty();
		this.other.append(List.of(Event.all("tickets")));
		assertThat(next()).containsExactly(Event.all("tickets"));
	}

	@Test
	void afterACrashOfAProcessAnotherEpochBegins() throws Exception {
		// The statistics are reset by a recovery, too.
		database.run("select pg_stat_reset_shared('bgwriter')");
		assertThat(read().continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		assertThat(read().continuity()).isEqualTo(Continuity.CONTINUED);
	}

	@Test
	void newTablesAreAnotherEpoch() throws Exception {
		database.run("drop schema perf_starter cascade");
		assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(this::read);
		database.create();
		assertThat(read().continuity()).isEqualTo(Continuity.OTHER_EPOCH);
	}

	@Test
	void aBrokenConnectionIsReplaced() throws Exception {
		database.run(
				"select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'perf-starter-log'");
		this.other.append(List.of(Event.all("tickets")));
		assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(this::read);
		assertThat(next()).containsExactly(Event.all("tickets"));
	}

	@Test
	void aClosedLogIsNotOpenedAgain() {
		this.log.close();
		assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(this::read);
	}

	/**
	 * Maintains the log as if the retention had passed since the last time.
	 */
	private void maintain() throws SQLException {
		database.forgetMaintenance();
		this.log.maintain();
	}

	private List<Event> next() {
		LogReading reading = read();
		assertThat(reading.continuity()).isEqualTo(Continuity.CONTINUED);
		return reading.events();
	}

	private LogReading read() {
		LogReading reading = this.log.read(this.position, Duration.ZERO);
		this.position = reading.end();
		return reading;
	}

	private static void evict(Connection connection, String cache) throws SQLException {
		LogDatabase.run(connection, "select perf_starter.evict('%s', 'all')".formatted(cache));
	}

}
