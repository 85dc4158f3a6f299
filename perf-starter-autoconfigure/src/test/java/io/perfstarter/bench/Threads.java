package io.perfstarter.bench;

import java.time.Duration;
import java.util.function.IntSupplier;

import io.perfstarter.async.LaneSettings;
import io.perfstarter.async.LaneSettings.OnFull;
import io.perfstarter.async.LaneSettings.Submit;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Virtual threads where Java has them, platform threads elsewhere: the same for lanes,
 * for their peers and for those who make requests.
 */
final class Threads {

	static final boolean VIRTUAL = Runtime.version().feature() >= 21;

	private static final long END = Duration.ofSeconds(30).toMillis();

	private Threads() {
	}

	static String kind() {
		return (VIRTUAL) ? "virtual threads" : "platform threads";
	}

	static SimpleAsyncTaskExecutor unbounded(String name) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(name + "-");
		executor.setVirtualThreads(VIRTUAL);
		executor.setDaemon(true);
		executor.setTaskTerminationTimeout(END);
		return executor;
	}

	static LaneSettings lane(IntSupplier permits, int room, OnFull onFull) {
		return new LaneSettings(permits, room, Duration.ofMinutes(5), null, onFull, null, Submit.IMMEDIATE);
	}

}
