package io.perfstarter.reporting.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What things of one kind have cost, by their names; those beyond a bound are
 * {@value #OTHER} together. For few, because it looks through all; and a chain, because
 * each request has one. Not thread-safe.
 */
final class Costs {

	static final String OTHER = "other";

	private final int bound;

	private int size;

	private @Nullable Cost first;

	/**
	 * Has nothing yet.
	 * @param bound how many it knows besides the others
	 */
	Costs(int bound) {
		this.bound = bound;
	}

	Cost of(String name) {
		Cost known = find(name);
		if (known != null) {
			return known;
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
	 * The costliest first.
	 */
	Stream<Cost> costliest(int limit) {
		List<Cost> all = new ArrayList<>();
		for (Cost cost = this.first; cost != null; cost = cost.next()) {
			all.add(cost);
		}
		return all.stream().sorted(Comparator.comparingLong(Cost::nanos).reversed()).limit(limit);
	}

	private @Nullable Cost find(String name) {
		for (Cost cost = this.first; cost != null; cost = cost.next()) {
			if (cost.name().equals(name)) {
				return cost;
			}
		}
		return null;
	}

}
