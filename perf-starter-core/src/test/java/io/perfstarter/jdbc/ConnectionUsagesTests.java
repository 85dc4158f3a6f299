package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.observation.transport.SenderContext;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.remote.RemoteCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionUsages} and {@link ConnectionUsage}.
 */
class ConnectionUsagesTests {

	private static final long SECOND = 1_000_000_000;

	private final AtomicLong clock = new AtomicLong(System.nanoTime());

	private final AtomicLong pauses = new AtomicLong(5 * SECOND);

	private final ConnectionUsages usages = new ConnectionUsages(this.clock::get);

	@BeforeEach
	void excludePauses() {
		this.usages.exclude(this.pauses::get);
		this.usages.exclude(() -> 0);
	}

	private Connection borrow() throws SQLException {
		return ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool", List.of(this.usages));
	}

	private ConnectionUsage usage() {
		return Objects.requireNonNull(this.usages.ofCurrentThread());
	}

	private void pass(long seconds) {
		this.clock.addAndGet(seconds * SECOND);
	}

	@AfterEach
	void clear() {
		TransactionSynchronizationManager.setCurrentTransactionName(null);
	}

	@Test
	void lastOfSeveralIsTheCurrentOne() throws SQLException {
		Connection outer = borrow();
		ConnectionUsage first = this.usages.ofCurrentThread();
		Connection inner = borrow();
		assertThat(this.usages.ofCurrentThread()).isNotSameAs(first);
		assertThat(this.usages.all()).hasSize(2);
		inner.close();
		assertThat(this.usages.ofCurrentThread()).isSameAs(first);
		outer.close();
		assertThat(this.usages.ofCurrentThread()).isNull();
		assertThat(this.usages.all()).isEmpty();
	}

	@Test
	void connectionsMayBeReturnedInAnyOrder() throws SQLException {
		Connection outer = borrow();
		Connection inner = borrow();
		ConnectionUsage last = this.usages.ofCurrentThread();
		outer.close();
		assertThat(this.usages.ofCurrentThread()).isSameAs(last);
		inner.close();
		assertThat(this.usages.ofCurrentThread()).isNull();
	}

	@Test
	void connectionMayBeReturnedByAnotherThread() throws SQLException {
		Connection connection = borrow();
		CompletableFuture.runAsync(() -> {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}).join();
		assertThat(this.usages.ofCurrentThread()).isNull();
		assertThat(this.usages.all()).isEmpty();
	}

	@Test
	void otherThreadsHaveBorrowedNothing() throws SQLException {
		try (Connection connection = borrow()) {
			assertThat(connection.isClosed()).isFalse();
			assertThat(CompletableFuture.supplyAsync(this.usages::ofCurrentThread).join()).isNull();
		}
	}

	@Test
	void transactionMayGetItsNameAfterTheBorrow() throws SQLException {
		try (Connection connection = borrow()) {
			ConnectionUsage usage = usage();
			assertThat(usage.transaction()).isNull();
			TransactionSynchronizationManager.setCurrentTransactionName("shop.Orders.place");
			connection.createStatement().execute("select 1");
			TransactionSynchronizationManager.setCurrentTransactionName("shop.Orders.other");
			connection.createStatement().execute("select 1");
			assertThat(usage.transaction()).isEqualTo("shop.Orders.place");
			assertThat(usage.figures().statements()).isEqualTo(2);
		}
	}

	@Test
	void figuresAreThoseUntilTheReturn() throws SQLException {
		ConnectionUsage usage;
		Execution execution = new Execution("select 1", Kind.QUERY, true, this.clock.get() + SECOND);
		try (Connection connection = borrow()) {
			usage = usage();
			pass(1);
			this.usages.executing(usage, execution);
			pass(2);
			this.pauses.addAndGet(SECOND);
			assertThat(usage.idleNanos()).isZero();
			assertThat(connection.isClosed()).isFalse();
		}
		pass(5);
		this.pauses.addAndGet(SECOND);
		this.usages.executed(usage, execution, this.clock.get(), null);
		assertThat(usage.isReturned()).isTrue();
		assertThat(usage.heldNanos()).isEqualTo(3 * SECOND);
		assertThat(usage.figures().active()).as("without the pause").isEqualTo(SECOND);
		assertThat(usage.figures().paused()).isEqualTo(SECOND);
	}

	@Test
	void commitIsAUseOfTheConnection() throws SQLException {
		try (Connection connection = borrow()) {
			ConnectionUsage usage = usage();
			Execution commit = new Execution("COMMIT", Kind.COMMIT, false, this.clock.get());
			this.usages.executing(usage, commit);
			pass(3);
			assertThat(usage.idleNanos()).isZero();
			this.usages.executed(usage, commit, this.clock.get(), null);
			pass(1);
			assertThat(usage.idleNanos()).isEqualTo(SECOND);
			assertThat(usage.figures().active()).isEqualTo(3 * SECOND);
			assertThat(usage.figures().statements()).isZero();
			assertThat(usage.hasTransactionEnded()).isTrue();
			connection.createStatement().execute("select 1");
			assertThat(usage.hasTransactionEnded()).isFalse();
		}
	}

	@Test
	void remoteCallCountsAtEachConnectionOfItsThread() throws SQLException {
		RemoteCalls calls = new RemoteCalls(List.of(this.usages), Set.of());
		SenderContext<?> context = new SenderContext<>((carrier, key, value) -> {
		});
		try (Connection outer = borrow()) {
			ConnectionUsage first = usage();
			try (Connection inner = borrow()) {
				ConnectionUsage second = usage();
				this.clock.set(System.nanoTime());
				calls.onStart(context);
				assertThat(first.isCalling()).isTrue();
				pass(7);
				calls.onStop(context);
				assertThat(List.of(first, second)).allSatisfy((usage) -> {
					assertThat(usage.figures().remoteCalls()).isOne();
					assertThat(usage.figures().remote()).isBetween(6 * SECOND, 8 * SECOND);
					assertThat(usage.isCalling()).isFalse();
				});
				assertThat(inner.isClosed()).isFalse();
			}
			assertThat(outer.isClosed()).isFalse();
		}
	}

	@Test
	void warmupIsNotListed() throws SQLException {
		try (Connection connection = ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool",
				List.of(this.usages.forWarmup()))) {
			connection.createStatement().execute("select 1");
			assertThat(this.usages.all()).isEmpty();
		}
	}

}
