package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

	/**
	 * Computes the advice.
	 * @return at most one recommendation per setting
	 */
	public List<Advice> advise() {
		List<Advice> advice = new ArrayList<>();
		for (PoolSettings pool : this.pools) {
			advice.add(PoolSizeAdvice.of(pool, this));
			advice.add(MaxLifetimeAdvice.of(pool));
		}
		RequestThreadsAdvice.of(this).ifPresent(advice::add);
		if (this.heap != null) {
			advice.add(HeapAdvice.of(this.heap, this.uptime));
			CollectorAdvice.of(this.heap).ifPresent(advice::add);
		}
		return advice;
	}

}
