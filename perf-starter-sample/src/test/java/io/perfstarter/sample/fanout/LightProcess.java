package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.fanout.LightMain.Answer;

import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A light instance in a process of its own, at ports that stay the same when it is
 * started again. The class path in {@code cluster.class-path} runs another revision.
 */
final class LightProcess implements AutoCloseable {

	private final List<String> command = new ArrayList<>(
			List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx96m", "-XX:+UseSerialGC",
					"-XX:TieredStopAtLevel=1", "-cp",
					System.getProperty("cluster.class-path", System.getProperty("java.class.path")),
					LightMain.class.getName()));

	private final Path log;

	private final RestClient client;

	private volatile Process process;

	LightProcess(String name, Path directory, List<String> arguments) throws IOException {
		int port = FreePort.find();
		this.command.addAll(List.of("--server.port=" + port, "--eureka.instance.instance-id=" + name));
		if (!Boolean.getBoolean("cluster.without-port")) {
			this.command.add("--perf-starter.coherence.port=" + FreePort.find());
		}
		this.command.addAll(arguments);
		this.log = directory.resolve(name + ".log");
		JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
		requests.setReadTimeout(Duration.ofSeconds(10));
		this.client = RestClient.builder().requestFactory(requests).baseUrl("http://127.0.0.1:" + port).build();
		start();
	}

	void start() throws IOException {
		this.process = new ProcessBuilder(this.command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(this.log.toFile()))
			.start();
	}

	Answer read(List<Long> ids) {
		return this.client.get()
			.uri((uri) -> uri.path("/notes").queryParam("ids", ids.toArray()).build())
			.retrieve()
			.body(Answer.class);
	}

	void change(long id, long version) {
		this.client.post().uri("/notes?id={id}&version={version}", id, version).retrieve().toBodilessEntity();
	}

	ResponseEntity<Void> beSlow() {
		return this.client.get().uri("/slow").retrieve().toBodilessEntity();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	void signal(String signal) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).start();
		assertThat(kill.waitFor()).as("kill -%s %s", signal, this).isZero();
	}

	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
	}

	@Override
	public String toString() {
		return "instance, see " + this.log;
	}

}
