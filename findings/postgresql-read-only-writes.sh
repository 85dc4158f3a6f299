#!/usr/bin/env bash
# PostgreSQL accepts statements in a read-only transaction that a standby refuses, and some of them write.
#
# Guess:     what runs in a read-only transaction on the primary runs on a standby.
# Version:   PostgreSQL 18.4, pgjdbc 42.7.11.
# Behaviour: read-only refuses statements by their kind. It lets ANALYZE, locks of whole tables, NOTIFY and LISTEN pass, of
#            which ANALYZE gets a transaction number and writes.
# Product:   a statement that a standby refuses is repeated on the primary if it is the first of its transaction; a later one fails.

. "$(dirname "$0")/support/java.sh"

expect \
  "analyze account: primary accepts and writes, standby refuses" \
  "lock table account in exclusive mode: primary accepts, standby refuses" \
  "notify findings: primary accepts, standby refuses" \
  "listen findings: primary accepts, standby refuses" \
  "select pg_current_xact_id(): primary accepts and writes, standby refuses" \
  "select nextval('number'): primary refuses, standby refuses"

java_with "${postgresql[@]}" << 'EOF'
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

class Program {

	private static final List<String> STATEMENTS = List.of("analyze account", "lock table account in exclusive mode",
			"notify findings", "listen findings", "select pg_current_xact_id()", "select nextval('number')");

	public static void main(String[] args) throws Exception {
		Path folder = Files.createTempDirectory("findings");
		try {
			Path original = folder.resolve("original");
			Path copy = folder.resolve("copy");
			try (EmbeddedPostgres server = start(original); Connection connection = connect(server)) {
				run("create table account (id int)", connection);
				run("insert into account select generate_series(1, 100)", connection);
				run("create sequence number", connection);
				connection.commit();
			}
			new ProcessBuilder("cp", "-a", original.toString(), copy.toString()).inheritIO().start().waitFor();
			Files.createFile(copy.resolve("standby.signal"));
			try (EmbeddedPostgres primary = start(original);
					EmbeddedPostgres standby = start(copy);
					Connection onPrimary = connect(primary);
					Connection onStandby = connect(standby)) {
				onPrimary.setReadOnly(true);
				onStandby.setReadOnly(true);
				for (String sql : STATEMENTS) {
					System.out.println(sql + ": primary " + outcome(sql, onPrimary) + ", standby " + outcome(sql, onStandby));
				}
			}
		}
		finally {
			new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
		}
	}

	private static EmbeddedPostgres start(Path data) throws Exception {
		return EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
	}

	private static Connection connect(EmbeddedPostgres server) throws SQLException {
		Connection connection = server.getPostgresDatabase().getConnection();
		connection.setAutoCommit(false);
		return connection;
	}

	private static String outcome(String sql, Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
			try (ResultSet row = statement.executeQuery("select pg_current_xact_id_if_assigned() is not null")) {
				row.next();
				return row.getBoolean(1) ? "accepts and writes" : "accepts";
			}
		}
		catch (SQLException ex) {
			return "refuses";
		}
		finally {
			connection.rollback();
		}
	}

	private static void run(String sql, Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
EOF
