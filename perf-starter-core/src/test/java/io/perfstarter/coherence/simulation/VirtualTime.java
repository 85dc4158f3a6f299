package io.perfstarter.coherence.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Runs tasks in the order of their times, without waiting. No two tasks share a time.
 */
final class VirtualTime {

	private final PriorityQueue<Task> tasks = new PriorityQueue<>(
			Comparator.comparingLong(Task::time).thenComparingLong(Task::number));

	private long now;

	private long number;

	long now() {
		return this.now;
	}

	void after(long nanos, Runnable task) {
		this.tasks.add(new Task(this.now + Math.max(nanos, 0), this.number++, task));
	}

	void runUntil(long end) {
		while (!this.tasks.isEmpty() && this.tasks.peek().time() <= end) {
			Task task = this.tasks.poll();
			this.now = Math.max(this.now + 1, task.time());
			task.action().run();
		}
		this.now = Math.max(this.now, end);
	}

	/**
	 * What is to be done at a time.
	 */
	private record Task(long time, long number, Runnable action) {
	}

}
