package io.perfstarter.routing.freshness;

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

	private static final Connection OTHER = connection("Other");

	private final FreshnessProbe window = new WindowProbe(Duration.ofSeconds(1));

	private final ProbeChoice choice = new ProbeChoice(this.window, false);

	private static Connection connection(String product) {
		DatabaseMetaData metaData = (DatabaseMetaData) Proxy.newProxyInstance(FreshnessProbe.class.getClassLoader(),
				new Class<?>[] { DatabaseMetaData.class }, (proxy, method, arguments) -> product);
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
	void otherDatabasesHaveNoPositions() throws SQLException {
		assertThat(this.choice.forPrimary(OTHER)).isSameAs(this.window);
		assertThat(this.choice.forReplica(OTHER)).isSameAs(this.window);
	}

	@Test
	void aDatabaseOfAnotherKindIsNoReplica() throws SQLException {
		this.choice.forPrimary(OTHER);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.choice.forReplica(POSTGRES))
			.withMessageMatching("The replica is a PostgreSQL database, but the primary is a .+ database");
	}

	@Test
	void replicaDecidesUntilThePrimaryIsReached() throws SQLException {
		assertThat(this.choice.forReplica(OTHER)).isSameAs(this.window);
		assertThat(this.choice.forReplica(POSTGRES)).isSameAs(this.window);
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
		ProbeChoice choice = new ProbeChoice(this.window, true);
		assertThat(choice.forReplica(POSTGRES)).isInstanceOf(PostgresWindowProbe.class);
		assertThat(choice.forPrimary(POSTGRES)).isInstanceOf(PostgresWindowProbe.class);
		assertThat(new ProbeChoice(this.window, true).forPrimary(OTHER)).isSameAs(this.window);
	}

}
