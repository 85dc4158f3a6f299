package io.perfstarter.sample.orders;

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
import java.util.Locale;
import java.util.Map;

import io.perfstarter.sample.GracefulEnd;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A ticket-service under load, in a process of its own.
 */
final class OrdersProcess implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final Path log;

	private final int port;

	private final Process process;

	OrdersProcess(Path directory, Form form, int port, List<String> jvmOptions, List<String> arguments)
			throws IOException {
		this.log = directory.resolve(form.name().toLowerCase(Locale.ROOT) + ".log");
		this.port = port;
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(jvmOptions);
		command.addAll(List.of(OrdersMain.class.getName(), "--server.port=" + port, "--eureka.client.enabled=false",
				"--perf-starter.warmup.enabled=false"));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(this.log.toFile());
		builder.environment().putAll(Map.of("CLASSPATH", System.getProperty("java.class.path")));
		this.process = builder.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.port;
	}

	void awaitReady() {
		await("ticket-service, see " + this.log).atMost(Duration.ofSeconds(150))
			.ignoreExceptions()
			.failFast("it has ended, see " + this.log, () -> !this.process.isAlive())
			.until(() -> get("/stock/1").get("remaining").asLong() > 0);
	}

	/**
	 * What the executor has lost since the start.
	 */
	long lost() {
		for (JsonNode executor : get("/instance/executors")) {
			if (executor.get("executor").asString().equals("orders")) {
				return executor.get("lost").asLong();
			}
		}
		return 0;
	}

	/**
	 * The most that was in use since it was asked last, in megabytes.
	 */
	long heap() {
		return get("/heap").get("megabytes").asLong();
	}

	private JsonNode get(String path) {
		try {
			HttpResponse<String> answer = this.client.send(HttpRequest.newBuilder(URI.create(url() + path)).build(),
					BodyHandlers.ofString());
			assertThat(answer.statusCode()).as(path).isEqualTo(200);
			return new JsonMapper().readTree(answer.body());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
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
