package io.perfstarter.async;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Counts tasks by name, so that a flood of lost ones does not flood the log. Thread-safe.
 */
final class CountsByName {

	private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

	/**
	 * Counts a task.
	 */
	void add(String name) {
		this.counts.computeIfAbsent(name, (ignored) -> new LongAdder()).increment();
	}

	/**
	 * Counts a task unless it is the first one.
	 * @return whether it is the first one of its name since the last {@link #take()},
	 * which the caller logs
	 */
	boolean isFirst(String name) {
		boolean first = this.counts.putIfAbsent(name, new LongAdder()) == null;
		if (!first) {
			add(name);
		}
		return first;
	}

	/**
	 * Returns the counted tasks, and forgets all.
	 * @return numbers and names, {@code null} if there are none
	 */
	@Nullable String take() {
		String taken = this.counts.keySet()
			.stream()
			.map(this::take)
			.filter((text) -> !text.isEmpty())
			.collect(Collectors.joining(", "));
		return (!taken.isEmpty()) ? taken : null;
	}

	private String take(String name) {
		LongAdder count = this.counts.remove(name);
		return (count != null && count.sum() > 0) ? count.sum() + " x " + name : "";
	}

}
