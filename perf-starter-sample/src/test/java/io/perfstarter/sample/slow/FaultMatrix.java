package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * Runs rows of the matrix, each on a process with its settings, and reads what that says.
 */
final class FaultMatrix implements Closeable {

	static final Duration PATIENCE = Duration
		.ofSeconds(Math.max(60, 2 * Result.HEALTHY_PERIODS * Settings.PERIOD_SECONDS));

	private static final Path ROOT = Path.of("target", "slow").toAbsolutePath();

	private static final int MOST_VOIDS = 3;

	private final MatrixReport report = new MatrixReport();

	private final Deque<Closeable> parts = new ArrayDeque<>();

	private final Map<Way, Way.Relay> ways = new EnumMap<>(Way.class);

	private final SlowDatabase database;

	private final SlowRemote remote;

	private final SlowStore store;

	/** A name server that does not answer. */
	private final DatagramSocket names;

	private final @Nullable Recording recording = Recording.given();

	private @Nullable Launch launch;

	private @Nullable SlowProcess process;

	// When the last row ended, whose requests are part of the period of that time.
	private Instant ended = Instant.MIN;

	FaultMatrix() throws IOException {
		LoggingSystem.get(FaultMatrix.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(ROOT);
		Files.createDirectories(ROOT);
		this.database = new SlowDatabase(ROOT);
		this.parts.push(this.database);
		this.remote = new SlowRemote();
		this.parts.push(this.remote);
		this.store = new SlowStore();
		this.parts.push(this.store);
		this.names = new DatagramSocket(0, InetAddress.getLoopbackAddress());
		this.parts.push(this.names);
		for (Way way : Way.values()) {
			Way.Relay relay = way.to(this.database.port());
			this.parts.push(relay);
			this.ways.put(way, relay);
		}
	}

	/**
	 * Runs rows, those of a process one after the other, in their order.
	 */
	List<MatrixReport.Row> run(List<Run> runs) throws Exception {
		List<MatrixReport.Row> rows = new ArrayList<>();
		List<Run> sorted = new ArrayList<>(runs);
		for (Run run : runs) {
			if (run.isSkipped()) {
				this.report.addSkipped(run);
				sorted.remove(run);
			}
		}
		sorted.sort(Comparator.comparing((run) -> launch(run).toString()));
		for (Run run : sorted) {
			if (this.recording != null) {
				// What it shows is about this row only.
				end();
			}
			MatrixReport.Row row = runUnlessStarved(run);
			this.report.add(row);
			rows.add(row);
		}
		return rows;
	}

	private static Launch launch(Run run) {
		return Launch.of(run.fault(), condition(run));
	}

	private static Condition condition(Run run) {
		return Objects.requireNonNull(run.condition());
	}

	/** Again if the machine was starved, by others. */
	private MatrixReport.Row runUnlessStarved(Run run) throws Exception {
		if (!run.fault().isCold()) {
			process(run);
		}
		int voids = 0;
		while (voids < MOST_VOIDS && Processors.starved()) {
			voids++;
			Thread.sleep(2000);
		}
		MatrixReport.Row row = runOrReport(run, voids);
		while (row.result() != Result.RIGHT && this.process != null && row.voids() < MOST_VOIDS
				&& Processors.starved()) {
			row = runOrReport(run, row.voids() + 1);
		}
		return row;
	}

	/** One row that cannot be run does not end the others. */
	private MatrixReport.Row runOrReport(Run run, int voids) throws Exception {
		try {
			return run(run, voids);
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Exception | AssertionError ex) {
			ex.printStackTrace();
			end();
			return new MatrixReport.Row(run, List.of(), "", voids, Result.VAGUE, "could not be run: " + ex);
		}
	}

	private MatrixReport.Row run(Run run, int voids) throws Exception {
		Fault fault = run.fault();
		SlowProcess process = process(run);
		Injection injection = condition(run).machine().injection().beside(fault.injection());
		Map<Instant, JudgedPeriod> seen = new TreeMap<>();
		String warnings;
		String answers;
		int logged = process.log().length();
		try (RunningLoad load = new RunningLoad(fault.load(), process.url())) {
			Instant settled = Instant.now().plusSeconds(fault.settleSeconds());
			Instant since = settled.isBefore(this.ended) ? this.ended : settled;
			Injection.Injected injected = injection.into(process, this.database);
			try {
				await(fault.name()).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
					// The process keeps only the last ones.
					process.periodsSince(since).forEach((period) -> seen.put(period.end(), period));
					return isDecided(fault, List.copyOf(seen.values()));
				});
				warnings = fault.isHealthy() ? process.warnings(logged) : "";
				if (this.recording != null) {
					this.recording.save(run, process);
				}
			}
			finally {
				injected.end();
			}
			answers = load.toString();
		}
		this.ended = Instant.now();
		List<JudgedPeriod> periods = List.copyOf(seen.values());
		Result result = warnings.isEmpty() ? Result.of(fault, periods) : Result.WRONG;
		return new MatrixReport.Row(run, periods, answers, voids, result, warnings);
	}

	/** The periods that are left could change nothing. */
	private static boolean isDecided(Fault fault, List<JudgedPeriod> periods) {
		if (fault.isHealthy()) {
			return periods.size() >= Result.HEALTHY_PERIODS;
		}
		return periods.size() >= Result.PERIODS || Result.of(fault, periods) == Result.RIGHT;
	}

	private SlowProcess process(Run run) throws IOException {
		Launch wanted = launch(run);
		boolean cold = run.fault().isCold();
		if (cold || this.process == null || !wanted.equals(this.launch)) {
			end();
			this.launch = wanted;
			this.process = start(wanted, wanted.settings().heap(), wanted.toString(), List.of());
			if (cold) {
				return this.process.awaitListening();
			}
			this.process.awaitReady();
		}
		return this.process;
	}

	private void end() {
		if (this.process != null) {
			this.parts.remove(this.process);
			this.process.close();
			this.process = null;
		}
	}

	/**
	 * Starts a process of its own.
	 * @param launch how it is started
	 * @param heap its heap in megabytes
	 * @param name its name
	 * @param further further arguments
	 */
	SlowProcess start(Launch launch, int heap, String name, List<String> further) throws IOException {
		List<String> arguments = new ArrayList<>(launch.arguments());
		arguments.addAll(SlowDatabase.arguments(this.ways.get(launch.settings().way()).port()));
		arguments.add("--slow.remote=" + this.remote.url());
		arguments.add("--slow.store=" + this.store.port());
		arguments.add("--slow.names=" + this.names.getLocalPort());
		if (this.recording != null) {
			arguments.addAll(Recording.ARGUMENTS);
		}
		// An option that is given twice has both values.
		further.forEach((option) -> arguments.removeIf((other) -> other.startsWith(name(option))));
		arguments.addAll(further);
		SlowProcess process = new SlowProcess(ROOT.resolve(name), launch.command(heap), arguments);
		this.parts.push(process);
		return process;
	}

	private static String name(String option) {
		return option.split("=")[0] + "=";
	}

	@Override
	public void close() throws IOException {
		while (!this.parts.isEmpty()) {
			this.parts.pop().close();
		}
	}

}
