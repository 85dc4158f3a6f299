package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.GrowingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Starts the real sample in processes of its own and ends it in all the ways there are.
 */
@Tag("faults")
class LauncherFaultsTests {

	private static final Duration READY = Duration.ofSeconds(180);

	private final Ports ports = freePorts();

	private final List<Process> launchers = new ArrayList<>();

	@TempDir
	private Path directory;

	@AfterEach
	void end() throws InterruptedException {
		for (Process launcher : this.launchers) {
			launcher.destroy();
			launcher.waitFor(60, TimeUnit.SECONDS);
		}
	}

	/**
	 * One start after the other, as each takes its time.
	 */
	@Tag(Tier.ALL)
	@Test
	void startsAgainWhateverWasKilledAndItsStopLeavesNothing() throws Exception {
		Process first = awaitReady(start());
		List<ProcessHandle> processes = processes(first);
		assertThat(processes).hasSize(5);
		first.destroyForcibly().waitFor();
		awaitEnd(processes);
		Process second = start();
		awaitOutput(second, "ticket-service is starting");
		second.descendants().forEach(ProcessHandle::destroyForcibly);
		second.destroyForcibly().waitFor();
		assertThat(postgres()).hasSize(2);
		Process third = awaitReady(start());
		assertThat(output(third)).contains(" sees 2, and the front sees 2");
		assertThatAnotherIsRefused();
		assertThatStopLeavesNothing(third);
	}

