package io.perfstarter.routing.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

import io.perfstarter.routing.faults.Operation.Kind;

/**
 * The operations before, during and after a fault.
 *
 * @param operations all operations
 * @param begunAt the start of the fault
 * @param mendedAt the time of the repair
 */
public record Outcome(List<Operation> operations, long begunAt, long mendedAt) {

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
	 * Returns the time until routing detected the fault.
	 */
	Duration noticedIn(Predicate<Known> gone) {
		return this.operations.stream()
			.filter((operation) -> operation.beganAt() - this.begunAt > 0 && gone.test(operation.before()))
			.min(Comparator.comparingLong(Operation::beganAt))
			.map((operation) -> Duration.ofNanos(operation.beganAt() - this.begunAt))
			.orElse(null);
	}

	static List<Operation> failed(List<Operation> operations) {
		return operations.stream().filter(Operation::failed).toList();
	}

	static Duration longest(List<Operation> operations) {
		return operations.stream().map(Operation::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

}
