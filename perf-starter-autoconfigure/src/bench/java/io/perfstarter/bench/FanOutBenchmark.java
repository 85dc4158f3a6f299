package io.perfstarter.bench;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.LogManager;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Runs one experiment and ends with an error if a bar does not hold.
 */
public final class FanOutBenchmark {

	static final String FILE = "fan-out.md";

	private static final Map<String, Experiment> EXPERIMENTS = new TreeMap<>(Map.of("latency", new FanOutLatency(),
			"idle", new IdleTraffic(), "rate", new EvictionRate(), "memory", new EvictionMemory(), "slow-replica",
			new SlowReplica(), "member-forms", new MemberForms(), "async-throughput", new ExecutorThroughput(),
			"pool-flood", new PoolFlood(), "page-mapper", new PagesOnExecutor(), "log", new LogCost()));

	private FanOutBenchmark() {
	}

	static Set<String> names() {
		return EXPERIMENTS.keySet();
	}

	public static void main(String[] args) throws Exception {
		// Instances that start and stop at once have much to say of each other.
		LogManager.getLogManager().reset();
		LoggingSystem.get(FanOutBenchmark.class.getClassLoader()).setLogLevel("io.perfstarter", LogLevel.ERROR);
		boolean smoke = Boolean.getBoolean("benchmarks.smoke");
		Report report = EXPERIMENTS.get(args[0]).run(smoke);
		report.write(FILE);
		List<String> exceeded = report.exceeded();
		if (!exceeded.isEmpty() && !smoke) {
			throw new IllegalStateException(String.join("; ", exceeded));
		}
	}

}
