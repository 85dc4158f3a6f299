#!/usr/bin/env bash
# A connection of pgjdbc that is read-only writes while it is in auto-commit mode.
#
# Guess:     after setReadOnly(true) the server refuses each INSERT.
# Version:   pgjdbc 42.7.11 with readOnlyMode=transaction, PostgreSQL 18.4.
# Behaviour: the driver only begins transactions as read-only. In auto-commit mode it begins none.
# Product:   routing looks at read-only transactions; a statement outside of a transaction goes to the primary.

. "$(dirname "$0")/support/java.sh"

expect \
  "auto-commit: inserted" \
  "in a transaction: ERROR: cannot execute INSERT in a read-only transaction"

java_with "${postgresql[@]}" << 'EOF'
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start();
				Connection connection = server.getDatabase("postgres", "postgres", Map.of("readOnlyMode", "transaction"))
					.getConnection()) {
			try (Statement statement = connection.createStatement()) {
				statement.execute("create table account (id int)");
			}
			connection.setReadOnly(true);
			insert("auto-commit", connection);
			connection.setAutoCommit(false);
			insert("in a transaction", connection);
		}
	}

	private static void insert(String mode, Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("insert into account values (1)");
			System.out.println(mode + ": inserted");
		}
		catch (SQLException ex) {
			System.out.println(mode + ": " + ex.getMessage());
		}
	}

}
EOF
