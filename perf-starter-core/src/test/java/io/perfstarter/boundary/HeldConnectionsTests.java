package io.perfstarter.boundary;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.boundary.BoundaryStatus.Method;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link HeldConnections} and {@link ConnectionStatistics}.
 */
class HeldConnectionsTests {

	private final AtomicLong clock = new AtomicLong(System.nanoTime());

	private final List<MethodStatistics> newcomers = new ArrayList<>();

	private final ConnectionStatistics account = new ConnectionStatistics((pool) -> 5, this.clock::get, 2,
			this.newcomers::add);

	private final HeldConnections held = new HeldConnections(this.account, this.clock::get, new ThreadCpuTime());

	private Connection borrow() throws SQLException {
		this.held.requested("pool");
		return ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool", List.of(this.held));
	}

	@AfterEach
	void clear() {
		TransactionSynchronizationManager.setCurrentTransactionName(null);
	}

	@Test
	void nothingIsHeldAtFirst() {
		assertThat(this.held.current()).isNull();
		assertThat(this.held.all()).isEmpty();
	}

	@Test
	void ofSeveralTheLastIsTheCurrentOne() throws SQLException {
		Connection outer = borrow();
		HeldConnection first = this.held.current();
		Connection inner = borrow();
		assertThat(this.held.current()).isNotSameAs(first);
		assertThat(this.held.all()).hasSize(2);
		inner.close();
		assertThat(this.held.current()).isSameAs(first);
		outer.close();
		assertThat(this.held.current()).isNull();
		assertThat(this.held.all()).isEmpty();
	}

	@Test
	void connectionsMayComeBackInAnyOrder() throws SQLException {
		Connection outer = borrow();
		Connection inner = borrow();
		HeldConnection last = this.held.current();
		outer.close();
		assertThat(this.held.current()).isSameAs(last);
		inner.close();
		assertThat(this.held.current()).isNull();
	}

	@Test
	void whatAnotherThreadReturnsIsHeldNoMore() throws SQLException {
		Connection connection = borrow();
		CompletableFuture.runAsync(() -> {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}).join();
		assertThat(this.held.current()).isNull();
		assertThat(this.held.all()).isEmpty();
	}

	@Test
	void otherThreadsHoldNothing() throws SQLException {
		try (Connection connection = borrow()) {
			assertThat(connection.isClosed()).isFalse();
			assertThat(CompletableFuture.supplyAsync(this.held::current).join()).isNull();
		}
	}

	@Test
	void theTransactionMayHaveItsNameOnlyAfterTheConnection() throws SQLException {
		try (Connection connection = borrow()) {
			TransactionSynchronizationManager.setCurrentTransactionName("shop.Orders.place");
			connection.createStatement().execute("select 1");
			TransactionSynchronizationManager.setCurrentTransactionName(null);
		}
		assertThat(this.account.status().methods()).singleElement()
			.extracting(Method::method)
			.isEqualTo("Orders.place()");
	}

	@Test
	void theEndOfATransactionIsAUseOfItsConnection() throws SQLException {
		HeldConnection current;
		try (Connection connection = borrow()) {
			current = Objects.requireNonNull(this.held.current());
			ConnectionUsage usage = current.usage();
			long now = usage.borrowedAt();
			this.held.ending(usage, now);
			assertThat(current.idleFor(now + 3_000_000_000L)).isZero();
			this.held.ended(usage, "COMMIT", now + 3_000_000_000L);
			assertThat(current.idleFor(now + 3_000_000_001L)).isOne();
			assertThat(connection.isClosed()).isFalse();
		}
		assertThat(current.used()).isEqualTo(3_000_000_000L);
		assertThat(current.statements()).isZero();
	}

	@Test
	void nobodyHearsOfARehearsal() throws SQLException {
		JdbcListener forWarmup = this.held.forWarmup();
		forWarmup.requested("pool");
		try (Connection connection = ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool",
				List.of(forWarmup))) {
			connection.createStatement().execute("select 1");
			assertThat(((HeldConnections) forWarmup).current()).isNotNull();
			assertThat(this.held.current()).isNull();
		}
		assertThat(((HeldConnections) forWarmup).all()).isEmpty();
		assertThat(this.account.status().methods()).isEmpty();
		assertThat(this.newcomers).extracting(MethodStatistics::method, MethodStatistics::holds)
			.containsExactly(tuple(ConnectionStatistics.NO_TRANSACTION, 0L));
		borrow().close();
		assertThat(this.newcomers).extracting(MethodStatistics::holds).containsExactly(1L);
	}

	@Test
	void theMethodThatWastesMostComesFirst() throws SQLException {
		connection("shop.Orders.find", 1_000);
		connection("shop.Orders.place", 60_000);
		connection("shop.Orders.cancel", 30_000);
		assertThat(this.account.status().methods()).extracting(Method::method)
			.containsExactly("Orders.place()", "Orders.cancel()", "Orders.find()");
		assertThat(this.account.status().methods().get(0).heldMillis()).isBetween(60_000.0, 90_000.0);
	}

	private void connection(String transaction, long millis) throws SQLException {
		TransactionSynchronizationManager.setCurrentTransactionName(transaction);
		try (Connection connection = borrow()) {
			assertThat(connection.isClosed()).isFalse();
			this.clock.set(System.nanoTime() + millis * 1_000_000);
		}
	}

	@Test
	void methodsBeyondTheBoundAreCountedTogether() throws SQLException {
		for (int i = 0; i < 1_010; i++) {
			connection("shop.Orders.method" + i, 0);
		}
		assertThat(this.account.status().methods()).hasSize(1_001)
			.filteredOn((method) -> method.method().equals(ConnectionStatistics.OTHERS))
			.singleElement()
			.extracting(Method::holds)
			.isEqualTo(10L);
	}

	@Test
	void threadsThatWaitAreDemandToo() throws SQLException {
		for (int thread = 0; thread < 7; thread++) {
			this.held.requested("pool");
		}
		this.held.refused("pool");
		TransactionSynchronizationManager.setCurrentTransactionName("shop.Orders.place");
		borrow().close();
		Forecast forecast = this.account.status().methods().get(0).forecast();
		double held = this.account.status().methods().get(0).heldMillis() / 1e3;
		assertThat(forecast.ceilingAfter() * held).isCloseTo(7, within(0.001));
	}

}
