package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.perfstarter.sample.GrowingLog;
import io.perfstarter.sample.coherence.BetweenCommitAndSend.Failure;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance of the ticket-service in a process of its own, at a port that stays the
 * same when it is started again.
 */
final class InstanceProcess implements AutoCloseable {

	private static final int GRACE_SECONDS = 30;

	private static final int LAST_LINES = 40;

	private final String name;

	private final int port;

	private final Path directory;

	private final List<String> arguments;

	// Read by the threads of the relays.
	private volatile Process process;

	/**
	 * Creates an instance, which is not started yet.
	 * @param directory the folder for its log; instances of one folder share a secret
	 */
	InstanceProcess(String name, int port, Path directory, List<String> arguments) {
		this.name = name;
		this.port = port;
		this.directory = directory;
		this.arguments = arguments;
	}

	void start() throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
		command.addAll(List.of(FaultyTicketMain.class.getName(), "--server.address=127.0.0.1",
				"--server.port=" + this.port, "--faults.order-file=" + orderFile()));
		command.addAll(this.arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
		builder.environment()
			.putAll(Map.of("PERF_STARTER_SECRET", "the secret of " + this.directory, "CLASSPATH",
					System.getProperty("java.class.path")));
		Files.deleteIfExists(orderFile());
		this.process = builder.start();
	}

	String name() {
		return this.name;
	}

	String url() {
		return "http://127.0.0.1:%d".formatted(this.port);
	}

	Path log() {
		return this.directory.resolve(this.name + ".log");
	}

	String lastWords() {
		try {
			List<String> lines = GrowingLog.read(log()).lines().toList();
			return "%s, the end of %s:%n%s".formatted(this, log(),
					String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
		}
		catch (IOException ex) {
			return "%s, %s".formatted(this, ex);
		}
	}

	boolean isAlive() {
		Process current = this.process;
		return current != null && current.isAlive();
	}

	boolean hasConnected(int from, int to) {
		Process current = this.process;
		return current != null && SocketOwner.owns(current.pid(), from, to);
	}

	void pause() throws IOException, InterruptedException {
		signal("STOP");
	}

	void resume() throws IOException, InterruptedException {
		signal("CONT");
	}

	private void signal(String signal) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).start();
		assertThat(kill.waitFor()).as("kill -%s %s", signal, this).isZero();
	}

	/**
	 * Whether the process is stopped by a signal.
	 * @return whether it waits to be resumed
	 */
	boolean isPaused() throws IOException {
		String state = Files.readString(Path.of("/proc", Long.toString(this.process.pid()), "stat"));
		return state.substring(state.lastIndexOf(')') + 2).startsWith("T");
	}

	/**
	 * Lets the process shut down. ({@code Process.destroy} would also close the pipe that
	 * tells it that the tests are gone, and it would halt.)
	 */
	void stop() throws InterruptedException {
		this.process.toHandle().destroy();
		assertThat(awaitEnd()).as("exit code of %s", this).isEqualTo(143);
	}

	int awaitEnd() throws InterruptedException {
		assertThat(this.process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)).as("%s has ended", this).isTrue();
		return this.process.exitValue();
	}

	/**
	 * Lets something happen at the next eviction of a ticket, before the peers are told.
	 */
	void order(Failure failure, long id) throws IOException {
		Path draft = this.directory.resolve(this.name + ".draft");
		Files.writeString(draft, failure + " " + id);
		Files.move(draft, orderFile());
	}

	private Path orderFile() {
		return this.directory.resolve(this.name + ".order");
	}

	/**
	 * Ends the process if it runs, stopped by a signal or not.
	 */
	@Override
	public void close() {
		if (isAlive()) {
			this.process.destroyForcibly().onExit().orTimeout(GRACE_SECONDS, TimeUnit.SECONDS).join();
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
