package io.perfstarter.bench;

import java.time.Duration;
import java.util.function.IntSupplier;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Virtual threads where Java has them, platform threads elsewhere: the same for
 * executors, for their peers and for those who make requests.
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

	/**
	 * Adds an executor of so many permits.
	 */
	static BoundedTaskExecutor executor(BoundedExecutors executors, String name, int permits, int room,
			WhenFull whenFull) {
		BoundedTaskExecutor executor = executors.add(name, settings(() -> permits, room, whenFull), null);
		executor.initialize();
		return executor;
	}

	private static ExecutorSettings settings(IntSupplier permits, int room, WhenFull whenFull) {
		return new ExecutorSettings(permits, room, whenFull, Submit.AT_ONCE);
	}

}
