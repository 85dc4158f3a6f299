package io.perfstarter.reporting.advice;

import java.util.ArrayList;
import java.util.List;

import io.perfstarter.reporting.window.Window;

/**
 * The inputs of all advice.
 *
 * @param windows the measured periods, the newest last
 * @param pools the connection pools
 * @param instances the number of instances of the application, 0 if unknown
 * @param virtualThreads whether virtual threads serve requests
 */
public record AdviceFacts(List<Window> windows, List<PoolSettings> pools, int instances, boolean virtualThreads) {

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
		}
		RequestThreadsAdvice.of(this).ifPresent(advice::add);
		return advice;
	}

}
