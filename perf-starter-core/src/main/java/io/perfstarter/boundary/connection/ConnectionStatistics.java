package io.perfstarter.boundary.connection;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import io.perfstarter.boundary.connection.BoundaryStatus.Method;
import io.perfstarter.boundary.connection.MethodStatistics.Sums;
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

	// One usage in 64 is measured, because reading the processor time is expensive.
	private static final int ONE_OF = 64;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private final Map<Key, MethodStatistics> methods = new ConcurrentHashMap<>();

	private final Map<String, PoolDemand> demands = new ConcurrentHashMap<>();

	// The processor time at the borrow, for the measured usages.
	private final Map<ConnectionUsage, Long> cpuAtBorrow = new ConcurrentHashMap<>();

	private final ToIntFunction<String> poolSizes;

	private final LongSupplier clock;

	private final int processors;

	private final Consumer<MethodStatistics> newMethodListener;

	/**
	 * Creates empty statistics.
	 * @param poolSizes returns the maximum size of a pool by its name, 0 if unknown
	 * @param clock {@link System#nanoTime()}
	 * @param processors the number of available processors
	 * @param newMethodListener called when a method first returns a connection, also
	 * during warm-up
	 */
	ConnectionStatistics(ToIntFunction<String> poolSizes, LongSupplier clock, int processors,
			Consumer<MethodStatistics> newMethodListener) {
		this.poolSizes = poolSizes;
		this.clock = clock;
		this.processors = processors;
		this.newMethodListener = newMethodListener;
	}

	/**
	 * Creates separate statistics for warm-up requests, to be discarded. Each of their
	 * methods is also added here with zero counts, so that its first real request does
	 * not register meters.
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
		if (ThreadLocalRandom.current().nextInt(ONE_OF) == 0) {
			long cpu = cpuTime();
			if (cpu != MethodStatistics.UNKNOWN) {
				this.cpuAtBorrow.put(usage, cpu);
			}
		}
	}

	@Override
	public void returned(ConnectionUsage usage) {
		demand(usage.pool()).over();
		statistics(usage.transaction(), usage.pool()).add(usage, this.clock.getAsLong(), cpuOf(usage));
	}

	private long cpuOf(ConnectionUsage usage) {
		Long before = this.cpuAtBorrow.remove(usage);
		return (before != null && usage.borrower() == Thread.currentThread()) ? cpuTime() - before
				: MethodStatistics.UNKNOWN;
	}

	/**
	 * Returns the processor time of the current thread; it is unknown for virtual
	 * threads.
	 */
	private static long cpuTime() {
		try {
			return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime()
					: MethodStatistics.UNKNOWN;
		}
		catch (UnsupportedOperationException ex) {
			return MethodStatistics.UNKNOWN;
		}
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
	 * Returns the statistics, with the longest unused connection time first.
	 */
	BoundaryStatus status() {
		long now = this.clock.getAsLong();
		return new BoundaryStatus(this.methods.values()
			.stream()
			.filter((statistics) -> statistics.holds() > 0)
			.sorted(Comparator.comparingLong((MethodStatistics statistics) -> statistics.sums().wasted()).reversed())
			.map((statistics) -> method(statistics, statistics.sums(), now))
			.toList());
	}

	private Method method(MethodStatistics statistics, Sums sums, long now) {
		double holds = sums.holds();
		double held = seconds(sums.held()) / holds;
		double used = seconds(sums.used()) / holds;
		// The period is at least as long as one usage, because it begins at the end of
		// the first usage.
		double rate = holds / Math.max(held, seconds(now - sums.beganAt()));
		String pool = statistics.pool();
		Forecast forecast = Forecast.of(rate, held, used, sums.meanCpu() / 1e9, this.poolSizes.applyAsInt(pool),
				demand(pool).peak(), this.processors);
		return new Method(statistics.method(), pool, sums.holds(), 1e3 * held, sums.longest() / 1e6, 1e3 * used,
				(double) sums.used() / Math.max(1, sums.held()), sums.waited() / 1e6 / holds, sums.statements() / holds,
				sums.remoteCalls() / holds, sums.remote() / 1e6 / holds, sums.meanCpu() / 1e6, seconds(sums.wasted()),
				forecast);
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

	/**
	 * Counts the threads that hold or request a connection of a pool. Thread-safe.
	 */
	private static final class PoolDemand {

		private final AtomicInteger now = new AtomicInteger();

		private final LongAccumulator peak = new LongAccumulator(Math::max, 0);

		void requested() {
			this.peak.accumulate(this.now.incrementAndGet());
		}

		void over() {
			this.now.decrementAndGet();
		}

		/**
		 * Returns the highest number so far.
		 */
		long peak() {
			return this.peak.get();
		}

	}

}
