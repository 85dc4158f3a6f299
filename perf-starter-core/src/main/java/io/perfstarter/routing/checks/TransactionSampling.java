package io.perfstarter.routing.checks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the transactions to check: the first 20 of each method, then every 50th.
 * Thread-safe.
 */
final class TransactionSampling {

	private static final int FIRST = 20;

	private static final int ONE_IN = 50;

	private static final int METHODS = 1_000;

	private final Map<String, AtomicLong> transactions = new ConcurrentHashMap<>();

	private final AtomicLong others = new AtomicLong();

	boolean includes(@Nullable String method) {
		long number = counter(method).incrementAndGet();
		return number <= FIRST || number % ONE_IN == 0;
	}

	private AtomicLong counter(@Nullable String method) {
		if (method == null) {
			return this.others;
		}
		AtomicLong counter = this.transactions.get(method);
		if (counter != null) {
			return counter;
		}
		return (this.transactions.size() < METHODS)
				? this.transactions.computeIfAbsent(method, (ignored) -> new AtomicLong()) : this.others;
	}

}