	private void assertThatAnotherIsRefused() throws Exception {
		Process another = start();
		assertThat(another.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(another.exitValue()).isNotZero();
		assertThat(output(another)).contains("A sample with these ports runs already", "--sample.port-offset");
		assertThat(openPorts()).hasSize(7);
	}

	@Tag(Tier.ALL)
	@Test
	void stopLeavesNothingOfH2() throws Exception {
		Process launcher = awaitReady(start("--sample.database=h2"));
		assertThat(processes(launcher)).hasSize(3);
		assertThatStopLeavesNothing(launcher);
	}

	private void assertThatStopLeavesNothing(Process launcher) throws Exception {
		List<ProcessHandle> processes = processes(launcher);
		List<String> running = ticketLogs();
		launcher.toHandle().destroy();
		assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
		awaitEnd(processes);
		assertThat(openPorts()).isEmpty();
		assertThat(output(launcher)).doesNotContain("did not stop").endsWith("[sample] stopped\n");
		List<String> end = ticketLogs();
		for (int i = 0; i < end.size(); i++) {
			// On a busy machine HikariCP may just be opening a connection when it stops.
			List<String> more = end.get(i)
				.substring(running.get(i).length())
				.lines()
				.filter((line) -> !line.endsWith("Timed-out waiting for add connection executor to shutdown"))
				.toList();
			assertThat(more).as("log of an instance whose database still runs")
				.noneMatch((line) -> line.contains(" is down") || line.contains("WARN") || line.contains("ERROR"));
		}
		assertThat(temporary(this.launchers.indexOf(launcher))).isEmptyDirectory();
	}

	private List<String> ticketLogs() throws IOException {
		List<String> logs = new ArrayList<>();
		for (int port : this.ports.tickets()) {
			logs.add(GrowingLog.read(directory().resolve("ticket-%d.log".formatted(port))));
		}
		return logs;
	}

	@Test
	void platformWithoutPostgresStartsH2() throws Exception {
		Process launcher = startOn("pdp-11");
		awaitOutput(launcher, "H2 is up, without a replica");
		assertThat(output(launcher)).contains("PostgreSQL does not run on this platform");
		assertThat(postgres()).isEmpty();
	}

	@Test
	void platformWithoutPostgresHasNoLogInTheDatabase() throws Exception {
		Process launcher = startOn("pdp-11", "--sample.log=database");
		assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(launcher.exitValue()).isNotZero();
		assertThat(output(launcher)).contains("The log in the database needs PostgreSQL");
	}

	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(strings = { "starting", "PostgreSQL is up", "ticket-service is starting" })
	void stopDuringTheStartLeavesNothing(String progress) throws Exception {
		Process launcher = start();
		awaitOutput(launcher, progress);
		List<ProcessHandle> processes = processes(launcher);
		launcher.destroy();
		assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
		awaitEnd(processes);
		assertThat(postgres()).isEmpty();
		assertThat(openPorts()).isEmpty();
	}

	@Test
	void takenPortIsNamedBeforeAnythingStarts() throws Exception {
		try (ServerSocket socket = new ServerSocket(this.ports.registry(), 1, InetAddress.getLoopbackAddress())) {
			Process launcher = start();
			assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
			assertThat(launcher.exitValue()).isNotZero();
			assertThat(output(launcher)).contains("Port %d".formatted(socket.getLocalPort()), "registry",
					"--sample.port-offset");
			assertThat(directory()).isDirectoryNotContaining("glob:**postgres*");
		}
	}

	private static Ports freePorts() {
		Random random = new Random();
		while (true) {
			Ports ports = new Ports(1000 + random.nextInt(15_000), 2);
			try {
				ports.requireFree();
				return ports;
			}
			catch (SampleException ex) {
				// Try others.
			}
		}
	}

	private Process start(String... arguments) throws IOException {
		return startOn(System.getProperty("os.arch"), arguments);
	}

	private Process startOn(String architecture, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
						"-XX:+UseSerialGC", "-Dos.arch=" + architecture, "-Dsample.directory=" + this.directory,
						SampleLauncher.class.getName(), "--sample.port-offset=" + this.ports.offset()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log(this.launchers.size()).toFile());
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		// How it starts and ends is tested here, not how fast it is then.
		builder.environment().put("PERF_STARTER_WARMUP_ENABLED", "false");
		Path temporary = Files.createDirectory(temporary(this.launchers.size()));
		builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary);
		Process launcher = builder.start();
		this.launchers.add(launcher);
		return launcher;
	}

	private Process awaitReady(Process launcher) {
		awaitOutput(launcher, "sample is ready");
		return launcher;
	}

	private void awaitOutput(Process launcher, String line) {
		await(line).atMost(READY).until(() -> {
			assertThat(launcher.isAlive()).as(output(launcher)).isTrue();
			return output(launcher).contains(line);
		});
	}

	/**
	 * PostgreSQL's last process ends a moment after who stopped it has been told so.
	 */
	private static void awaitEnd(List<ProcessHandle> processes) {
		await("end").until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
	}

	private Path directory() {
		return this.directory.resolve("offset-" + this.ports.offset());
	}

	private Path temporary(int launcher) {
		return this.directory.resolve("tmp-" + launcher);
	}

	private Path log(int launcher) {
		return this.directory.resolve("launcher-%d.log".formatted(launcher));
	}

	private String output(Process launcher) throws IOException {
		return GrowingLog.read(log(this.launchers.indexOf(launcher)));
	}

	private List<ProcessHandle> processes(Process launcher) {
		return Stream.of(Stream.of(launcher.toHandle()), launcher.descendants(), postgres().stream())
			.flatMap((handles) -> handles)
			.distinct()
			.toList();
	}

	private List<ProcessHandle> postgres() {
		return Stream.of(this.ports.primary(), this.ports.replica())
			.map((port) -> directory().resolve("postgres-" + port))
			.flatMap((data) -> StartedProcess.ofPostgres(data).stream())
			.map(StartedProcess::handle)
			.toList();
	}

	private List<Integer> openPorts() {
		List<Integer> open = new ArrayList<>(this.ports.tickets());
		open.addAll(List.of(this.ports.front(), this.ports.token(), this.ports.registry(), this.ports.primary(),
				this.ports.replica()));
		open.removeIf((port) -> !isOpen(port));
		return open;
	}

	private static boolean isOpen(int port) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
