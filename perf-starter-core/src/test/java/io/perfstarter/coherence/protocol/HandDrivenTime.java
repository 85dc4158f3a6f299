package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A clock and a timer that stand still until a test moves them.
 */
public final class HandDrivenTime implements Timer {

	private final Queue<Task> tasks = new PriorityQueue<>(
			Comparator.comparingLong(Task::due).thenComparingLong(Task::number));

	private long now;

	private long number;

	public HandDrivenTime(long now) {
		this.now = now;
	}

	public long now() {
		return this.now;
	}

	@Override
	public void after(Duration delay, Runnable task) {
		this.tasks.add(new Task(this.now + delay.toNanos(), this.number++, task));
	}

	/**
	 * Runs everything that is due until the time is over, each task at its time.
	 */
	public void advance(Duration time) {
		long end = this.now + time.toNanos();
		for (Task task = this.tasks.peek(); task != null && task.due() <= end; task = this.tasks.peek()) {
			this.tasks.remove();
			this.now = task.due();
			task.work().run();
		}
		this.now = end;
	}

	void advanceMillis(long millis) {
		advance(Duration.ofMillis(millis));
	}

	/**
	 * Lets time pass without anything being run, as when the process is paused.
	 */
	public void pause(Duration time) {
		this.now += time.toNanos();
	}

	int waiting() {
		return this.tasks.size();
	}

	private record Task(long due, long number, Runnable work) {
	}

}
