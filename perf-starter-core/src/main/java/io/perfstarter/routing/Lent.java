package io.perfstarter.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many connections a server has lent, by the reason of each decision. Thread-safe.
 */
final class Lent {

	private final LongAdder[] numbers = new LongAdder[Reason.values().length];

	Lent() {
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
	 * The numbers of the reasons that there were.
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
