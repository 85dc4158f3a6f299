package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link SessionWatch} with a real PostgreSQL server.
 */
@Timeout(120)
@Tag(Tier.CI)
class SessionWatchPostgresTests {

	private static final PostgresPair pair = PostgresPair.shared();

	private static final Set<String> STATEMENTS = Set.of("update watched set id = ?", "select count(*) from");

	private static final Map<String, Set<String>> SLOW = Map.of("orders", STATEMENTS);

	private final AtomicLong now = new AtomicLong();

	private final AtomicInteger opened = new AtomicInteger();

	private final List<Connection> sessions = new ArrayList<>();

	private final SessionWatch watch = new SessionWatch((pool) -> () -> {
		this.opened.incrementAndGet();
		return connect("watch");
	}, 2, this.now::get);

	private static Connection connect(String application) throws SQLException {
		return DriverManager.getConnection(pair.primaryUrl() + "?ApplicationName=" + application, "postgres", "");
	}

	private Connection session(String application) throws SQLException {
		Connection connection = connect(application);
		this.sessions.add(connection);
		return connection;
	}

	@AfterEach
	void close() throws SQLException {
		this.watch.close();
		for (Connection session : this.sessions) {
			session.abort(Runnable::run);
		}
	}

	@Test
	void namesTheSessionThatHoldsALock() throws Exception {
		pair.primary().run("create table if not exists watched as select 1 as id");
		Connection batch = session("batch");
		batch.setAutoCommit(false);
		execute(batch, "update watched set id = id");
		Connection blocked = session("shop");
		Thread thread = start(blocked, "update watched set id = ?", 2);
		SessionsWindow window = await().until(() -> ask("orders"), (answer) -> answer.locked() > 0);
		assertThat(window.pool()).isEqualTo("orders");
		assertThat(window.active()).isGreaterThanOrEqualTo(window.locked());
		assertThat(window.idleHolder()).isTrue();
		assertThat(window.waiting()).containsExactly("update watched set id = ?");
		assertThat(window.holder()).startsWith("a session of 'batch' that is idle in its transaction, which began ")
			.endsWith("; its statement begins with 'update watched set id'");
		batch.rollback();
		thread.join();
	}

	/**
	 * A change of the table waits for a transaction that has read it, and everybody else
	 * waits for the change.
	 */
	@Test
	void namesTheSessionThatTheHolderWaitsFor() throws Exception {
		pair.primary().run("create table if not exists watched as select 1 as id");
		Connection report = session("report");
		report.setAutoCommit(false);
		execute(report, "select id from watched");
		Thread change = start(session("migration"), "alter table watched add column if not exists name text");
		await().until(() -> isBlocked(report));
		Thread own = start(session("shop"), "update watched set id = ?", 2);
		SessionsWindow window = await().until(() -> ask("orders"), (answer) -> answer.locked() > 0);
		assertThat(window.holder()).startsWith("a session of 'report' that is idle in its transaction");
		report.rollback();
		change.join();
		own.join();
	}

	@Test
	void sessionsOfOtherApplicationsAreNotCounted() throws Exception {
		pair.primary().run("create table if not exists foreign_rows as select 1 as id");
		Connection holder = session("holder");
		holder.setAutoCommit(false);
		execute(holder, "update foreign_rows set id = id");
		Thread foreign = start(session("foreign"), "update foreign_rows set id = 2");
		await().until(() -> isBlocked(holder));
		Connection busy = session("shop");
		Thread own = start(busy, "select count(*) from generate_series(1, ?)", 1_000_000_000);
		SessionsWindow window = await().until(() -> ask("orders"), (answer) -> answer.active() > 0);
		assertThat(window.locked()).isZero();
		assertThat(window.holder()).isEmpty();
		busy.abort(Runnable::run);
		holder.rollback();
		foreign.join();
		own.join();
	}

	@Test
	void countsTheSessionsThatRun() throws Exception {
		Connection busy = session("busy");
		Thread thread = start(busy, "select count(*) from generate_series(1, 1000000000)");
		SessionsWindow window = await().until(() -> ask("orders"), (answer) -> answer.running() > 0);
		assertThat(window.locked()).isZero();
		assertThat(window.holder()).isEmpty();
		assertThat(window.lockedShare()).isZero();
		assertThat(window.processors()).isEqualTo(2);
		busy.abort(Runnable::run);
		thread.join();
	}

	@Test
	void asksAtMostEveryTwoSeconds() {
		ask("orders");
		this.watch.sample(SLOW);
		this.now.addAndGet(Duration.ofSeconds(2).toNanos() - 1);
		assertThat(this.watch.next()).isEmpty();
		assertThat(this.opened).hasValue(1);
	}

	@Test
	void databaseThatRefusesAConnectionSaysWhy() {
		try (SessionWatch refused = new SessionWatch((pool) -> () -> {
			throw new SQLException("remaining connection slots are reserved", "53300");
		}, 2, this.now::get)) {
			refused.sample(SLOW);
			assertThat(await().until(refused::next, (answers) -> !answers.isEmpty()))
				.containsExactly(new SessionsWindow("orders", 0, 2, 0, 0, 0, "", false, Set.of(),
						"too many connections (SQLSTATE 53300)"));
			assertThat(refused.next()).isEmpty();
		}
	}

	@Test
	void databaseThatCannotBeAskedIsLeftAlone() {
		try (SessionWatch other = new SessionWatch((pool) -> () -> {
			this.opened.incrementAndGet();
			return DriverManager.getConnection("jdbc:h2:mem:");
		}, 2, this.now::get)) {
			other.sample(SLOW);
			await().until(() -> this.opened.get() == 1);
			await().untilAsserted(() -> {
				this.now.addAndGet(Duration.ofMinutes(10).toNanos());
				other.sample(SLOW);
				assertThat(this.opened).hasValueGreaterThan(1);
			});
			assertThat(other.next()).isEmpty();
		}
	}

	@Test
	void databaseThatIsTooSlowToAnswerIsAskedAgainSoon() throws SQLException {
		Connection slow = mock();
		given(slow.getMetaData()).willThrow(new SQLException("canceling statement due to statement timeout", "57014"));
		try (SessionWatch other = new SessionWatch((pool) -> () -> {
			this.opened.incrementAndGet();
			return slow;
		}, 2, this.now::get)) {
			other.sample(SLOW);
			this.now.addAndGet(Duration.ofSeconds(2).toNanos());
			await().untilAsserted(() -> {
				other.sample(SLOW);
				assertThat(this.opened).hasValue(2);
			});
		}
	}

	private SessionsWindow ask(String pool) {
		this.now.addAndGet(Duration.ofSeconds(2).toNanos());
		this.watch.sample(Map.of(pool, STATEMENTS));
		return await().until(this.watch::next, (answers) -> !answers.isEmpty()).get(0);
	}

	private static boolean isBlocked(Connection observer) throws SQLException {
		try (Statement statement = observer.createStatement();
				ResultSet row = statement.executeQuery("select count(*) from pg_locks where not granted")) {
			return row.next() && row.getInt(1) > 0;
		}
	}

	private static Thread start(Connection connection, String sql, Object... parameters) {
		Thread thread = new Thread(() -> {
			try {
				execute(connection, sql, parameters);
			}
			catch (SQLException ex) {
				// The test closes the connection.
			}
		});
		thread.start();
		return thread;
	}

	private static void execute(Connection connection, String sql, Object... parameters) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < parameters.length; i++) {
				statement.setObject(i + 1, parameters[i]);
			}
			statement.execute();
		}
	}

}
