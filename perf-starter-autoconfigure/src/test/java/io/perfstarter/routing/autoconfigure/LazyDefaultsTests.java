package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LazyDefaults}.
 */
class LazyDefaultsTests {

	private final LazyDefaults defaults = new LazyDefaults(new LazyConnectionDataSourceProxy(), new HikariConfig());

	private final DataSource primary = this.defaults.learnFrom(database(Connection.TRANSACTION_READ_COMMITTED), true);

	private final DataSource replica = this.defaults.learnFrom(database(Connection.TRANSACTION_SERIALIZABLE), false);

	private static DataSource database(int isolation) {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID()) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				connection.setTransactionIsolation(isolation);
				return connection;
			}

		};
	}

	@Test
	void levelOfThePrimaryReplacesThatOfAReplica() throws SQLException {
		this.replica.getConnection().close();
		assertThat(this.defaults.isSerializable()).isTrue();
		this.primary.getConnection().close();
		assertThat(this.defaults.isSerializable()).isFalse();
		this.replica.getConnection().close();
		assertThat(this.defaults.isSerializable()).isFalse();
	}

}
