#!/usr/bin/env bash
# What a borrower sets by setClientInfo and setHoldability, the next borrower of the connection finds.
#
# Guess:     HikariCP resets what JDBC sets on a connection, as it does with auto-commit, read-only and isolation.
# Version:   HikariCP 7.0.2, pgjdbc 42.7.11, PostgreSQL 18.4.
# Behaviour: client info and holdability stay, so the name of one user or job labels the statements of others.
# Product:   the starter sets neither.

. "$(dirname "$0")/support/java.sh"

expect \
  "read-only: false" \
  "application name: first borrower" \
  "cursors held over commit: true"

java_with com.zaxxer:HikariCP:7.0.2 "${postgresql[@]}" << 'EOF'
import java.sql.Connection;
import java.sql.ResultSet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			HikariConfig config = new HikariConfig();
			config.setDataSource(server.getPostgresDatabase());
			config.setMaximumPoolSize(1);
			try (HikariDataSource pool = new HikariDataSource(config)) {
				try (Connection first = pool.getConnection()) {
					first.setReadOnly(true);
					first.setClientInfo("ApplicationName", "first borrower");
					first.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
				}
				try (Connection second = pool.getConnection()) {
					System.out.println("read-only: " + second.isReadOnly());
					System.out.println("application name: " + second.getClientInfo("ApplicationName"));
					System.out.println("cursors held over commit: "
							+ (second.getHoldability() == ResultSet.HOLD_CURSORS_OVER_COMMIT));
				}
			}
		}
	}

}
EOF
