package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.routing.connection.RoutingSettings.Exhausted;
import io.perfstarter.routing.connection.RoutingSettings.Fallback;
import io.perfstarter.routing.connection.RoutingSettings.ReadYourWrites;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Routing} with servers without positions.
 */
class RoutingTests {

	private static final Duration WINDOW = Duration.ofMillis(300);

	private final TestServer primary = new TestServer("primary", 4);

	private final TestServer one = new TestServer("one", 4);

	private final TestServer two = new TestServer("two", 4);

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private Duration window = WINDOW;

	private ReadScopes scopes = new ReadScopes();

	private Routing routing = start(ReadYourWrites.WINDOW, Fallback.PRIMARY, Exhausted.STALE, this.one, this.two);

	private Routing start(ReadYourWrites readYourWrites, Fallback fallback, Exhausted exhausted,
			TestServer... replicas) {
		RoutingSettings settings = new RoutingSettings(Duration.ofSeconds(5), Duration.ofSeconds(60),
				Duration.ofMillis(20), Duration.ofMillis(50), this.window, readYourWrites, fallback, exhausted);
		Routing started = new Routing(this.primary.server(),
				List.of(replicas).stream().map(TestServer::server).toList(), settings, () -> false, this.scopes);
		started.bindTo(this.registry);
		started.start();
		started.awaitFirst(Duration.ofSeconds(10));
		// The first connection loads the H2 classes, which may exceed the timeout.
		await().untilAsserted(() -> assertThat(started.status().replicas()).extracting(RoutingStatus.Member::state)
			.containsOnly(ReplicaState.UP));
		return started;
	}

	private void restart(ReadYourWrites readYourWrites, Fallback fallback, Exhausted exhausted,
			TestServer... replicas) {
		this.routing.close();
		this.scopes = new ReadScopes();
		this.registry.clear();
		this.routing = start(readYourWrites, fallback, exhausted, replicas);
	}

	@AfterEach
	void close() {
		this.routing.close();
	}

	private JdbcTemplate template() {
		return new JdbcTemplate(dataSource());
	}

	private LazyConnectionDataSourceProxy dataSource() {
		LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
		lazy.setDefaultAutoCommit(true);
		lazy.setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		lazy.setTargetDataSource(this.routing.side(false));
		lazy.setReadOnlyDataSource(this.routing.side(true));
		return lazy;
	}

	private String in(boolean readOnly, Function<JdbcTemplate, String> work) {
		LazyConnectionDataSourceProxy dataSource = dataSource();
		JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
		manager.setTransactionExecutionListeners(List.of(this.routing.transactions(true, () -> false)));
		TransactionTemplate transactions = new TransactionTemplate(manager);
		transactions.setReadOnly(readOnly);
		return transactions.execute((status) -> work.apply(new JdbcTemplate(dataSource)));
	}

	private String server(boolean readOnly) {
		return in(readOnly, RoutingTests::name);
	}

	private static String name(JdbcTemplate template) {
		return template.queryForObject("call lower(database())", String.class);
	}

	private double count(String target, String reason) {
		return this.registry.get("perf.starter.routing.connections")
			.tags("target", target, "reason", reason)
			.functionCounter()
			.count();
	}

	@Test
	void readsGoToReplicasAndAllElseToThePrimary() {
		assertThat(server(true)).isIn("one", "two");
		assertThat(server(false)).isEqualTo("primary");
		assertThat(name(template())).isEqualTo("primary");
		assertThat(count("one", "read-only") + count("two", "read-only")).isOne();
		assertThat(count("primary", "write")).isOne();
		assertThat(count("primary", "no-transaction")).isOne();
		assertThat(this.routing.status().primary().connections()).isEqualTo(Map.of("write", 1L, "no-transaction", 1L));
		assertThat(this.routing.status().replicas()).flatExtracting((replica) -> replica.connections().entrySet())
			.containsExactly(Map.entry("read-only", 1L));
	}

