#!/usr/bin/env bash
# Behind PgBouncer the isolation, the read-only mode and the schema that JDBC sets on one connection become those of another client.
#
# Guess:     PgBouncer keeps what a client has set, as it does with the name of the application.
# Version:   pgjdbc 42.7.11, PgBouncer 1.18.0 in transaction mode, PostgreSQL 18.4.
# Behaviour: pgjdbc sends SET statements outside of a transaction. They stay on the connection of the server, which the next transaction
#            of any client gets: one client is serializable without knowing it, and the other one is no longer.
# Product:   sets none of them on the connections of its log. Transactions of the application are not protected.

. "$(dirname "$0")/support/java.sh"

expect \
  "first, which asked for it: serializable" \
  "second takes that connection: serializable" \
  "first, now: read committed" \
  "second, after setReadOnly of the first: on" \
  "second, after setSchema of the first: pg_catalog"

java_with "${postgresql[@]}" << 'EOF'
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

class Program {

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			int port = freePort();
			Process pooler = pooler(port, server.getPort());
			try (Connection first = connect(port); Connection second = connect(port)) {
				first.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
				first.setAutoCommit(false);
				second.setAutoCommit(false);
				System.out.println("first, which asked for it: " + show("transaction_isolation", first));
				first.commit();
				System.out.println("second takes that connection: " + show("transaction_isolation", second));
				System.out.println("first, now: " + show("transaction_isolation", first));
				second.commit();
				first.commit();
				first.setAutoCommit(true);
				second.setAutoCommit(true);
				first.setReadOnly(true);
				System.out.println("second, after setReadOnly of the first: " + show("transaction_read_only", second));
				first.setReadOnly(false);
				first.setSchema("pg_catalog");
				System.out.println("second, after setSchema of the first: " + second.getSchema());
			}
			finally {
				pooler.destroy();
				pooler.waitFor();
			}
		}
	}

	private static String show(String setting, Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery("show " + setting)) {
			row.next();
			return row.getString(1);
		}
	}

	private static int freePort() throws Exception {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	private static Process pooler(int port, int server) throws Exception {
		Path settings = Files.createTempFile("pgbouncer", ".ini",
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
		Files.writeString(settings, """
				[databases]
				postgres = host=127.0.0.1 port=%d user=postgres
				[pgbouncer]
				listen_addr = 127.0.0.1
				listen_port = %d
				unix_socket_dir =
				auth_type = any
				pool_mode = transaction
				ignore_startup_parameters = extra_float_digits
				""".formatted(server, port));
		settings.toFile().deleteOnExit();
		List<String> command = new ArrayList<>(List.of("/usr/sbin/pgbouncer", "-q", settings.toString()));
		if (System.getProperty("user.name").equals("root")) {
			command.addAll(List.of("-u", "nobody"));
		}
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
	}

	private static Connection connect(int port) throws Exception {
		String url = "jdbc:postgresql://127.0.0.1:" + port
				+ "/postgres?user=postgres&prepareThreshold=0&readOnlyMode=always";
		long end = System.nanoTime() + 30_000_000_000L;
		while (true) {
			try {
				return DriverManager.getConnection(url);
			}
			catch (SQLException ex) {
				if (System.nanoTime() > end) {
					throw ex;
				}
				Thread.sleep(100);
			}
		}
	}

}
EOF
