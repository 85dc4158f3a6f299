package io.perfstarter.routing.connection;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PostgresProbe} with a real primary and standby, and users without
 * special privileges.
 */
@Timeout(60)
@Tag(Tier.CI)
class PostgresProbeTests {

	private static final long SEGMENT = 16 << 20;

	private static final PostgresPair pair = PostgresPair.shared();

	private final PostgresProbe probe = new PostgresProbe();

	@BeforeAll
	static void createUsers() {
		pair.primary().run("create role plain login");
		pair.primary().run("create role careless login");
		pair.primary().run("alter role careless set synchronous_commit = off");
		pair.primary().run("create table probed (id bigint generated always as identity, value text)");
		pair.primary().run("grant all on probed to careless");
		awaitReplay();
	}

	private static void awaitReplay() {
		String position = pair.primary().run("select pg_current_wal_flush_lsn()");
		String question = "select pg_last_wal_replay_lsn() >= '%s'::pg_lsn".formatted(position);
		await().untilAsserted(() -> assertThat(pair.standby().run(question)).isEqualTo("t"));
	}

	private static long position(Statement statement, String lsn) throws SQLException {
		try (ResultSet row = statement.executeQuery("select %s - '0/0'::pg_lsn".formatted(lsn))) {
			row.next();
			return row.getLong(1);
		}
	}

	private static LogPosition position(Sample sample) {
		return (LogPosition) Objects.requireNonNull(sample.position());
	}

	private static long position(String lsn) throws SQLException {
		try (Connection connection = pair.primary().connect(); Statement statement = connection.createStatement()) {
			return position(statement, lsn);
		}
	}

	private Sample primary(String user) throws SQLException {
		try (Connection connection = pair.primary().dataSource(user).getConnection()) {
			return this.probe.primary(connection);
		}
	}

	private Sample replica(String user) throws SQLException {
		try (Connection connection = pair.standby().dataSource(user).getConnection()) {
			return this.probe.replica(connection);
		}
	}

	@Test
	void plainUserIsNoSuperuser() {
		assertThat(pair.primary().run("select rolsuper from pg_roles where rolname = 'plain'")).isEqualTo("f");
	}

	@Test
	void plainUserLearnsEverything() throws SQLException {
		long before = position("pg_current_wal_flush_lsn()");
		Sample primary = primary("plain");
		awaitReplay();
		Sample replica = replica("plain");
		assertThat(primary.inRecovery()).isFalse();
		assertThat(position(primary).timeline()).isOne();
		assertThat(position(primary).bytes()).isBetween(before, position("pg_current_wal_insert_lsn()"));
		assertThat(replica.inRecovery()).isTrue();
		assertThat(position(replica).bytes()).isGreaterThanOrEqualTo(before);
		assertThat(position(primary).cluster()).isNotZero().isEqualTo(position(replica).cluster());
	}

	@Test
	void anotherDatabaseOfTheClusterIsForeign() throws SQLException {
		pair.primary().run("create database other");
		awaitReplay();
		PGSimpleDataSource other = (PGSimpleDataSource) pair.standby().dataSource("plain");
		other.setDatabaseName("other");
		try (Connection connection = other.getConnection()) {
			LogPosition primary = position(primary("plain"));
			assertThat(position(this.probe.replica(connection)).whyForeign(primary)).contains("cluster and database");
			assertThat(position(replica("plain")).whyForeign(primary)).isNull();
		}
		finally {
			pair.primary().run("drop database other");
		}
	}

	@Test
	void standbyIsNoPrimaryAndPrimaryNoReplica() throws SQLException {
		try (Connection standby = pair.standby().dataSource("plain").getConnection();
				Connection primary = pair.primary().dataSource("plain").getConnection()) {
			assertThat(this.probe.primary(standby).inRecovery()).isTrue();
			assertThat(this.probe.replica(primary).inRecovery()).isFalse();
		}
	}

	@Test
	void commitOfAnotherConnectionIsBehindThePositionAlsoWhenItDoesNotWaitForTheDisk() throws SQLException {
		try (Connection connection = pair.primary().dataSource("careless").getConnection();
				Connection probed = pair.primary().dataSource("plain").getConnection();
				Statement statement = connection.createStatement()) {
			int ahead = 0;
			for (int i = 0; i < 200; i++) {
				statement.execute("insert into probed (value) values ('x')");
				long inserted = position(statement, "pg_current_wal_insert_lsn()");
				long position = position(this.probe.primary(probed)).bytes();
				// Without the header of an empty page.
				assertThat(position).isGreaterThanOrEqualTo(inserted - 40);
				ahead += (position > position(statement, "pg_current_wal_flush_lsn()")) ? 1 : 0;
			}
			assertThat(ahead).as("positions ahead of the disk").isPositive();
		}
	}

	@Test
	void whatAnOpenTransactionHasWrittenIsNotDurable() throws SQLException {
		try (Connection connection = pair.primary().dataSource("careless").getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("insert into probed (value) values ('x')");
			awaitDurable();
			connection.setAutoCommit(false);
			statement.execute("insert into probed (value) values ('y')");
			Sample sample = primary("plain");
			assertThat(durable(sample)).isLessThan(position(sample).bytes());
			connection.commit();
			awaitDurable();
		}
	}

	private void awaitDurable() {
		await().untilAsserted(() -> {
			Sample sample = primary("plain");
			assertThat(durable(sample)).isEqualTo(position(sample).bytes());
		});
	}

