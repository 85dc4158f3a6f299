package io.perfstarter.async;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Counts lost tasks by name, so that a flood of them does not flood the log. Thread-safe.
 */
final class LostTasks {

	private final Map<String, LongAdder> further = new ConcurrentSkipListMap<>();

	/**
	 * Adds a task.
	 * @return whether it is the first one of its name since the last {@link #take()},
	 * which the caller logs; only others are counted
	 */
	boolean isFirst(String name) {
		LongAdder further = this.further.putIfAbsent(name, new LongAdder());
		if (further != null) {
			further.increment();
		}
		return further == null;
	}

	/**
	 * Returns the counted tasks, and forgets all.
	 * @return numbers and names, {@code null} if there are none
	 */
	@Nullable String take() {
		String taken = this.further.keySet()
			.stream()
			.map(this::take)
			.filter((text) -> !text.isEmpty())
			.collect(Collectors.joining(", "));
		return (!taken.isEmpty()) ? taken : null;
	}

	private String take(String name) {
		LongAdder count = this.further.remove(name);
		return (count != null && count.sum() > 0) ? count.sum() + " x " + name : "";
	}

}
