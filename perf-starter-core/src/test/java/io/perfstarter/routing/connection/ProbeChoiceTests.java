package io.perfstarter.routing.connection;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ProbeChoice}.
 */
class ProbeChoiceTests {

	private static final Connection POSTGRES = connection("PostgreSQL");

	private static final Connection MARIADB = connection("MariaDB");

	private static final Connection OTHER = connection("Other");

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private static final FreshnessProbe WINDOW = new ProbeChoice.WindowProbe(null, TIMEOUT);

	private final ProbeChoice choice = new ProbeChoice(TIMEOUT, false);

	private static Connection connection(String product) {
		return connection(product, "1");
	}

	private static Connection connection(String product, String version) {
		DatabaseMetaData metaData = (DatabaseMetaData) Proxy.newProxyInstance(FreshnessProbe.class.getClassLoader(),
				new Class<?>[] { DatabaseMetaData.class },
				(proxy, method, arguments) -> method.getName().equals("getDatabaseProductName") ? product : version);
		return (Connection) Proxy.newProxyInstance(FreshnessProbe.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> metaData);
	}

	@Test
	void primaryDecides() throws SQLException {
		FreshnessProbe probe = this.choice.forPrimary(POSTGRES);
		assertThat(probe).isInstanceOf(PostgresProbe.class);
		assertThat(this.choice.forReplica(POSTGRES)).isSameAs(probe);
		assertThat(this.choice.forPrimary(POSTGRES)).isSameAs(probe);
	}

	@Test
	void mariaDbIsFoundWithTheDriverOfMySqlToo() throws SQLException {
		assertThat(this.choice.forPrimary(MARIADB)).isInstanceOf(MariaDbProbe.class);
		assertThat(this.choice.forReplica(connection("MySQL", "11.4.5-MariaDB-log"))).isInstanceOf(MariaDbProbe.class);
		assertThat(new ProbeChoice(TIMEOUT, false).forPrimary(connection("MySQL", "9.4.0"))).isEqualTo(WINDOW);
	}

	@Test
	void otherDatabasesHaveNoPositions() throws SQLException {
		assertThat(this.choice.forPrimary(OTHER)).isEqualTo(WINDOW);
		assertThat(this.choice.forReplica(OTHER)).isEqualTo(WINDOW);
	}

	@Test
	void aDatabaseOfAnotherKindIsNoReplica() throws SQLException {
		this.choice.forPrimary(OTHER);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.choice.forReplica(POSTGRES))
			.withMessageMatching("The replica is a PostgreSQL database, but the primary is a .+ database");
	}

	@Test
	void replicaDecidesUntilThePrimaryIsReached() throws SQLException {
		assertThat(this.choice.forReplica(OTHER)).isEqualTo(WINDOW);
		assertThat(this.choice.forReplica(POSTGRES)).isEqualTo(WINDOW);
		assertThat(this.choice.forPrimary(POSTGRES)).isInstanceOf(PostgresProbe.class);
		assertThat(this.choice.forReplica(POSTGRES)).isInstanceOf(PostgresProbe.class);
	}

	@Test
	void sameProbeIsKeptWhenThePrimaryAgrees() throws SQLException {
		FreshnessProbe probe = this.choice.forReplica(POSTGRES);
		assertThat(this.choice.forPrimary(POSTGRES)).isSameAs(probe);
	}

	@Test
	void windowMayBeWanted() throws SQLException {
		ProbeChoice choice = new ProbeChoice(TIMEOUT, true);
		assertThat(choice.forReplica(POSTGRES)).isEqualTo(new ProbeChoice.WindowProbe(PostgresProbe.STANDBY, TIMEOUT));
		assertThat(choice.forPrimary(POSTGRES)).isEqualTo(new ProbeChoice.WindowProbe(PostgresProbe.STANDBY, TIMEOUT));
		assertThat(new ProbeChoice(TIMEOUT, true).forPrimary(MARIADB))
			.isEqualTo(new ProbeChoice.WindowProbe(MariaDbProbe.STANDBY, TIMEOUT));
		assertThat(new ProbeChoice(TIMEOUT, true).forPrimary(OTHER)).isEqualTo(WINDOW);
	}

}
