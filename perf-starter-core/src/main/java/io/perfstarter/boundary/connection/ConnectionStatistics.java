package io.perfstarter.boundary.connection;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import io.perfstarter.boundary.connection.BoundaryStatus.Method;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

/**
 * Collects usage statistics of connections by transactional method and pool. Thread-safe.
 */
final class ConnectionStatistics implements JdbcListener {

	/**
	 * The name for usages without a transaction.
	 */
	static final String NO_TRANSACTION = "(no transaction)";

	/**
	 * The name for all methods beyond the limit.
	 */
	static final String OTHERS = "(others)";

	private static final int MAX_METHODS = 1_000;

	private final Map<Key, MethodStatistics> methods = new ConcurrentHashMap<>();

	private final Map<String, PoolDemand> demands = new ConcurrentHashMap<>();

	// The processor time at the borrow, for the usages of which it is measured.
	private final Map<ConnectionUsage, Long> cpuAtBorrow = new ConcurrentHashMap<>();

	private final ThreadCpuTime cpuTime = new ThreadCpuTime();

	private final ToIntFunction<String> poolSizes;

	private final LongSupplier clock;

	private final int processors;

	private final Consumer<MethodStatistics> newMethodListener;

	/**
	 * Creates empty statistics.
	 * @param poolSizes returns the maximum size of a pool by its name, 0 if unknown
	 * @param clock {@link System#nanoTime()}
	 * @param processors the number of available processors
	 * @param newMethodListener called for each method when it first holds a connection,
	 * also during warm-up
	 */
	ConnectionStatistics(ToIntFunction<String> poolSizes, LongSupplier clock, int processors,
			Consumer<MethodStatistics> newMethodListener) {
		this.poolSizes = poolSizes;
		this.clock = clock;
		this.processors = processors;
		this.newMethodListener = newMethodListener;
	}

	/**
	 * Creates separate statistics that are discarded, for warm-up requests. Each method
	 * seen there is also created here with zero counts, so that its first real request
	 * does not have to register its meters.
	 */
	@Override
	public ConnectionStatistics forWarmup() {
		return new ConnectionStatistics(this.poolSizes, this.clock, this.processors,
				(method) -> statistics(method.transaction(), method.pool()));
	}

	@Override
	public void requested(String pool) {
		demand(pool).requested();
	}

	@Override
	public void refused(String pool) {
		demand(pool).over();
	}

	@Override
	public void borrowed(ConnectionUsage usage) {
		long cpu = this.cpuTime.sometimes();
		if (cpu != ThreadCpuTime.UNKNOWN) {
			this.cpuAtBorrow.put(usage, cpu);
		}
	}

	@Override
	public void returned(ConnectionUsage usage) {
		demand(usage.pool()).over();
		statistics(usage.transaction(), usage.pool()).add(usage, this.clock.getAsLong(), cpuOf(usage));
	}

	/**
	 * Returns the processor time of the thread during the usage,
	 * {@link ThreadCpuTime#UNKNOWN} if it was not measured.
	 */
	private long cpuOf(ConnectionUsage usage) {
		Long before = this.cpuAtBorrow.remove(usage);
		return (before != null && usage.borrower() == Thread.currentThread()) ? this.cpuTime.now() - before
				: ThreadCpuTime.UNKNOWN;
	}

	private PoolDemand demand(String pool) {
		PoolDemand demand = this.demands.get(pool);
		return (demand != null) ? demand : this.demands.computeIfAbsent(pool, (name) -> new PoolDemand());
	}

	private MethodStatistics statistics(@Nullable String transaction, String pool) {
		Key key = new Key((transaction != null) ? transaction : "", pool);
		MethodStatistics statistics = this.methods.get(key);
		if (statistics != null) {
			return statistics;
		}
		if (this.methods.size() >= MAX_METHODS) {
			key = new Key(OTHERS, pool);
		}
		return this.methods.computeIfAbsent(key, this::begin);
	}

	private MethodStatistics begin(Key key) {
		String name = switch (key.transaction()) {
			case "" -> NO_TRANSACTION;
			case OTHERS -> OTHERS;
			default -> TransactionNames.shortened(key.transaction());
		};
		MethodStatistics statistics = new MethodStatistics(key.transaction(), name, key.pool());
		this.newMethodListener.accept(statistics);
		return statistics;
	}

	/**
	 * Returns the statistics so far, the method with the most unused connection time
	 * first.
	 */
	BoundaryStatus status() {
		long now = this.clock.getAsLong();
		return new BoundaryStatus(this.methods.values()
			.stream()
			.filter((statistics) -> statistics.holds() > 0)
			.sorted(Comparator.comparingLong(MethodStatistics::wasted).reversed())
			.map((statistics) -> Method.of(statistics, forecast(statistics, now)))
			.toList());
	}

	private Forecast forecast(MethodStatistics statistics, long now) {
		double holds = statistics.holds();
		double held = seconds(statistics.held()) / holds;
		// For a method that was called once, the rate is derived from that single call.
		double rate = holds / Math.max(held, seconds(now - statistics.beganAt()));
		return Forecast.of(rate, held, seconds(statistics.used()) / holds, statistics.meanCpu() / 1e9,
				this.poolSizes.applyAsInt(statistics.pool()), demand(statistics.pool()).peak(), this.processors);
	}

	private static double seconds(long nanos) {
		return nanos / 1e9;
	}

	/**
	 * The key of the statistics.
	 *
	 * @param transaction the name of the transaction, empty if there is none
	 * @param pool the pool name
	 */
	private record Key(String transaction, String pool) {
	}

}
