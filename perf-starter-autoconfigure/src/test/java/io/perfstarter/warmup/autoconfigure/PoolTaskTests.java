package io.perfstarter.warmup.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.warmup.autoconfigure.PoolTaskSource.PoolTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PoolTask}.
 */
@Timeout(30)
class PoolTaskTests {

	private final HikariDataSource pool = new HikariDataSource();

	@BeforeEach
	void configure() {
		this.pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
		this.pool.setMaximumPoolSize(6);
		this.pool.setConnectionTimeout(10_000);
	}

	@AfterEach
	void close() {
		this.pool.close();
	}

	@Test
	void fillsUpToTheMinimumAndGivesAllBack() throws Exception {
		this.pool.setMinimumIdle(4);
		new PoolTask("main", this.pool).warm();
		assertThat(this.pool.getHikariPoolMXBean().getTotalConnections()).isGreaterThanOrEqualTo(4);
		assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
	}

	@Test
	void minimumIsTheSizeUnlessItIsSet() throws Exception {
		new PoolTask("main", this.pool).warm();
		assertThat(this.pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(6);
	}

	@Test
	void connectionsThatOthersHoldCount() throws Exception {
		try (Connection first = this.pool.getConnection(); Connection second = this.pool.getConnection()) {
			new PoolTask("main", this.pool).warm();
			assertThat(this.pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(6);
			assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(2);
			assertThat(first).isNotSameAs(second);
		}
	}

	@Test
	void connectionsThatTheDatabaseRefusesAreNotAwaitedWithTheOthersInHand() throws Exception {
		AtomicInteger opened = new AtomicInteger();
		DataSource database = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()) {

			@Override
			public Connection getConnection() throws SQLException {
				if (opened.incrementAndGet() > 2) {
					throw new SQLException("too many connections");
				}
				return super.getConnection();
			}

		};
		this.pool.setJdbcUrl(null);
		this.pool.setDataSource(database);
		CompletableFuture<Void> warming = CompletableFuture
			.runAsync(() -> assertThatIllegalStateException().isThrownBy(() -> new PoolTask("main", this.pool).warm())
				.withMessageContaining("opened 2 of its 6 connections"));
		await().until(() -> opened.get() > 2);
		this.pool.getConnection().close();
		assertThat(warming).succeedsWithin(Duration.ofSeconds(20));
	}

	@Test
	void databaseThatIsDownIsSaid() {
		this.pool.setJdbcUrl("jdbc:h2:tcp://127.0.0.1:1/none");
		this.pool.setInitializationFailTimeout(-1);
		this.pool.setConnectionTimeout(250);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> new PoolTask("main", this.pool).warm());
	}

}
