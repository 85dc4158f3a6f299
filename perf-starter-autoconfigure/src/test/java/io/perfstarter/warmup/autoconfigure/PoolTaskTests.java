package io.perfstarter.warmup.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.warmup.autoconfigure.PoolTaskSource.PoolTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
	void databaseThatIsDownIsSaid() {
		this.pool.setJdbcUrl("jdbc:h2:tcp://127.0.0.1:1/none");
		this.pool.setInitializationFailTimeout(-1);
		this.pool.setConnectionTimeout(250);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> new PoolTask("main", this.pool).warm());
	}

}
