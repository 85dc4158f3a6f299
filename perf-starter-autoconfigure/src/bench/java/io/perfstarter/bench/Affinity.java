package io.perfstarter.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Gives the measured processes one processor, and this process, with those that it has
 * started before, another one.
 */
final class Affinity {

	private static final Path TASKSET = Path.of("/usr/bin/taskset");

	private static final String ALL = "0-" + (Runtime.getRuntime().availableProcessors() - 1);

	private static final String MEASURED = "0";

	private static final String OTHERS = "1";

	private Affinity() {
	}

	/**
	 * Pins this process and its children, such as a database; skips the test if that is
	 * not possible.
	 */
	static void pinOthers() throws Exception {
		assumeTrue(Files.isExecutable(TASKSET) && !ALL.equals("0-0"),
				"taskset and two processors are needed to give the service one of its own");
		pin(OTHERS, ProcessHandle.current().pid());
		for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
			pin(OTHERS, child.pid());
		}
	}

	static void pinMeasured(ServiceProcess service) throws Exception {
		pin(MEASURED, service.pid());
	}

	/**
	 * Lets this process use all processors again, as other benchmarks do.
	 */
	static void unpin() throws Exception {
		if (Files.isExecutable(TASKSET)) {
			pin(ALL, ProcessHandle.current().pid());
		}
	}

	private static void pin(String processors, long process) throws Exception {
		Process taskset = new ProcessBuilder(TASKSET.toString(), "-a", "-c", "-p", processors, "" + process)
			.redirectErrorStream(true)
			.start();
		assertThat(taskset.waitFor(10, TimeUnit.SECONDS)).isTrue();
	}

}
