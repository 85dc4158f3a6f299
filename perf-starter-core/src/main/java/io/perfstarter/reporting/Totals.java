package io.perfstarter.reporting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Computes differences between periods from totals since the start. Confined to one
 * thread.
 *
 * @param <T> the type of a total
 */
final class Totals<T> {

	private final Supplier<List<T>> totals;

	private final Function<T, String> name;

	private final BinaryOperator<T> since;

	private Map<String, T> previous = new HashMap<>();

	/**
	 * Creates an instance.
	 * @param totals supplies the totals since the start
	 * @param name returns the name that identifies a total
	 * @param since subtracts the second total from the first
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
