package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.GracefulEnd;

import static org.awaitility.Awaitility.await;

/**
 * A Redis that keeps nothing on disk, on a free port.
 */
final class RedisServer implements AutoCloseable {

	private static final Pattern VERSION = Pattern.compile("v=(\\S+)");

	private final int port;

	private final Process process;

	private RedisServer(int port, Process process) {
		this.port = port;
		this.process = process;
	}

	/**
	 * Finds the program.
	 * @return its path, empty if it is not installed
	 */
	static Optional<Path> program() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
			.map((folder) -> Path.of(folder, "redis-server"))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/**
	 * Asks the program for its version.
	 * @return the version
	 * @throws IOException if it does not answer
	 */
	static String version() throws IOException {
		Process asked = new ProcessBuilder(program().orElseThrow().toString(), "--version").start();
		String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Matcher version = VERSION.matcher(answer);
		return version.find() ? version.group(1) : answer.strip();
	}

	static RedisServer start(Path directory) throws IOException {
		int port = FreePort.find();
		Process process = new ProcessBuilder(program().orElseThrow().toString(), "--port", Integer.toString(port),
				"--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory.toString())
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("redis.log").toFile())
			.start();
		RedisServer server = new RedisServer(port, process);
		await("Redis, see " + directory).atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(50))
			.until(server::listens);
		return server;
	}

	private boolean listens() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() {
		GracefulEnd.of(this.process);
	}

}
