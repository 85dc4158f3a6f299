package io.perfstarter.reporting.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The accumulated costs by name; names beyond a limit share the entry {@value #OTHER}.
 * Uses a linked list with linear search, because each request has one with few entries.
 * Not thread-safe.
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
		for (Cost cost = this.first; cost != null; cost = cost.next()) {
			if (cost.name().equals(name)) {
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
		for (Cost cost = others.first; cost != null; cost = cost.next()) {
			of(cost.name()).add(cost);
		}
	}

	/**
	 * Returns the most expensive entries, the most expensive first.
	 */
	Stream<Cost> costliest(int limit) {
		List<Cost> all = new ArrayList<>();
		for (Cost cost = this.first; cost != null; cost = cost.next()) {
			all.add(cost);
		}
		return all.stream().sorted(Comparator.comparingLong(Cost::nanos).reversed()).limit(limit);
	}

}