	@Test
	void aReplicaThatFailsIsLeftOut() {
		this.one.failing = true;
		for (int i = 0; i < 20; i++) {
			assertThat(server(true)).isEqualTo("two");
		}
		RoutingStatus.Member member = this.routing.status().replicas().get(0);
		assertThat(member.lastError()).contains("Connection refused by one");
		assertThat(member.inFlight()).isZero();
		this.one.failing = false;
		await().until(() -> server(true).equals("one"));
	}

	@Test
	void aReplicaThatGoesDownWhileAConnectionIsBorrowedIsLeftOut() {
		restart(ReadYourWrites.WINDOW, Fallback.PRIMARY, Exhausted.STALE, this.one);
		this.one.borrowing = () -> {
			this.one.failing = true;
			CompletableFuture.runAsync(() -> server(true)).join();
			this.one.breaking = true;
		};
		assertThat(server(true)).isEqualTo("primary");
		assertThat(this.routing.status().replicas().get(0).inFlight()).isZero();
	}

	@Test
	void aReplicaIsDownAsLongAsItsPoolCannotConnect() {
		this.one.failing = true;
		while (this.one.refused.get() == 0) {
			server(true);
		}
		while (this.one.refused.get() < 3) {
			assertThat(this.routing.status().replicas().get(0).state()).isEqualTo(ReplicaState.DOWN);
		}
		this.one.failing = false;
		await().until(() -> server(true).equals("one"));
	}

	@Test
	void whenNoReplicaIsLeftThePrimaryIsReadAndStaysReadOnly() throws SQLException {
		breakReplicas();
		List<Connection> held = hold(4);
		assertThat(this.primary.readOnly).hasSize(4).containsOnly(true);
		assertThat(this.routing.status().primary().fallbacks()).isEqualTo(4);
		// One connection beyond the pool size, which the pool of these tests still
		// returns.
		held.add(this.routing.side(false).getConnection());
		assertThatExceptionOfType(SQLTransientConnectionException.class)
			.isThrownBy(() -> this.routing.side(true).getConnection())
			.withMessageContaining("'one' DOWN")
			.withMessageContaining("Connection refused by two")
			.withMessageContaining("Reads on the primary: 4");
		held.forEach(JdbcUtils::closeConnection);
		assertThat(this.routing.status().primary().fallbacks()).isZero();
		assertThat(server(true)).isEqualTo("primary");
		assertThat(server(false)).isEqualTo("primary");
		assertThat(this.registry.get("perf.starter.routing.rejected").functionCounter().count()).isOne();
	}

	@Test
	void aConnectionOfThePrimaryThatBreaksWhileItIsBorrowedKeepsNoSlot() throws SQLException {
		breakReplicas();
		this.primary.breaking = true;
		for (int i = 0; i < 4; i++) {
			assertThatIllegalStateException().isThrownBy(() -> this.routing.side(true).getConnection())
				.withMessage("planted");
		}
		this.primary.breaking = false;
		hold(4).forEach(JdbcUtils::closeConnection);
		assertThat(this.routing.status().primary().fallbacks()).isZero();
	}

	private void breakReplicas() {
		this.one.failing = true;
		this.two.failing = true;
		assertThat(server(true)).isEqualTo("primary");
		this.primary.readOnly.clear();
	}

	@Test
	void connectionsOfReplicasThatServeNoReadsAreNotInUse() throws Exception {
		assertThat(this.routing.use().busy()).isZero();
		try (Connection one = this.routing.side(true).getConnection()) {
			assertThat(one).isNotNull();
			assertThat(this.routing.use().busy()).isEqualTo(0.125);
			breakReplicas();
			await().untilAsserted(
					() -> assertThat(this.routing.status().replicas()).extracting(RoutingStatus.Member::state)
						.containsOnly(ReplicaState.DOWN));
			assertThat(this.routing.use().busy()).isZero();
		}
	}

