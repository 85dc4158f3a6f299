package io.perfstarter.boundary;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import io.perfstarter.boundary.BoundaryStatus.Method;
import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of each transactional method were used for. Thread-safe.
 */
final class ConnectionAccount {

	/**
	 * What is done without a transaction.
	 */
	static final String NO_TRANSACTION = "(no transaction)";

	/**
	 * What is done beyond the methods that are told apart.
	 */
	static final String OTHERS = "(others)";

	private static final int METHODS = 1_000;

	private final Map<Key, MethodAccount> methods = new ConcurrentHashMap<>();

	private final Map<String, PoolDemand> demands = new ConcurrentHashMap<>();

	private final ToIntFunction<String> poolSizes;

	private final LongSupplier clock;

	private final int processors;

	private final Consumer<MethodAccount> newcomers;

	/**
	 * Begins an account.
	 * @param poolSizes knows how many connections a pool may have, by its name; none if
	 * that is not known
	 * @param clock {@link System#nanoTime()}
	 * @param processors how many processors there are
	 * @param newcomers told of each method when it first holds a connection, in a
	 * rehearsal, too
	 */
	ConnectionAccount(ToIntFunction<String> poolSizes, LongSupplier clock, int processors,
			Consumer<MethodAccount> newcomers) {
		this.poolSizes = poolSizes;
		this.clock = clock;
		this.processors = processors;
		this.newcomers = newcomers;
	}

	/**
	 * Begins another one that nobody reads. Methods that hold a connection there begin
	 * here, too, with nothing counted: what is then to be registered for each would
	 * otherwise be the business of its first caller.
	 */
	ConnectionAccount rehearsal() {
		return new ConnectionAccount(this.poolSizes, this.clock, this.processors,
				(rehearsed) -> account(rehearsed.transaction(), rehearsed.pool()));
	}

	void requested(String pool) {
		demand(pool).requested();
	}

	void refused(String pool) {
		demand(pool).over();
	}

	private PoolDemand demand(String pool) {
		PoolDemand demand = this.demands.get(pool);
		return (demand != null) ? demand : this.demands.computeIfAbsent(pool, (name) -> new PoolDemand());
	}

	/**
	 * A hold is over.
	 * @param cpu the processor time of its thread meanwhile,
	 * {@link ThreadCpuTime#UNKNOWN} if it was not measured
	 */
	void add(Hold hold, long now, long cpu) {
		String pool = hold.lease().pool();
		demand(pool).over();
		account(hold.transaction(), pool).add(hold, now, cpu);
	}

	private MethodAccount account(@Nullable String transaction, String pool) {
		Key key = new Key((transaction != null) ? transaction : "", pool);
		MethodAccount account = this.methods.get(key);
		if (account != null) {
			return account;
		}
		if (this.methods.size() >= METHODS) {
			key = new Key(OTHERS, pool);
		}
		return this.methods.computeIfAbsent(key, this::begin);
	}

	private MethodAccount begin(Key key) {
		String name = switch (key.transaction()) {
			case "" -> NO_TRANSACTION;
			case OTHERS -> OTHERS;
			default -> TransactionNames.shortened(key.transaction());
		};
		MethodAccount account = new MethodAccount(key.transaction(), name, key.pool());
		this.newcomers.accept(account);
		return account;
	}

	/**
	 * What was counted so far, the method that wastes most first.
	 */
	BoundaryStatus status() {
		long now = this.clock.getAsLong();
		return new BoundaryStatus(this.methods.values()
			.stream()
			.filter((account) -> account.holds() > 0)
			.sorted(Comparator.comparingLong(MethodAccount::wasted).reversed())
			.map((account) -> Method.of(account, forecast(account, now)))
			.toList());
	}

	private Forecast forecast(MethodAccount account, long now) {
		double holds = account.holds();
		double held = seconds(account.held()) / holds;
		// Of a method that was called once that one call is all that is known.
		double rate = holds / Math.max(held, seconds(now - account.beganAt()));
		return Forecast.of(rate, held, seconds(account.used()) / holds, account.meanCpu() / 1e9,
				this.poolSizes.applyAsInt(account.pool()), demand(account.pool()).peak(), this.processors);
	}

	private static double seconds(long nanos) {
		return nanos / 1e9;
	}

	/**
	 * Whose holds go together.
	 *
	 * @param transaction the name of the transaction, or an empty one
	 * @param pool the pool
	 */
	private record Key(String transaction, String pool) {
	}

}
