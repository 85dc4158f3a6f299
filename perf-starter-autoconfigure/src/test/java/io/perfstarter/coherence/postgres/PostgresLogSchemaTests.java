package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;

import io.perfstarter.fixtures.Tier;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PostgresLogSchema}.
 */
@Tag(Tier.CI)
class PostgresLogSchemaTests {

	@AutoClose
	private static EmbeddedPostgres server;

	@BeforeAll
	static void start() throws Exception {
		server = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
	}

	@BeforeEach
	void forget() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			LogDatabase.run(connection, "drop schema if exists perf_starter cascade");
		}
	}

	@Test
	void isCreatedOnce() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			assertThat(PostgresLogSchema.unfit(connection)).isNull();
			assertThat(PostgresLogSchema.fault(connection)).isEqualTo("the schema 'perf_starter' does not exist");
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			assertThat(PostgresLogSchema.fault(connection)).isNull();
			String incarnation = incarnation(connection);
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			assertThat(incarnation(connection)).isEqualTo(incarnation);
			assertThat(connection.getAutoCommit()).isTrue();
		}
	}

	@Test
	void theScriptMayBeExecutedAgain() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			LogDatabase.run(connection, PostgresLogSchema.script());
			String incarnation = incarnation(connection);
			LogDatabase.run(connection, PostgresLogSchema.script());
			assertThat(incarnation(connection)).isEqualTo(incarnation);
		}
	}

	@Test
	void aUserWithoutRightsIsNamed() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			LogDatabase.run(connection, "create user guest");
			try (Connection guest = DriverManager.getConnection(server.getJdbcUrl("guest", "postgres"))) {
				assertThat(PostgresLogSchema.fault(guest)).contains("'guest' has no USAGE");
				LogDatabase.run(connection, "grant usage on schema perf_starter to guest");
				assertThat(PostgresLogSchema.fault(guest)).contains("'guest' needs the rights");
				LogDatabase.run(connection, "grant all on all tables in schema perf_starter to guest");
				assertThat(PostgresLogSchema.fault(guest)).isNull();
			}
		}
	}

	@Test
	void anotherVersionIsAFault() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			LogDatabase.run(connection, "update perf_starter.invalidation_state set version = 3");
			assertThat(PostgresLogSchema.fault(connection)).contains("another version");
		}
	}

	@Test
	void tablesOfTheVersionThatRefusedDoubtsAreRenewed() throws Exception {
		try (Connection connection = server.getPostgresDatabase().getConnection()) {
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			String incarnation = incarnation(connection);
			LogDatabase.run(connection,
					"alter table perf_starter.invalidation drop constraint invalidation_scope_check, "
							+ "add constraint invalidation_scope_check check (scope in ('keys', 'groups', 'all'))");
			LogDatabase.run(connection, "update perf_starter.invalidation_state set version = 1");
			assertThat(PostgresLogSchema.fault(connection)).contains("another version");
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
			assertThat(PostgresLogSchema.fault(connection)).isNull();
			LogDatabase.run(connection,
					"insert into perf_starter.invalidation (cache, scope, ids) values ('tickets', 'doubt', '{long:4000}')");
			assertThat(incarnation(connection)).isEqualTo(incarnation);
		}
	}

	@Test
	void anotherDatabaseIsUnfit() throws Exception {
		try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:unfit")) {
			assertThat(PostgresLogSchema.unfit(connection)).startsWith("the database is H2 ");
		}
	}

	private static String incarnation(Connection connection) throws Exception {
		return LogDatabase.run(connection, "select incarnation from perf_starter.invalidation_state");
	}

}
