package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.routing.PostgresNode;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a {@link PostgresLog} whose server is restarted or replaced by its standby.
 */
class PostgresLogPromotionTests {

	private static final String USER = "postgres";

	private final PostgresPair servers = PostgresPair.start();

	@Test
	void aRestartAndAPromotionBeginAnotherEpoch() throws Exception {
		try (Connection connection = this.servers.primary().connect()) {
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
		}
		this.servers.execute("create table replayed (id int)");
		try (PostgresLog log = log(this.servers.primary()); PostgresLog standby = log(this.servers.standby())) {
			LogPosition position = log.read(null, Duration.ZERO).end();
			assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(() -> standby.read(null, Duration.ZERO))
				.withMessageContaining("standby");
			try (Connection connection = this.servers.standby().connect()) {
				assertThat(PostgresLogSchema.unfit(connection)).contains("standby");
			}

			this.servers.primary().stop();
			this.servers.primary().start();
			assertThatExceptionOfType(LogUnavailableException.class)
				.isThrownBy(() -> log.read(position, Duration.ZERO));
			LogReading restarted = log.read(position, Duration.ZERO);
			assertThat(restarted.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
			LogPosition last = restarted.end();
			assertThat(log.read(last, Duration.ZERO).continuity()).isEqualTo(Continuity.CONTINUED);

			this.servers.execute("drop table replayed");
			this.servers.primary().stop();
			this.servers.promote();
			LogReading promoted = standby.read(last, Duration.ZERO);
			assertThat(promoted.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
			try (PostgresLog other = log(this.servers.standby(), "b")) {
				other.append(List.of(Event.all("tickets")));
			}
			LogReading next = standby.read(promoted.end(), Duration.ZERO);
			assertThat(next.continuity()).isEqualTo(Continuity.CONTINUED);
			assertThat(next.events()).containsExactly(Event.all("tickets"));
		}
	}

	private static PostgresLog log(PostgresNode server) {
		return log(server, "a");
	}

	private static PostgresLog log(PostgresNode server, String origin) {
		return new PostgresLog(origin, server.dataSource(USER), server.dataSource(USER));
	}

}
