package io.perfstarter.reporting.request;

import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.StatementUse;
import org.jspecify.annotations.Nullable;

/**
 * The accumulated cost of one statement or remote target. Not thread-safe.
 */
final class Cost {

	private final String name;

	private final @Nullable Cost next;

	private long times;

	private long nanos;

	private long last;

	private long longest;

	private long rows;

	Cost(String name, @Nullable Cost next) {
		this.name = name;
		this.next = next;
	}

	/**
	 * Returns the next element of the linked list.
	 */
	@Nullable Cost next() {
		return this.next;
	}

	String name() {
		return this.name;
	}

	long nanos() {
		return this.nanos;
	}

	/**
	 * Adds one execution.
	 */
	void add(long time) {
		this.times++;
		this.last = 0;
		addToLast(time);
	}

	/**
	 * Adds time to the last execution.
	 */
	void addToLast(long time) {
		this.nanos += time;
		this.last += time;
		this.longest = Math.max(this.longest, this.last);
	}

	void addRows(long more) {
		this.rows += more;
	}

	/**
	 * Adds the cost of the same statement or target in another request.
	 */
	void add(Cost other) {
		this.times += other.times;
		this.nanos += other.nanos;
		this.longest = Math.max(this.longest, other.longest);
		this.rows += other.rows;
	}

	StatementUse toStatement() {
		return new StatementUse(this.name, this.times, this.nanos, this.longest, this.rows);
	}

	RemoteUse toRemote() {
		return new RemoteUse(this.name, this.times, this.nanos);
	}

}