	@Test
	void aReadWaitsForAConnectionThatIsReturned() throws Exception {
		this.primary.timeout = Duration.ofMinutes(1);
		restart(ReadYourWrites.WINDOW, Fallback.PRIMARY, Exhausted.STALE, this.one, this.two);
		breakReplicas();
		List<Connection> held = hold(4);
		CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> server(true));
		await().until(() -> waiting() == 1);
		assertThat(this.primary.waits).containsExactly("begins");
		held.remove(0).close();
		assertThat(waiting.get()).isEqualTo("primary");
		assertThat(waiting()).isZero();
		assertThat(this.primary.waits).containsExactly("begins", "ends");
		held.forEach(JdbcUtils::closeConnection);
	}

	private List<Connection> hold(int number) throws SQLException {
		List<Connection> held = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			held.add(this.routing.side(true).getConnection());
		}
		return held;
	}

	@Test
	void closingWakesThoseWhoWait() throws Exception {
		this.primary.timeout = Duration.ofMinutes(1);
		restart(ReadYourWrites.NONE, Fallback.FAIL, Exhausted.FAIL, this.one, this.two);
		List<Connection> held = hold(8);
		assertThat(this.routing.use().busy()).isEqualTo(1);
		assertThat(this.routing.use().waiting()).isZero();
		CompletableFuture<Throwable> waiting = CompletableFuture
			.supplyAsync(() -> catchThrowable(() -> this.routing.side(true).getConnection()));
		await().until(() -> waiting() == 1);
		assertThat(this.routing.use().waiting()).isOne();
		this.routing.close();
		assertThat(waiting.get()).isInstanceOf(SQLTransientConnectionException.class).hasMessageContaining("busy");
		held.forEach(JdbcUtils::closeConnection);
	}

	private int waiting() {
		return (int) this.registry.get("perf.starter.routing.waiting").gauge().value();
	}

	@Test
	void failsInsteadOfFallingBackIfToldSo() {
		restart(ReadYourWrites.WINDOW, Fallback.FAIL, Exhausted.STALE, this.one);
		this.one.failing = true;
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> server(true));
		assertThat(server(false)).isEqualTo("primary");
	}

	@Test
	void whoHasWrittenReadsFromThePrimaryForTheWindow() {
		restartWithLongWindow();
		assertThat(in(false, (template) -> server(true))).isIn("one", "two");
		write();
		assertThat(server(true)).isEqualTo("primary");
		assertThat(count("primary", "unmet-token")).isOne();
	}

	@Test
	void whoHasWrittenReadsFromReplicasAfterTheWindow() {
		write();
		await().until(() -> !server(true).equals("primary"));
	}

	private void restartWithLongWindow() {
		this.window = Duration.ofMinutes(1);
		restart(ReadYourWrites.WINDOW, Fallback.PRIMARY, Exhausted.STALE, this.one, this.two);
	}

	@Test
	void whoHasWrittenToAPrimaryThatIsBackReadsFromIt() {
		restartWithLongWindow();
		template().execute("shutdown");
		await().until(() -> this.routing.status().primary().lastError() != null);
		write();
		assertThat(server(true)).isEqualTo("primary");
	}

	@Test
	void whoHasWrittenGetsNoStaleReplicaWhenThePrimaryHasNoConnectionLeft() throws SQLException {
		restartWithLongWindow();
		write();
		this.primary.failing = true;
		assertThatExceptionOfType(SQLTransientConnectionException.class)
			.isThrownBy(() -> this.routing.side(true).getConnection())
			.withMessageContaining("unmet-token");
	}

	@Test
	void whoHasWrittenToAPrimaryThatIsDownWaitsForASlotOfTheReplica() throws Exception {
		this.primary.timeout = Duration.ofMinutes(1);
		this.window = Duration.ofMinutes(1);
		restart(ReadYourWrites.WINDOW, Fallback.PRIMARY, Exhausted.STALE, this.one);
		List<Connection> held = hold(4);
		write();
		this.primary.stop();
		await().until(() -> Boolean.FALSE.equals(this.routing.status().primary().answering()));
		CompletableFuture<Void> returned = CompletableFuture.runAsync(() -> {
			await().until(() -> waiting() == 1);
			held.forEach(JdbcUtils::closeConnection);
		});
		assertThat(server(true)).isEqualTo("one");
		returned.get();
		assertThat(count("one", "unmet-token")).isOne();
	}

	@Test
	void anAbortThatBlocksInTheDriverHoldsUpNoOther() throws Exception {
		CountDownLatch aborts = new CountDownLatch(4);
		CountDownLatch end = new CountDownLatch(1);
		this.one.aborting = () -> {
			aborts.countDown();
			assertThatNoException().isThrownBy(end::await);
		};
		restart(ReadYourWrites.NONE, Fallback.FAIL, Exhausted.FAIL, this.one);
		List<Connection> held = hold(4);
		this.one.stop();
		try {
			assertThat(aborts.await(20, TimeUnit.SECONDS)).as("all connections are aborted").isTrue();
		}
		finally {
			end.countDown();
			held.forEach(JdbcUtils::closeConnection);
		}
	}

	@Test
	void aReadOnItsOwnIsNoWrite() {
		restartWithLongWindow();
		template().queryForObject("select count(*) from (values (1))", Integer.class);
		assertThat(server(true)).isIn("one", "two");
		template().queryForObject("select random_uuid()", String.class);
		assertThat(server(true)).isEqualTo("primary");
	}

	@Test
	void aRollbackWritesNothing() throws SQLException {
		try (Connection connection = this.routing.side(false).getConnection()) {
			connection.setAutoCommit(false);
			connection.createStatement().execute("select 1");
			connection.rollback();
		}
		assertThat(server(true)).isIn("one", "two");
	}

	@Test
	void aStatementThatMayHaveCommittedIsAWriteInSpiteOfARollback() throws SQLException {
		restartWithLongWindow();
		try (Connection connection = this.routing.side(false).getConnection()) {
			connection.setAutoCommit(false);
			connection.createStatement().execute("create table if not exists committed (id int)");
			connection.rollback();
		}
		assertThat(server(true)).isEqualTo("primary");
	}

	@Test
	void whoDoesNotCareReadsFromReplicas() {
		restart(ReadYourWrites.NONE, Fallback.PRIMARY, Exhausted.STALE, this.one);
		write();
		assertThat(server(true)).isEqualTo("one");
	}

	private void write() {
		template().execute("create table if not exists written (id int)");
	}

	@Test
	void readsOfARequestStayWithOneReplicaWhileItIsFit() throws Exception {
		assertThat(new ReadScopes().current().isRequest()).isFalse();
		for (int request = 0; request < 10; request++) {
			Set<String> servers = new HashSet<>();
			new RequestScopeFilter(this.scopes).doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(),
					(ignored, alsoIgnored) -> {
						for (int i = 0; i < 10; i++) {
							servers.add(server(true));
						}
					});
			assertThat(servers).hasSize(1);
		}
	}

	@Test
	void whatAReplicaGaveIsAsOldAsTheWindow() {
		restartWithLongWindow();
		long before = System.nanoTime();
		assertThat(this.scopes.knownAt(before)).isEqualTo(before);
		server(true);
		assertThat(before - this.scopes.knownAt(before)).isPositive().isLessThanOrEqualTo(this.window.toNanos());
		long after = System.nanoTime();
		assertThat(this.scopes.knownAt(after)).isEqualTo(after);
		server(false);
		assertThat(this.scopes.knownAt(after)).isEqualTo(after);
	}

	@Test
	void whatATaskReadCountsForItsCaller() {
		CallerReadsAccessor accessor = new CallerReadsAccessor(this.scopes, false);
		CallerReadsAccessor.CallerReads caller = Objects.requireNonNull(accessor.getValue());
		long before = System.nanoTime();
		CompletableFuture.runAsync(() -> {
			accessor.setValue(caller);
			server(true);
			accessor.setValue();
		}).join();
		assertThat(this.scopes.knownAt(before)).isLessThan(before);
	}

}
