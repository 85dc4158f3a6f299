package io.perfstarter.sample.slow;

import java.util.List;
import java.util.stream.Stream;

/**
 * All faults of the matrix.
 */
final class Faults {

	private Faults() {
	}

	static List<Fault> all() {
		return Stream
			.of(StatementFaults.all(), PoolFaults.all(), RemoteFaults.all(), WaitFaults.all(), AsyncFaults.all(),
					ComputeFaults.all(), MemoryFaults.all(), PairFaults.all(), HealthyRows.all())
			.flatMap(List::stream)
			.toList();
	}

}
