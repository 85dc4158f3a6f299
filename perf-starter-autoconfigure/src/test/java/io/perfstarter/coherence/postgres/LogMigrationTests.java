package io.perfstarter.coherence.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

import javax.sql.DataSource;

import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.fixtures.Tier;
import liquibase.Liquibase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that migration tools create the log and its triggers from the script, and that
 * what a later migration changes is evicted.
 */
@Tag(Tier.ALL)
class LogMigrationTests {

	private static final String TABLE = """
			create table ticket (id bigint primary key, note text);
			insert into ticket values (1, 'one'), (2, 'two');
			select perf_starter.watch('ticket', 'tickets', 'id', '');
			""";

	private static final String CHANGE = "update ticket set note = 'migrated' where id = 2;";

	private static LogDatabase server;

	@TempDir
	Path migrations;

	@BeforeAll
	static void start() throws Exception {
		server = new LogDatabase();
	}

	@AfterAll
	static void stop() throws Exception {
		server.close();
	}

	@Test
	void flyway() throws Exception {
		DataSource database = database("flyway");
		Flyway flyway = Flyway.configure().dataSource(database).locations("filesystem:" + this.migrations).load();
		file("V1__perf_starter.sql", PostgresLogSchema.script());
		file("V2__tickets.sql", TABLE);
		flyway.migrate();
		assertEvicts(database, () -> {
			file("V3__note.sql", CHANGE);
			flyway.migrate();
		});
	}

	@Test
	void liquibase() throws Exception {
		DataSource database = database("liquibase");
		file("perf-starter.sql", PostgresLogSchema.script());
		file("tickets.sql", TABLE);
		file("note.sql", CHANGE);
		update(database, "perf-starter.sql", "tickets.sql");
		assertEvicts(database, () -> update(database, "perf-starter.sql", "tickets.sql", "note.sql"));
	}

	private void update(DataSource database, String... files) throws Exception {
		StringBuilder changes = new StringBuilder("databaseChangeLog:\n");
		for (String file : files) {
			changes.append("""
					- changeSet:
					    id: %1$s
					    author: test
					    changes:
					    - sqlFile:
					        path: %1$s
					        splitStatements: false
					""".formatted(file));
		}
		file("changelog.yaml", changes.toString());
		try (Connection connection = database.getConnection();
				Liquibase liquibase = new Liquibase("changelog.yaml", new DirectoryResourceAccessor(this.migrations),
						new JdbcConnection(connection))) {
			liquibase.update();
		}
	}

	private static void assertEvicts(DataSource database, Migration migration) throws Exception {
		try (PostgresLog log = new PostgresLog("a", database, database)) {
			LogPosition begun = log.read(null, Duration.ZERO).end();
			migration.run();
			List<Event> events = log.read(begun, Duration.ZERO).events();
			assertThat(events).extracting(Event::cache).containsOnly("tickets");
			assertThat(events).flatExtracting(Event::ids).contains(2L).doesNotContain(1L);
		}
	}

	private static DataSource database(String name) throws Exception {
		server.run("create database " + name);
		return new DriverManagerDataSource(server.url(name));
	}

	private void file(String name, String content) throws IOException {
		Files.writeString(this.migrations.resolve(name), content);
	}

	/**
	 * What a migration tool does.
	 */
	@FunctionalInterface
	private interface Migration {

		void run() throws Exception;

	}

}
