package io.perfstarter.reporting.ledger;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.reporting.window.Histogram;
import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;

/**
 * What is kept of each request, fast or slow. Thread-safe, and cheap where many threads
 * add.
 */
final class AllRequests {

	private static final Part[] PARTS = Part.values();

	private final Histogram times = new Histogram();

	private final LongAdder[] nanos = new LongAdder[PARTS.length];

	private final AtomicInteger measured = new AtomicInteger();

	private final AtomicInteger connections = new AtomicInteger();

	AllRequests() {
		for (int part = 0; part < PARTS.length; part++) {
			this.nanos[part] = new LongAdder();
		}
	}

	void add(Ledger ledger) {
		this.times.add(ledger.total());
		int found = 0;
		for (Part part : PARTS) {
			long time = ledger.nanos(part);
			if (time > 0) {
				this.nanos[part.ordinal()].add(time);
			}
			if (ledger.measured(part)) {
				found |= 1 << part.ordinal();
			}
		}
		int known = this.measured.get();
		if ((known | found) != known) {
			int more = found;
			this.measured.updateAndGet((parts) -> parts | more);
		}
		int wanted = ledger.connections();
		if (wanted > this.connections.get()) {
			this.connections.accumulateAndGet(wanted, Math::max);
		}
	}

	/**
	 * Takes out how many there were, and how long they took.
	 */
	Times takeTimes() {
		return this.times.take();
	}

	/**
	 * Takes out where their time went.
	 */
	Parts takeParts() {
		int known = this.measured.getAndSet(0);
		Map<Part, Long> sums = new EnumMap<>(Part.class);
		for (Part part : PARTS) {
			long sum = this.nanos[part.ordinal()].sumThenReset();
			if ((known & 1 << part.ordinal()) != 0) {
				sums.put(part, sum);
			}
		}
		return (known != 0) ? Parts.of(sums) : Parts.NONE;
	}

	/**
	 * Takes out the most connections of a pool that one thread wanted at once.
	 */
	int takeConnections() {
		return this.connections.getAndSet(0);
	}

}
