package io.perfstarter.reporting.request;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.SampledStack;

/**
 * Counts the stacks of a period. Confined to one thread.
 */
final class SampledStacks {

	/**
	 * Maximum number of different stacks, which bounds the memory.
	 */
	static final int MOST = 32;

	private final Map<SampledStack, Integer> times = new HashMap<>();

	void add(Thread.State state, StackTraceElement[] frames) {
		SampledStack stack = new SampledStack(state, List.of(frames), 1);
		if (this.times.size() < MOST || this.times.containsKey(stack)) {
			this.times.merge(stack, 1, Integer::sum);
		}
	}

	/**
	 * Ends a period.
	 * @return its stacks, the most frequent first
	 */
	List<SampledStack> next() {
		List<SampledStack> stacks = this.times.entrySet()
			.stream()
			.map((entry) -> new SampledStack(entry.getKey().state(), entry.getKey().frames(), entry.getValue()))
			.sorted(Comparator.comparingInt(SampledStack::times).reversed())
			.toList();
		this.times.clear();
		return stacks;
	}

}
