package io.perfstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

import com.zaxxer.hikari.HikariConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link UnpooledDataSource}.
 */
class UnpooledDataSourceTests {

	private final HikariConfig pool = new HikariConfig();

	private final UnpooledDataSource probe = new UnpooledDataSource(this.pool);

	@Test
	void opensANewConnectionWithTheCredentialsThatThePoolHasByThen() throws Exception {
		String url = "jdbc:h2:mem:unpooled;DB_CLOSE_DELAY=-1";
		DriverManager.getConnection(url, "sa", "").close();
		this.pool.setJdbcUrl(url);
		this.pool.setUsername("sa");
		this.pool.setPassword("old");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.probe.getConnection().close())
			.withMessageContaining("Wrong user name or password");
		this.pool.setPassword("");
		try (Connection first = this.probe.getConnection(); Connection second = this.probe.getConnection()) {
			assertThat(first).isNotSameAs(second);
		}
	}

	@Test
	void limitsTheLoginWithoutTheTimeoutOfTheJvm() throws Exception {
		int before = DriverManager.getLoginTimeout();
		this.pool.setJdbcUrl("jdbc:postgresql://db/app");
		this.probe.setLoginTimeout(before + 1);
		assertThat(this.probe.getLoginTimeout()).isEqualTo(before + 1);
		assertThat(DriverManager.getLoginTimeout()).isEqualTo(before);
	}

	@Test
	void limitsNoLoginOfOtherDrivers() {
		this.pool.setJdbcUrl("jdbc:h2:mem:x");
		assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
			.isThrownBy(() -> this.probe.setLoginTimeout(1));
	}

}
