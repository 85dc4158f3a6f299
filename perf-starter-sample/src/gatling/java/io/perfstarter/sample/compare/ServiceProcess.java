package io.perfstarter.sample.compare;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.perfstarter.sample.GracefulEnd;
import io.perfstarter.sample.GrowingLog;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * An application in a process of its own, on a class path without Gatling.
 */
final class ServiceProcess implements Closeable {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	/**
	 * The HTTP client that Boot finds on the class path has 5 connections for each
	 * target, which would be measured in place of anything else, before and after.
	 */
	private static final String UNBOUNDED_CLIENT = "--spring.http.clients.imperative.factory=jdk";

	private final Path log;

	private final int port;

	private final Process process;

	private ServiceProcess(Path log, int port, Process process) {
		this.log = log;
		this.port = port;
		this.process = process;
	}

	/**
	 * Starts one with the JDK of this process.
	 * @param log where it writes
	 * @param classPath its class path
	 * @param port where it listens
	 * @param setting how it is started
	 * @param further what it must be told about its surroundings
	 */
	static ServiceProcess start(Path log, String classPath, int port, Setting setting, List<String> further)
			throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx%dm".formatted(setting.heap()), "-XX:+UseSerialGC", ServiceMain.class.getName(),
				setting.application(), "--server.port=" + port, "--eureka.client.enabled=false", UNBOUNDED_CLIENT,
				"--management.endpoints.web.exposure.include=health,metrics,whyslow"));
		command.addAll(further);
		setting.properties().forEach((name, value) -> command.add("--%s=%s".formatted(name, value)));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
		// Too long for a command line on some systems.
		builder.environment().putAll(Map.of("CLASSPATH", classPath));
		return new ServiceProcess(log, port, builder.start());
	}

	ServiceProcess awaitReady() {
		await("see " + this.log).atMost(Duration.ofMinutes(3))
			.pollInterval(Duration.ofMillis(200))
			.failFast("it has ended, see " + this.log, () -> !this.process.isAlive())
			.until(() -> GrowingLog.read(this.log).contains(ServiceMain.READY));
		return this;
	}

	String url() {
		return "http://127.0.0.1:" + this.port;
	}

	/** What it says of itself. */
	JsonNode whyslow() throws IOException, InterruptedException {
		return actuator("whyslow");
	}

	/** Its platform threads. */
	int threads() throws IOException, InterruptedException {
		return actuator("metrics/jvm.threads.live").at("/measurements/0/value").asInt();
	}

	private JsonNode actuator(String endpoint) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/actuator/" + endpoint))
			.timeout(Duration.ofSeconds(30))
			.header("Accept", "application/json")
			.build();
		return new JsonMapper().readTree(CLIENT.send(request, BodyHandlers.ofString()).body());
	}

	@Override
	public void close() {
		GracefulEnd.of(this.process);
	}

}
