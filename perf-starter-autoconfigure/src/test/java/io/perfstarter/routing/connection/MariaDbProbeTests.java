package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MariaDbProbe} with real servers, and a user without special
 * privileges.
 */
@Timeout(60)
@Tag(Tier.CI)
class MariaDbProbeTests {

	private static final MariaDbPair pair = MariaDbPair.shared();

	private final FreshnessProbe probe = new MariaDbProbe();

	private static GtidPosition position(Sample sample) {
		return (GtidPosition) Objects.requireNonNull(sample.position());
	}

	private Sample primary(MariaDbNode server) throws SQLException {
		try (Connection connection = server.dataSource(MariaDbNode.USER).getConnection()) {
			return this.probe.primary(connection);
		}
	}

	private Sample replica(MariaDbNode server) throws SQLException {
		try (Connection connection = server.dataSource(MariaDbNode.USER).getConnection()) {
			return this.probe.replica(connection);
		}
	}

	@Test
	void aReadOnlyServerIsNoPrimaryAndAWritableOneNoReplica() throws SQLException {
		assertThat(primary(pair.primary()).inRecovery()).isFalse();
		assertThat(replica(pair.replica()).inRecovery()).isTrue();
		assertThat(primary(pair.replica()).inRecovery()).isTrue();
		assertThat(replica(pair.primary()).inRecovery()).isFalse();
	}

	@Test
	void eachReplicationDomainCounts() throws SQLException {
		pair.execute("create table domains (id int primary key)");
		pair.primary().run("set gtid_domain_id = 5", "insert into app.domains values (1)");
		pair.awaitReplica();
		GtidPosition before = position(primary(pair.primary()));
		assertThat(before.last()).containsOnlyKeys(0L, 5L);
		pair.pause();
		try {
			pair.primary().run("set gtid_domain_id = 5", "insert into app.domains values (2)");
			assertThat(position(replica(pair.replica())).includes(before)).isTrue();
			assertThat(position(replica(pair.replica())).includes(position(primary(pair.primary())))).isFalse();
		}
		finally {
			pair.resume();
		}
	}

	@Test
	void whatAPromotedServerHasReplicatedCounts() throws SQLException {
		pair.execute("create table replicated (id int primary key)");
		GtidPosition last = position(primary(pair.primary()));
		pair.promote();
		try {
			GtidPosition next = position(primary(pair.replica()));
			assertThat(next.last()).isEqualTo(last.last());
			assertThat(pair.replica().run("select @@global.gtid_binlog_pos")).isEmpty();
		}
		finally {
			pair.demote();
		}
	}

	@Test
	void withoutABinaryLogTheRemedyIsTold() throws SQLException {
		MariaDbNode server = MariaDbNode.start(3);
		assertThatExceptionOfType(PositionRefusedException.class).isThrownBy(() -> primary(server))
			.withMessage("The server has no position without a binary log: set 'log_bin', "
					+ "or set 'perf-starter.routing.read-your-writes.mode' to 'window'");
		assertThat(replica(server).inRecovery()).isFalse();
	}

	@Test
	void windowNeedsNoPositionButAReadOnlyServer() throws SQLException {
		FreshnessProbe window = new ProbeChoice.WindowProbe(MariaDbProbe.STANDBY, Duration.ofSeconds(1));
		try (Connection replica = pair.replica().dataSource(MariaDbNode.USER).getConnection();
				Connection primary = pair.primary().dataSource(MariaDbNode.USER).getConnection()) {
			assertThat(window.primary(primary)).isEqualTo(new Sample(false, null));
			assertThat(window.replica(replica)).isEqualTo(new Sample(true, null));
			assertThat(window.replica(primary).inRecovery()).isFalse();
		}
	}

	@Test
	void theDriverNamesTheProduct() throws SQLException {
		try (Connection connection = pair.primary().dataSource(MariaDbNode.USER).getConnection()) {
			ProbeChoice choice = new ProbeChoice(Duration.ofSeconds(1), false);
			assertThat(choice.forPrimary(connection)).isInstanceOf(MariaDbProbe.class);
		}
	}

}
