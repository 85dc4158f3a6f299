package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts and stops a separate process with one instance of the ticket-service.
 */
final class TicketProcess implements AutoCloseable {

	// More than the delay of the shutdown and the time that its executors then have.
	private static final long GRACE_SECONDS = 30;

	private final int port;

	private final Process process;

	private final SampleDirectory directory;

	private TicketProcess(int port, Process process, SampleDirectory directory) {
		this.port = port;
		this.process = process;
		this.directory = directory;
	}

	static TicketProcess start(int port, List<String> arguments, Map<String, String> environment,
			SampleDirectory directory) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", TicketMain.class.getName(), "--server.port=" + port));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(directory.log(name(port)).toFile());
		builder.environment().putAll(environment);
		// The class path exceeds the maximum length of a command line on some systems.
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		Process process = builder.start();
		directory.writeProcessId(name(port), process.pid());
		return new TicketProcess(port, process, directory);
	}

	void requireAlive() {
		if (!this.process.isAlive()) {
			throw new SampleException("The ticket-service on port %d ended with code %d; see %s".formatted(this.port,
					this.process.exitValue(), this.directory.log(name(this.port))));
		}
	}

	int port() {
		return this.port;
	}

	void askToEnd() {
		// Not Process.destroy(), which also closes the pipe, as the end of the launcher
		// does.
		this.process.toHandle().destroy();
	}

	@Override
	public void close() {
		askToEnd();
		try {
			if (!this.process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
		SampleDirectory.delete(this.directory.processId(name(this.port)));
	}

	private static String name(int port) {
		return "ticket-" + port;
	}

}
