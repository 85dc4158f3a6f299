package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * Runs rows of the matrix, each on a process with its settings, and reads what that says.
 */
final class FaultMatrix implements Closeable {

	private static final Path ROOT = Path.of("target", "slow").toAbsolutePath();

	/** As many periods as are looked at, and as many of them must say what is wrong. */
	private static final int PERIODS = 3;

	private static final int RIGHT = 2;

	private static final int MOST_VOIDS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Map<Settings, SlowProcess> processes = new EnumMap<>(Settings.class);

	private final MatrixReport report = new MatrixReport();

	private final Deque<Closeable> parts = new ArrayDeque<>();

	private final SlowDatabase database;

	private final SlowRemote remote;

	private final ForgetfulRelay relay;

	FaultMatrix() throws IOException {
		LoggingSystem.get(FaultMatrix.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(ROOT);
		Files.createDirectories(ROOT);
		this.database = new SlowDatabase(ROOT);
		this.parts.push(this.database);
		this.remote = new SlowRemote();
		this.parts.push(this.remote);
		this.relay = new ForgetfulRelay(this.database.port(), 600);
		this.parts.push(this.relay);
	}

	/**
	 * Runs a row, again if the machine was starved.
	 * @return whether it is right
	 */
	boolean run(Fault fault) throws Exception {
		SlowProcess process = process(fault.settings());
		int voids = 0;
		while (voids < MOST_VOIDS && Processors.starved()) {
			voids++;
			Thread.sleep(2000);
		}
		MatrixReport.Row row = run(fault, process, voids);
		while (!row.right() && row.voids() < MOST_VOIDS && Processors.starved()) {
			row = run(fault, process, row.voids() + 1);
		}
		this.report.add(row);
		return row.right();
	}

	private MatrixReport.Row run(Fault fault, SlowProcess process, int voids) throws Exception {
		List<JudgedPeriod> periods = new ArrayList<>();
		String answers;
		try (RunningLoad load = new RunningLoad(fault.load(), process.url())) {
			Instant since = Instant.now().plusSeconds(fault.settleSeconds());
			Injection.Injected injected = fault.injection().into(process, this.database);
			try {
				await(fault.name()).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
					periods.clear();
					periods.addAll(process.periodsSince(since));
					return isDecided(fault, periods);
				});
			}
			finally {
				injected.end();
			}
			answers = load.toString();
		}
		return new MatrixReport.Row(fault, List.copyOf(periods), answers, voids, isRight(fault, periods));
	}

	/** The periods that are left could change nothing. */
	private static boolean isDecided(Fault fault, List<JudgedPeriod> periods) {
		return periods.size() >= PERIODS || (!fault.isHealthy() && isRight(fault, periods));
	}

	/** Where nothing is wrong, nothing may ever be said. */
	private static boolean isRight(Fault fault, List<JudgedPeriod> periods) {
		if (fault.isHealthy()) {
			return periods.stream().allMatch((period) -> period.causes().isEmpty());
		}
		return periods.stream().limit(PERIODS).filter(fault::isNamedBy).count() >= RIGHT;
	}

	private SlowProcess process(Settings settings) throws IOException {
		SlowProcess process = this.processes.get(settings);
		if (process == null) {
			process = start(settings, settings.heap(), settings.name().toLowerCase(Locale.ROOT), List.of());
			this.processes.put(settings, process);
			process.awaitReady();
		}
		return process;
	}

	/**
	 * Starts a process of its own.
	 * @param settings its settings
	 * @param heap its heap in megabytes
	 * @param name its name
	 * @param further further arguments
	 */
	SlowProcess start(Settings settings, int heap, String name, List<String> further) throws IOException {
		List<String> arguments = new ArrayList<>(settings.arguments());
		arguments.addAll(
				SlowDatabase.arguments((settings != Settings.FORGETFUL) ? this.database.port() : this.relay.port()));
		arguments.add("--slow.remote=" + this.remote.url());
		arguments.addAll(further);
		SlowProcess process = new SlowProcess(ROOT.resolve(name), heap, arguments);
		this.parts.push(process);
		return process;
	}

	@Override
	public void close() throws IOException {
		while (!this.parts.isEmpty()) {
			this.parts.pop().close();
		}
	}

}
