package io.perfstarter.reporting.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What things of one kind have cost, by their names; those beyond a bound are
 * {@value #OTHER} together. For few, because it looks through all. Not thread-safe.
 */
final class Costs {

	static final String OTHER = "other";

	private static final int USUAL = 4;

	private final int bound;

	private final List<Cost> costs = new ArrayList<>(USUAL);

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
		if (this.costs.size() >= this.bound && !OTHER.equals(name)) {
			return of(OTHER);
		}
		Cost added = new Cost(name);
		this.costs.add(added);
		return added;
	}

	void add(Costs others) {
		others.costs.forEach((cost) -> of(cost.name()).add(cost));
	}

	/**
	 * The costliest first.
	 */
	Stream<Cost> costliest(int limit) {
		return this.costs.stream().sorted(Comparator.comparingLong(Cost::nanos).reversed()).limit(limit);
	}

	private @Nullable Cost find(String name) {
		// By index, because an iterator costs more than what it finds.
		for (int i = 0; i < this.costs.size(); i++) {
			Cost cost = this.costs.get(i);
			if (cost.name().equals(name)) {
				return cost;
			}
		}
		return null;
	}

}
