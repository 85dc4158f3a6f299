package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * An instance of the service in a process of its own, at a port that stays the same when
 * it is started again.
 */
final class Instance implements AutoCloseable {

	private static final int GRACE_SECONDS = 30;

	private final int index;

	private final int port;

	private final Path directory;

	private final String classPath;

	private final List<String> arguments;

	private @Nullable Process process;

	// Written by the thread of the test, read by those of the load.
	private volatile boolean up;

	private volatile int run;

	Instance(int index, int port, Path directory, String classPath, List<String> arguments) {
		this.index = index;
		this.port = port;
		this.directory = directory;
		this.classPath = classPath;
		this.arguments = arguments;
	}

	void start() throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", InstanceMain.class.getName()));
		command.addAll(this.arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
		builder.environment().put("CLASSPATH", this.classPath);
		builder.environment().put("PERF_STARTER_SECRET", "the secret that the instances share");
		this.run++;
		this.process = builder.start();
	}

	int index() {
		return this.index;
	}

	String url() {
		return "http://127.0.0.1:" + this.port;
	}

	Path log() {
		return this.directory.resolve("instance-" + this.index + ".log");
	}

	/**
	 * Whether the load may send requests, as a load balancer decides.
	 * @return whether it is up
	 */
	boolean isUp() {
		return this.up;
	}

	void up() {
		this.up = true;
	}

	/**
	 * Returns how often it was started.
	 * @return the number
	 */
	int run() {
		return this.run;
	}

	boolean isAlive() {
		return this.process != null && this.process.isAlive();
	}

	void kill() {
		this.up = false;
		if (this.process != null) {
			this.process.destroyForcibly().onExit().orTimeout(GRACE_SECONDS, TimeUnit.SECONDS).join();
		}
	}

	@Override
	public void close() {
		kill();
	}

	@Override
	public String toString() {
		return "instance %d, see %s".formatted(this.index, log());
	}

}
