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

	private static final Map<String, Experiment> EXPERIMENTS = new TreeMap<>(
			Map.ofEntries(Map.entry("latency", new FanOutLatency()), Map.entry("idle", new IdleTraffic()),
					Map.entry("rate", new EvictionRate()), Map.entry("memory", new EvictionMemory()),
					Map.entry("slow-replica", new SlowReplica()), Map.entry("member-forms", new MemberForms()),
					Map.entry("async-throughput", new ExecutorThroughput()), Map.entry("pool-flood", new PoolFlood()),
					Map.entry("page-mapper", new PagesOnExecutor()), Map.entry("log", new LogCost()),
					Map.entry("log-latency", new LogLatency()), Map.entry("redis-fleet", new RedisFleet()),
					Map.entry("routes", new RouteLatency())));

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
