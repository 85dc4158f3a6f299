package io.perfstarter.reporting.pool;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.util.List;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.reporting.window.PoolWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PoolMonitor} with a real pool.
 */
class PoolMonitorHikariTests {

	private final HikariDataSource pool = new HikariDataSource();

	private final PoolMonitor facts = new PoolMonitor(() -> Map.of("shop", this.pool.getMaximumPoolSize()), () -> null,
			() -> 0, System::nanoTime, Clock.systemDefaultZone());

	private final ConnectionUsages usages = new ConnectionUsages(System::nanoTime, () -> 0);

	@BeforeEach
	void open() throws SQLException {
		this.pool.setJdbcUrl("jdbc:h2:mem:");
		this.pool.setMaximumPoolSize(2);
		this.pool.setConnectionTimeout(250);
		// A busy machine may need longer to open them.
		this.pool.getConnection().close();
		await().until(() -> this.pool.getHikariPoolMXBean().getIdleConnections() == 2);
	}

	@AfterEach
	void close() {
		this.pool.close();
	}

	private Connection borrow() throws SQLException {
		this.facts.requested("shop");
		long requestedAt = System.nanoTime();
		try {
			return ObservedConnections.observe(this.pool.getConnection(), "shop", requestedAt,
					List.of(this.usages, this.facts));
		}
		catch (SQLException ex) {
			this.facts.refused("shop");
			throw ex;
		}
	}

	@Test
	void anExhaustedPool() throws SQLException {
		try (Connection first = borrow(); Connection second = borrow()) {
			first.createStatement().execute("select 1");
			second.createStatement().execute("select 1");
			this.facts.sample();
			assertThatExceptionOfType(SQLTransientConnectionException.class).isThrownBy(this::borrow);
		}
		PoolWindow window = this.facts.next().get(0);
		assertThat(window.max()).isEqualTo(2);
		assertThat(window.peak()).isEqualTo(2);
		assertThat(window.active()).isZero();
		assertThat(window.requests()).isEqualTo(3);
		assertThat(window.refused()).isEqualTo(1);
		assertThat(window.usages()).isEqualTo(2);
		assertThat(window.longestWait()).isGreaterThanOrEqualTo(200_000_000);
		assertThat(window.sql()).isPositive().isLessThan(window.borrowedNanos());
		assertThat(window.leaks()).isEmpty();
	}

}
