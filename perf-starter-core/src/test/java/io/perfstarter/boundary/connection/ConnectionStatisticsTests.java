package io.perfstarter.boundary.connection;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.boundary.connection.BoundaryStatus.Method;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link ConnectionStatistics}.
 */
class ConnectionStatisticsTests {

	private final AtomicLong clock = new AtomicLong(System.nanoTime());

	private final List<MethodStatistics> newcomers = new ArrayList<>();

	private final ConnectionStatistics statistics = new ConnectionStatistics((pool) -> 5, this.clock::get, 2,
			this.newcomers::add);

	private final ConnectionUsages usages = new ConnectionUsages(this.clock::get);

	private Connection borrow() throws SQLException {
		this.statistics.requested("pool");
		return ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool",
				List.of(this.usages, this.statistics));
	}

	@AfterEach
	void clear() {
		TransactionSynchronizationManager.setCurrentTransactionName(null);
	}

	@Test
	void warmupIsNotCounted() throws SQLException {
		JdbcListener forWarmup = this.statistics.forWarmup();
		forWarmup.requested("pool");
		try (Connection connection = ObservedConnections.observe(DriverManager.getConnection("jdbc:h2:mem:"), "pool",
				List.of(this.usages.forWarmup(), forWarmup))) {
			connection.createStatement().execute("select 1");
		}
		assertThat(this.statistics.status().methods()).isEmpty();
		assertThat(this.newcomers).extracting(MethodStatistics::method, MethodStatistics::holds)
			.containsExactly(tuple(ConnectionStatistics.NO_TRANSACTION, 0L));
		borrow().close();
		assertThat(this.newcomers).extracting(MethodStatistics::holds).containsExactly(1L);
	}

	@Test
	void methodWithTheMostUnusedTimeComesFirst() throws SQLException {
		connection("shop.Orders.find", 1_000);
		connection("shop.Orders.place", 60_000);
		connection("shop.Orders.cancel", 30_000);
		assertThat(this.statistics.status().methods()).extracting(Method::method)
			.containsExactly("Orders.place()", "Orders.cancel()", "Orders.find()");
		assertThat(this.statistics.status().methods().get(0).heldMillis()).isEqualTo(60_000.0);
	}

	private void connection(String transaction, long millis) throws SQLException {
		TransactionSynchronizationManager.setCurrentTransactionName(transaction);
		try (Connection connection = borrow()) {
			assertThat(connection.isClosed()).isFalse();
			this.clock.addAndGet(millis * 1_000_000);
		}
	}

	@Test
	void methodsBeyondTheLimitAreCountedTogether() throws SQLException {
		for (int i = 0; i < 1_010; i++) {
			connection("shop.Orders.method" + i, 0);
		}
		assertThat(this.statistics.status().methods()).hasSize(1_001)
			.filteredOn((method) -> method.method().equals(ConnectionStatistics.OTHERS))
			.singleElement()
			.extracting(Method::holds)
			.isEqualTo(10L);
	}

	@Test
	void waitingThreadsAreDemand() throws SQLException {
		for (int thread = 0; thread < 7; thread++) {
			this.statistics.requested("pool");
		}
		this.statistics.refused("pool");
		connection("shop.Orders.place", 20);
		Forecast forecast = this.statistics.status().methods().get(0).forecast();
		double held = this.statistics.status().methods().get(0).heldMillis() / 1e3;
		assertThat(forecast.ceilingAfter() * held).isCloseTo(7, within(0.001));
	}

}
