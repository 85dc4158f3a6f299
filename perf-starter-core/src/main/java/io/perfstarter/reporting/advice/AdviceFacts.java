package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of all advice.
 *
 * @param uptime the time since the start of the JVM
 * @param windows the measured periods, the newest last
 * @param pools the connection pools
 * @param instances the number of instances of the application, 0 if unknown
 * @param virtualThreads whether virtual threads serve requests
 * @param heap the heap, {@code null} if unknown
 */
public record AdviceFacts(Duration uptime, List<Window> windows, List<PoolSettings> pools, int instances,
		boolean virtualThreads, @Nullable HeapFacts heap) {

	public AdviceFacts {
		// The times of a period with a suspended process are meaningless.
		windows = windows.stream().filter((window) -> !window.machine().suspended()).toList();
		pools = List.copyOf(pools);
	}

	Optional<Window> newest() {
		return (!this.windows.isEmpty()) ? Optional.of(this.windows.get(this.windows.size() - 1)) : Optional.empty();
	}

	/**
	 * Returns the newest periods that cover one minute in total, or all periods if they
	 * cover less.
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
