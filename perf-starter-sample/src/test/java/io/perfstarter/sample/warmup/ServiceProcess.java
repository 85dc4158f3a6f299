package io.perfstarter.sample.warmup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.launcher.TicketMain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance of the ticket-service as the launcher starts it, in a process of its own,
 * at a port that stays the same when it is started again.
 */
final class ServiceProcess implements AutoCloseable {

	private static final int GRACE_SECONDS = 60;

	private final int port = FreePort.find();

	private final Path directory;

	private final List<String> arguments;

	private Process process;

	ServiceProcess(Path directory, List<String> arguments) throws IOException {
		this.directory = directory;
		this.arguments = arguments;
		this.process = start();
	}

	private Process start() throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", TicketMain.class.getName(), "--server.port=" + this.port));
		command.addAll(this.arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
		builder.environment()
			.putAll(Map.of("PERF_STARTER_SECRET", "the secret of the instances of " + this.directory,
					"SAMPLE_DIRECTORY", this.directory.toString(), "CLASSPATH", System.getProperty("java.class.path")));
		return builder.start();
	}

	int port() {
		return this.port;
	}

	Path log() {
		return this.directory.resolve("ticket-%d.log".formatted(this.port));
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Sends SIGTERM, and waits until the process has ended.
	 */
	void stop() throws InterruptedException {
		// Not by the process itself, which would close its input, too: that ends it at
		// once.
		this.process.toHandle().destroy();
		assertThat(this.process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)).as("end, see " + log()).isTrue();
	}

	void restart() throws IOException {
		this.process = start();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	@Override
	public String toString() {
		return "ticket-service:" + this.port;
	}

}
