package io.perfstarter.reporting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What some have done in a period, from what they have done since their start. Confined
 * to one thread.
 *
 * @param <T> what is known of each
 */
final class Totals<T> {

	private final Supplier<List<T>> totals;

	private final Function<T, String> name;

	private final BinaryOperator<T> since;

	private Map<String, T> previous = new HashMap<>();

	/**
	 * Takes where to look.
	 * @param totals what each has done since its start
	 * @param name tells one from the other
	 * @param since the first less the second
	 */
	Totals(Supplier<List<T>> totals, Function<T, String> name, BinaryOperator<T> since) {
		this.totals = totals;
		this.name = name;
		this.since = since;
	}

	List<T> next() {
		Map<String, T> now = new HashMap<>();
		List<T> period = this.totals.get().stream().map((total) -> {
			@Nullable T before = this.previous.get(this.name.apply(total));
			now.put(this.name.apply(total), total);
			return (before != null) ? this.since.apply(total, before) : total;
		}).toList();
		this.previous = now;
		return period;
	}

}