	private static long durable(Sample sample) {
		return ((LogPosition) Objects.requireNonNull(sample.durable())).bytes();
	}

	@Test
	void positionThatEndsAPageIsReachedByTheStandby() throws SQLException {
		try (Connection connection = pair.primary().dataSource("careless").getConnection();
				Statement statement = connection.createStatement()) {
			int pages = 0;
			for (int i = 0; i < 200 && pages < 2; i++) {
				long inserted = fillPage(statement, 40 + 8 * (i % 8));
				if (inserted % 8_192 == 24) {
					pages++;
					long position = position(this.probe.primary(connection)).bytes();
					await().until(() -> position(replica("plain")).bytes() >= position);
				}
			}
			assertThat(pages).as("pages that were filled").isPositive();
		}
	}

	@Test
	void positionThatEndsASegmentIsReachedByTheStandby() throws SQLException {
		try (Connection connection = pair.primary().connect(); Statement statement = connection.createStatement()) {
			// Once more if the server writes something of its own meanwhile.
			long end = await().until(() -> {
				statement.execute("select pg_logical_emit_message(false, 'p', 'x'), pg_switch_wal()");
				long inserted = position(statement, "pg_current_wal_insert_lsn()");
				boolean header = inserted % SEGMENT == 40;
				long position = position(this.probe.primary(connection)).bytes();
				return (header && position == inserted - 40) ? position : -1;
			}, (position) -> position > 0);
			await().until(() -> position(replica("plain")).bytes() >= end);
		}
	}

	// Records are padded to eight bytes, so one of these lengths fits exactly.
	private static long fillPage(Statement statement, int overhead) throws SQLException {
		long room = 8_192 - position(statement, "pg_current_wal_insert_lsn()") % 8_192;
		long length = Math.max(0, room - overhead);
		statement.execute("select pg_logical_emit_message(false, 'p', repeat('x', %d))".formatted(length));
		return position(statement, "pg_current_wal_insert_lsn()");
	}

	@Test
	void withoutTheRightForTheClusterTheRestIsLearnt() throws SQLException {
		pair.primary().run("revoke execute on function pg_control_system() from public");
		try {
			awaitReplay();
			assertThat(position(primary("plain")).cluster()).isZero();
			assertThat(position(primary("plain")).bytes()).isPositive();
			assertThat(position(replica("plain")).cluster()).isZero();
			assertThat(position(replica("plain")).bytes()).isPositive();
		}
		finally {
			pair.primary().run("grant execute on function pg_control_system() to public");
		}
	}

	@Test
	void withoutTheRightForThePositionsTheRemedyIsTold() {
		pair.primary()
			.run("revoke execute on function pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn() from public");
		try {
			awaitReplay();
			assertThatExceptionOfType(PositionRefusedException.class).isThrownBy(() -> primary("plain"))
				.withStackTraceContaining("permission denied for function pg_current_wal_insert_lsn");
			assertThatExceptionOfType(PositionRefusedException.class).isThrownBy(() -> replica("plain"))
				.withStackTraceContaining("permission denied for function pg_last_wal_replay_lsn");
		}
		finally {
			pair.primary()
				.run("grant execute on function pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn() to public");
			awaitReplay();
		}
	}

	@Test
	void windowNeedsNoPositionButAStandby() throws SQLException {
		FreshnessProbe window = new ProbeChoice.WindowProbe(PostgresProbe.STANDBY, Duration.ofSeconds(1));
		try (Connection standby = pair.standby().dataSource("plain").getConnection();
				Connection primary = pair.primary().dataSource("plain").getConnection()) {
			assertThat(window.primary(primary)).isEqualTo(new Sample(false, null));
			assertThat(window.replica(standby)).isEqualTo(new Sample(true, null));
			assertThat(window.replica(primary).inRecovery()).isFalse();
		}
	}

	@Test
	void clusterIsAskedOnceForEachConnection() throws SQLException {
		try (Connection connection = pair.standby().dataSource("plain").getConnection()) {
			AtomicInteger questions = new AtomicInteger();
			Connection counting = intercepted(connection, questions::incrementAndGet);
			long cluster = position(this.probe.replica(counting)).cluster();
			assertThat(questions).hasValue(2);
			assertThat(position(this.probe.replica(counting)).cluster()).isNotZero().isEqualTo(cluster);
			assertThat(questions).hasValue(3);
		}
	}

	@Test
	void otherFailuresAreToldAndNotForever() throws SQLException {
		try (Connection connection = pair.primary().dataSource("plain").getConnection()) {
			AtomicBoolean failed = new AtomicBoolean();
			Connection once = intercepted(connection, () -> {
				if (!failed.getAndSet(true)) {
					throw new SQLException("Canceled", "57014");
				}
				return null;
			});
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.probe.primary(once))
				.withMessage("Canceled");
			assertThat(position(this.probe.primary(once)).cluster()).isNotZero();
		}
	}

	/**
	 * Returns a connection with a callback before each statement.
	 */
	private static Connection intercepted(Connection connection, Callable<?> question) {
		return (Connection) Proxy.newProxyInstance(FreshnessProbe.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if ("createStatement".equals(method.getName())) {
						question.call();
					}
					return ("equals".equals(method.getName())) ? proxy == arguments[0]
							: method.invoke(connection, arguments);
				});
	}

}
