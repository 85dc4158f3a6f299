package io.perfstarter.routing.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.perfstarter.routing.faults.Operation.Kind;

/**
 * What was done while something went wrong, before and after it.
 *
 * @param operations all of it
 * @param begunAt when it went wrong
 * @param mendedAt when it had been mended
 * @param wholeIn how long it took, from then on, until all were served again
 */
record Outcome(List<Operation> operations, long begunAt, long mendedAt, Duration wholeIn) {

	List<Operation> of(Kind... kinds) {
		return where((operation) -> Arrays.asList(kinds).contains(operation.kind()));
	}

	List<Operation> reads() {
		return where(Operation::isRead);
	}

	List<Operation> stale() {
		return where((operation) -> operation.stale(this.mendedAt));
	}

	private List<Operation> where(Predicate<Operation> condition) {
		return this.operations.stream().filter(condition).toList();
	}

	/**
	 * How long it took until routing knew.
	 * @param gone tells that it does
	 */
	Duration noticedIn(Predicate<Known> gone) {
		return this.operations.stream()
			.filter((operation) -> operation.beganAt() - this.begunAt > 0 && gone.test(operation.before()))
			.min(Comparator.comparingLong(Operation::beganAt))
			.map((operation) -> Duration.ofNanos(operation.beganAt() - this.begunAt))
			.orElse(null);
	}

	Map<String, Long> failures() {
		return this.operations.stream()
			.filter(Operation::failed)
			.map((operation) -> operation.kind() + " " + operation.failure())
			.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
	}

	static List<Operation> failed(List<Operation> operations) {
		return operations.stream().filter(Operation::failed).toList();
	}

	static Duration longest(List<Operation> operations) {
		return operations.stream().map(Operation::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

}
