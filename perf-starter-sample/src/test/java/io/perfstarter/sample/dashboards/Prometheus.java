package io.perfstarter.sample.dashboards;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.launcher.Visitor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * A Prometheus on a free port.
 */
final class Prometheus implements AutoCloseable {

	private final Visitor visitor = Visitor.withCookies();

	private final String address;

	private final Process process;

	private Prometheus(String address, Process process) {
		this.address = address;
		this.process = process;
	}

	/** Finds a program, such as promtool. */
	static Optional<Path> program(String name) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/** Starts it with the configuration and the rules in a folder. */
	static Prometheus start(Path folder) throws IOException {
		int port = FreePort.find();
		Process process = new ProcessBuilder(program("prometheus").orElseThrow().toString(),
				"--config.file=" + folder.resolve("prometheus.yml"), "--storage.tsdb.path=" + folder.resolve("data"),
				"--web.listen-address=127.0.0.1:" + port)
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("prometheus.log").toFile())
			.start();
		Prometheus prometheus = new Prometheus("http://127.0.0.1:" + port, process);
		await("Prometheus, see " + folder).ignoreExceptions()
			.until(() -> prometheus.visitor.get(prometheus.address + "/-/ready").statusCode() == 200);
		return prometheus;
	}

	/** Whether a query returns anything at this moment. */
	boolean hasSeries(String query) {
		return !query(query).isEmpty();
	}

	/** Whether a query returns a number at this moment. */
	boolean hasNumber(String query) {
		return StreamSupport.stream(query(query).spliterator(), false)
			.anyMatch((sample) -> !"NaN".equals(sample.get("value").get(1).asString()));
	}

	private JsonNode query(String query) {
		return get("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)).get("result");
	}

	/** The health of each alert rule: unknown, ok or err. */
	List<String> healthOfRules() {
		return get("rules").get("groups").findValuesAsString("health");
	}

	private JsonNode get(String path) {
		String answer = this.visitor.get(this.address + "/api/v1/" + path).body();
		JsonNode data = new JsonMapper().readTree(answer).get("data");
		if (data == null) {
			throw new IllegalArgumentException("%s: %s".formatted(path, answer));
		}
		return data;
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
	}

}
