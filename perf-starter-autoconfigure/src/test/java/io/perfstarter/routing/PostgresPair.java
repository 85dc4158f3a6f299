package io.perfstarter.routing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import javax.sql.DataSource;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.routing.connection.Server;
import io.perfstarter.support.WaitListener;
import org.awaitility.Awaitility;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL primary and a streaming standby for tests. Both end with the JVM.
 */
public final class PostgresPair {

	private static PostgresPair shared;

	private final PostgresNode primary;

	private final PostgresNode standby;

	private PostgresPair(PostgresNode primary, PostgresNode standby) {
		this.primary = primary;
		this.standby = standby;
	}

	/**
	 * Returns the shared pair of this JVM. Tests that break it must repair it.
	 */
	public static synchronized PostgresPair shared() {
		if (shared == null) {
			shared = start();
		}
		return shared;
	}

	/**
	 * Creates a separate pair with a cluster of its own.
	 */
	public static PostgresPair start() {
		try {
			Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target", "postgres")), "pair");
			PostgresNode primary = new PostgresNode(directory.resolve("primary"), FreePort.find());
			PostgresNode standby = new PostgresNode(directory.resolve("standby"), FreePort.find());
			Runtime.getRuntime().addShutdownHook(new Thread(() -> end(directory, primary, standby)));
			primary.start();
			primary.stop();
			copy(primary, standby.data());
			primary.start();
			standby.start();
			return new PostgresPair(primary, standby);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void copy(PostgresNode primary, Path data) throws IOException {
		FileSystemUtils.copyRecursively(primary.data(), data);
		Files.setPosixFilePermissions(data, Files.getPosixFilePermissions(primary.data()));
		Files.createFile(data.resolve("standby.signal"));
		Files.writeString(data.resolve("postgresql.auto.conf"),
				"primary_conninfo = 'host=127.0.0.1 port=%d user=%s'%n".formatted(primary.port(), PostgresNode.USER),
				StandardOpenOption.APPEND);
	}

	private static void end(Path directory, PostgresNode primary, PostgresNode standby) {
		standby.end();
		primary.end();
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			// Created below "target".
		}
	}

	public PostgresNode primary() {
		return this.primary;
	}

	public PostgresNode standby() {
		return this.standby;
	}

	public String primaryUrl() {
		return this.primary.url();
	}

	public String standbyUrl() {
		return this.standby.url();
	}

	/**
	 * Returns the primary as a routing server without a pool.
	 */
	public Server primaryServer() {
		return server("primary", this.primary);
	}

	/**
	 * Returns the standby as a routing server without a pool.
	 */
	public Server standbyServer(String name) {
		return server(name, this.standby);
	}

	private static Server server(String name, PostgresNode node) {
		return server(name, node, PostgresNode.USER);
	}

	public static Server server(String name, PostgresNode node, String user) {
		// Two data sources, because the sampler shortens the login timeout of the one it
		// uses.
		return server(name, node.dataSource(user), node.dataSource(user));
	}

	public static Server server(String name, DataSource pool, DataSource probe) {
		return new Server(name, pool, () -> 1, Duration.ZERO, WaitListener.NONE, probe);
	}

	/**
	 * Executes a statement on the primary and waits until the standby has replayed it.
	 */
	public void execute(String sql) {
		this.primary.run(sql);
		String position = this.primary.run("select pg_current_wal_flush_lsn()");
		Awaitility.await()
			.until(() -> this.standby.run("select pg_last_wal_replay_lsn() >= '%s'".formatted(position)).equals("t"));
	}

	public void pauseReplay() {
		this.standby.run("select pg_wal_replay_pause()");
	}

	/**
	 * Repeats a query that has resumed and that what is replayed then cancels, which it
	 * does at once if the replay was paused for longer than it waits for queries.
	 */
	public void resumeReplay() {
		Awaitility.await().ignoreExceptions().until(() -> this.standby.run("select pg_wal_replay_resume()") != null);
	}

	public void applyDelay(int milliseconds) {
		this.standby.run("alter system set recovery_min_apply_delay = %d".formatted(milliseconds));
		this.standby.run("select pg_reload_conf()");
	}

	/**
	 * Promotes the standby permanently.
	 */
	public void promote() {
		// Does not wait in the server: the snapshot of that query could conflict with
		// what
		// is still to be replayed.
		this.standby.run("select pg_promote(false)");
		Awaitility.await().until(() -> this.standby.run("select pg_is_in_recovery()").equals("f"));
	}

}
