package io.perfstarter.reporting.ledger;

import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.StatementUse;
import org.jspecify.annotations.Nullable;

/**
 * What one thing has cost so far. Not thread-safe.
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
	 * The next one of its chain.
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
	 * Once more.
	 */
	void add(long time) {
		this.times++;
		this.last = 0;
		addToLast(time);
	}

	/**
	 * The last time took longer than was known.
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
	 * The same somewhere else.
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
