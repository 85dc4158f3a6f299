package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * All that advice is computed from.
 *
 * @param uptime since when the JVM runs
 * @param windows what was measured, the newest last
 * @param pools the pools of connections
 * @param instances how many instances of the application there are, 0 if not known
 * @param virtualThreads whether requests are served on virtual threads
 * @param heap the heap, {@code null} if not known
 */
public record AdviceFacts(Duration uptime, List<Window> windows, List<PoolSettings> pools, int instances,
		boolean virtualThreads, @Nullable HeapFacts heap) {

	public AdviceFacts {
		// Times of a process that stood still say nothing.
		windows = windows.stream().filter((window) -> !window.machine().suspended()).toList();
		pools = List.copyOf(pools);
	}

	Optional<Window> newest() {
		return (!this.windows.isEmpty()) ? Optional.of(this.windows.get(this.windows.size() - 1)) : Optional.empty();
	}

	/**
	 * The newest windows of together a minute, or all if there are less.
	 */
	List<Window> lastMinute() {
		Duration length = Duration.ZERO;
		int from = this.windows.size();
		while (from > 0 && length.compareTo(PoolLoad.MINUTE) < 0) {
			from--;
			length = length.plus(this.windows.get(from).length());
		}
		return this.windows.subList(from, this.windows.size());
	}

}
