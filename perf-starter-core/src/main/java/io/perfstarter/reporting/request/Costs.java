package io.perfstarter.reporting.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.perfstarter.reporting.window.Use;
import org.jspecify.annotations.Nullable;

/**
 * The accumulated costs by name; names beyond a limit share the entry {@value #OTHER}.
 * Uses a linked list with linear search, because the list of a request is short. Not
 * thread-safe.
 */
final class Costs {

	static final String OTHER = "other";

	private final int bound;

	private int size;

	private @Nullable Cost first;

	/**
	 * Creates an empty list.
	 * @param bound the maximum number of names besides the shared entry
	 */
	Costs(int bound) {
		this.bound = bound;
	}

	Cost of(String name) {
		for (Cost cost = this.first; cost != null; cost = cost.next) {
			if (cost.name.equals(name)) {
				return cost;
			}
		}
		if (this.size >= this.bound && !OTHER.equals(name)) {
			return of(OTHER);
		}
		Cost added = new Cost(name, this.first);
		this.first = added;
		this.size++;
		return added;
	}

	void add(Costs others) {
		for (Cost cost = others.first; cost != null; cost = cost.next) {
			of(cost.name).add(cost);
		}
	}

	/**
	 * Returns the most expensive entries, the most expensive first.
	 */
	List<Use> costliest(int limit) {
		List<Use> all = new ArrayList<>();
		for (Cost cost = this.first; cost != null; cost = cost.next) {
			all.add(new Use(cost.name, cost.times, cost.nanos, cost.longest, cost.rows));
		}
		return all.stream().sorted(Comparator.comparingLong(Use::nanos).reversed()).limit(limit).toList();
	}

	/**
	 * The accumulated cost of one name, and the next entry of the list.
	 */
	static final class Cost {

		private final String name;

		private final @Nullable Cost next;

		private long times;

		private long nanos;

		private long last;

		private long longest;

		private long rows;

		private Cost(String name, @Nullable Cost next) {
			this.name = name;
			this.next = next;
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
		 * Adds the cost of the same name in another request, whose last execution becomes
		 * the last one.
		 */
		private void add(Cost other) {
			this.times += other.times;
			this.nanos += other.nanos;
			this.last = other.last;
			this.longest = Math.max(this.longest, other.longest);
			this.rows += other.rows;
		}

	}

}
