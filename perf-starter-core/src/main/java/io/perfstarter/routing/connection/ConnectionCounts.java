package io.perfstarter.routing.connection;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the connections borrowed from a server, by the reason for choosing it.
 * Thread-safe.
 */
final class ConnectionCounts {

	private final LongAdder[] numbers = new LongAdder[Reason.values().length];

	ConnectionCounts() {
		for (Reason reason : Reason.values()) {
			this.numbers[reason.ordinal()] = new LongAdder();
		}
	}

	void count(Reason reason) {
		number(reason).increment();
	}

	LongAdder number(Reason reason) {
		return this.numbers[reason.ordinal()];
	}

	/**
	 * Returns all counts that are not zero.
	 */
	Map<String, Long> byReason() {
		Map<String, Long> numbers = new LinkedHashMap<>();
		for (Reason reason : Reason.values()) {
			long number = number(reason).sum();
			if (number > 0) {
				numbers.put(reason.tag(), number);
			}
		}
		return numbers;
	}

}
