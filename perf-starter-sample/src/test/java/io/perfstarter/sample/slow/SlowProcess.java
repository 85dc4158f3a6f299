package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.GracefulEnd;
import io.perfstarter.sample.GrowingLog;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A ticket-service that can be made slow, in a process of its own.
 */
final class SlowProcess implements Closeable {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final JsonMapper JSON = new JsonMapper();

	private static final String JSON_FORMAT = "application/json";

	private static final Pattern WARNING = Pattern.compile(" WARN .*\\.reporting\\.Announcements *: ");

	private final Path log;

	private final int port;

	private final Process process;

	/**
	 * Starts it.
	 * @param java the command without the main class
	 */
	SlowProcess(Path directory, List<String> java, List<String> arguments) throws IOException {
		Files.createDirectories(directory);
		this.log = directory.resolve("ticket.log");
		this.port = FreePort.find();
		List<String> command = new ArrayList<>(java);
		command.addAll(List.of("-Xlog:gc,safepoint:file=" + directory.resolve("jvm.log"),
				SlowTicketMain.class.getName(), "--server.port=" + this.port, "--slow.directory=" + directory));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(this.log.toFile());
		builder.environment().putAll(Map.of("CLASSPATH", System.getProperty("java.class.path")));
		this.process = builder.start();
	}

	SlowProcess awaitReady() {
		return awaitState(() -> log().contains(SlowTicketMain.READY));
	}

	/** Before it is ready. */
	SlowProcess awaitListening() {
		return awaitState(this::isListening);
	}

	private boolean isListening() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private SlowProcess awaitState(Callable<Boolean> state) {
		await("ticket-service, see " + this.log).atMost(Duration.ofSeconds(120))
			.pollInterval(Duration.ofMillis(200))
			.failFast("it has ended, see " + this.log, () -> !this.process.isAlive())
			.until(state);
		return this;
	}

	String url() {
		return "http://127.0.0.1:" + this.port;
	}

	long pid() {
		return this.process.pid();
	}

	/** Of all its threads until now. */
	Duration processorTime() {
		return this.process.info().totalCpuDuration().orElseThrow();
	}

	String log() {
		try {
			return GrowingLog.read(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** What the reports warned of after so many characters of its log. */
	String warnings(int logged) {
		return log().substring(logged).lines().filter(WARNING.asPredicate()).collect(Collectors.joining(" "));
	}

	/** What it says about its last periods, newest first. */
	List<JudgedPeriod> periods() {
		List<JudgedPeriod> periods = new ArrayList<>();
		for (JsonNode window : JSON.readTree(get("/actuator/whyslow")).get("windows")) {
			periods.add(JudgedPeriod.of(window));
		}
		return periods;
	}

	/** What it says about those that began after a time, oldest first. */
	List<JudgedPeriod> periodsSince(Instant time) {
		List<JudgedPeriod> periods = new ArrayList<>(periods());
		periods.removeIf((period) -> !period.beganAfter(time));
		Collections.reverse(periods);
		return periods;
	}

	String get(String path) {
		return get(path, JSON_FORMAT);
	}

	String get(String path, String format) {
		return send("GET", path, format);
	}

	/** Also if it is not well. */
	String health() {
		return answer("GET", "/actuator/health", JSON_FORMAT).body();
	}

	/** Begins something beside the requests. */
	void disturb(String what) {
		send("POST", "/disturbances" + what, JSON_FORMAT);
	}

	void disturbNoMore() {
		send("DELETE", "/disturbances", JSON_FORMAT);
	}

	private String send(String method, String path, String format) {
		HttpResponse<String> answer = answer(method, path, format);
		assertThat(answer.statusCode()).as("%s %s, see %s", method, path, this.log).isEqualTo(200);
		return answer.body();
	}

	private HttpResponse<String> answer(String method, String path, String format) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
			.timeout(Duration.ofSeconds(60))
			.header("Accept", format)
			.method(method, BodyPublishers.noBody())
			.build();
		try {
			return CLIENT.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		GracefulEnd.of(this.process);
	}

}
