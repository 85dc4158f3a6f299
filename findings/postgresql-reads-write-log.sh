#!/usr/bin/env bash
# A read-only transaction of PostgreSQL writes its log of changes: the first count after an import and a checkpoint writes whole pages.
#
# Guess:     the position of the log moves only if somebody writes, so a reader leaves it where it was.
# Version:   PostgreSQL 18.4, pgjdbc 42.7.11.
# Behaviour: the first reader marks rows as committed in their pages. With checksums each such page goes to the log once after a
#            checkpoint, and to all replicas. The reader gets no transaction number.
# Product:   a request that has not written asks for no position.

. "$(dirname "$0")/support/java.sh"

expect \
  "transaction number: null" \
  "first count: writes more than 100 kB" \
  "second count: writes less than 100 kB"

java_with "${postgresql[@]}" << 'EOF'
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.builder().setServerConfig("autovacuum", "off").start();
				Connection connection = server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("create table account (id int)");
			statement.execute("insert into account select generate_series(1, 20000)");
			statement.execute("checkpoint");
			connection.setReadOnly(true);
			connection.setAutoCommit(false);
			long before = position(statement);
			query("select count(*) from account", statement);
			System.out.println("transaction number: " + query("select pg_current_xact_id_if_assigned()", statement));
			connection.commit();
			report("first count", position(statement) - before);
			before = position(statement);
			query("select count(*) from account", statement);
			connection.commit();
			report("second count", position(statement) - before);
		}
	}

	private static void report(String what, long bytes) {
		System.out.println(what + ": writes " + ((bytes > 100_000) ? "more" : "less") + " than 100 kB");
	}

	private static long position(Statement statement) throws SQLException {
		return Long.parseLong(query("select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint", statement));
	}

	private static String query(String sql, Statement statement) throws SQLException {
		try (ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

}
EOF
