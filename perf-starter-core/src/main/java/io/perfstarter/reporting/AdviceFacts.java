package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.perfstarter.reporting.window.Window;

/**
 * The inputs of all advice.
 *
 * @param windows the measured periods, the newest last
 * @param pools the maximum number of connections of each pool
 * @param databaseCores the configured number of processor cores of the database server, 0
 * if unknown
 * @param databases the known limits of the databases, by pool
 * @param instances the number of instances of the application, 0 if unknown
 * @param virtualThreads whether virtual threads serve requests
 */
record AdviceFacts(List<Window> windows, Map<String, Integer> pools, int databaseCores,
		Map<String, DatabaseFacts> databases, int instances, boolean virtualThreads) {

	AdviceFacts {
		// The times of a period with a suspended process are meaningless.
		windows = windows.stream().filter((window) -> !window.machine().suspended()).toList();
		pools = new TreeMap<>(pools);
	}

	/**
	 * Computes the advice.
	 * @return at most one recommendation per setting
	 */
	List<Advice> advise() {
		List<Advice> advice = new ArrayList<>();
		this.pools.forEach((pool, max) -> advice.add(new PoolSizeAdvice(pool, max, this).compute()));
		RequestThreadsAdvice.of(this).ifPresent(advice::add);
		return advice;
	}

}
