package io.perfstarter.routing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.perfstarter.coherence.postgres.LogDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server for tests that can be stopped, killed and suspended. Requires Unix
 * commands.
 */
public final class PostgresNode {

	static final String USER = "postgres";

	private static final Path BINARIES = Path.of("target", "postgres-binaries");

	private static final Duration WAIT = Duration.ofSeconds(30);

	static {
		// The library logs errors about killed servers.
		((Logger) LoggerFactory.getLogger(EmbeddedPostgres.class)).setLevel(Level.OFF);
	}

	private final Path data;

	private final int port;

	private EmbeddedPostgres running;

	PostgresNode(Path data, int port) {
		this.data = data;
		this.port = port;
	}

	Path data() {
		return this.data;
	}

	public int port() {
		return this.port;
	}

	String url() {
		return "jdbc:postgresql://localhost:%d/postgres".formatted(this.port);
	}

	public DataSource dataSource(String user) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(url());
		dataSource.setUser(user);
		return dataSource;
	}

	public Connection connect() throws SQLException {
		return dataSource(USER).getConnection();
	}

	/**
	 * Runs a statement and returns the first column of its first row, if any.
	 */
	public String run(String sql) {
		try (Connection connection = connect()) {
			return LogDatabase.run(connection, sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(sql, ex);
		}
	}

	/**
	 * Requires that a user logs in with the password.
	 */
	public void requirePassword(String user) {
		try {
			Path rules = this.data.resolve("pg_hba.conf");
			Files.writeString(rules, "host all %s all scram-sha-256%n%s".formatted(user, Files.readString(rules)));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		run("select pg_reload_conf()");
	}

	/**
	 * Starts the server; creates a cluster if there is no data directory.
	 */
	public void start() {
		try {
			this.running = EmbeddedPostgres.builder()
				.setOverrideWorkingDirectory(BINARIES.toFile())
				.setDataDirectory(this.data)
				.setCleanDataDirectory(false)
				.setRegisterShutdownHook(false)
				.setPGStartupWait(WAIT)
				.setPort(this.port)
				.setServerConfig("listen_addresses", "127.0.0.1")
				.setServerConfig("unix_socket_directories", "")
				// Off by default; standbys wait for the flush.
				.setServerConfig("synchronous_commit", "on")
				// 200 ms by default, for commits that do not wait.
				.setServerConfig("wal_writer_delay", "10ms")
				// 5 s by default, for a standby that has lost its primary.
				.setServerConfig("wal_retrieve_retry_interval", "200ms")
				.start();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public void stop() {
		try {
			this.running.close();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public void kill() {
		signal("KILL", processes());
		stop();
	}

	/**
	 * Suspends all processes: connections stay open but are not answered.
	 */
	public void freeze() {
		// The first process starts the others, so it is suspended first.
		signal("STOP", processes());
	}

	public void thaw() {
		List<ProcessHandle> processes = processes();
		Collections.reverse(processes);
		signal("CONT", processes);
	}

	/**
	 * Kills the server in any state, without a checkpoint.
	 */
	public void end() {
		List<ProcessHandle> processes = processes();
		if (!processes.isEmpty()) {
			thaw();
			signal("QUIT", processes.subList(0, 1));
			await(processes);
		}
	}

	private List<ProcessHandle> processes() {
		try {
			Path file = this.data.resolve("postmaster.pid");
			if (!Files.exists(file)) {
				return new ArrayList<>();
			}
			long id = Long.parseLong(Files.readAllLines(file).get(0).trim());
			return ProcessHandle.of(id)
				.stream()
				.flatMap((first) -> Stream.concat(Stream.of(first), first.descendants()))
				.collect(Collectors.toCollection(ArrayList::new));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void signal(String signal, List<ProcessHandle> processes) {
		List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
		processes.forEach((process) -> command.add(Long.toString(process.pid())));
		try {
			// A process may have ended already.
			new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor();
			if ("KILL".equals(signal)) {
				await(processes);
			}
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void await(List<ProcessHandle> processes) {
		processes.forEach((process) -> process.onExit().orTimeout(WAIT.toSeconds(), TimeUnit.SECONDS).join());
	}

}
