package io.perfstarter.sample.coldstart;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.GracefulEnd;
import io.perfstarter.sample.GrowingLog;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application in a process of its own. That it is ready is read from its output, so
 * that nobody has asked it anything before.
 */
final class Service implements AutoCloseable {

	static final String READY = "The tests may begin";

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final Path log;

	private final int port;

	private final Process process;

	private Service(Path log, int port, Process process) {
		this.log = log;
		this.port = port;
		this.process = process;
	}

	/**
	 * Starts one with the JDK of the tests.
	 */
	static Service start(Path log, Class<?> main, List<Path> classPath, List<String> jvmOptions, List<String> arguments)
			throws IOException {
		int port = FreePort.find();
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(jvmOptions);
		command.add(main.getName());
		command.add("--server.port=" + port);
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
		// Too long for a command line on some systems.
		builder.environment()
			.put("CLASSPATH", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
		return new Service(log, port, builder.start());
	}

	int port() {
		return this.port;
	}

	String log() {
		try {
			return GrowingLog.read(this.log);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	Service awaitReady() {
		await("see " + this.log).atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.failFast("it has ended, see " + this.log, () -> !isAlive())
			.until(() -> log().contains(READY));
		return this;
	}

	int awaitEnd() throws InterruptedException {
		assertThat(this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("has ended, see " + this.log)
			.isTrue();
		return this.process.exitValue();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	JsonNode warmup() throws IOException, InterruptedException {
		HttpResponse<String> answer = get("/actuator/warmup");
		assertThat(answer.statusCode()).isEqualTo(200);
		return new JsonMapper().readTree(answer.body());
	}

	HttpResponse<String> get(String path) throws IOException, InterruptedException {
		URI address = URI.create("http://127.0.0.1:" + this.port + path);
		return CLIENT.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
	}

	@Override
	public void close() {
		GracefulEnd.of(this.process);
	}

}
