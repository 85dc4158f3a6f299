package io.perfstarter.reporting;

import java.time.Clock;
import java.time.LocalTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.reporting.request.RequestWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;

/**
 * Measures connection pools: waiting threads, and borrowed connections with their usage.
 * Thread-safe, without a shared lock that request threads hold while they wait.
 */
public final class PoolMonitor implements JdbcListener {

	private static final int POOLS = 64;

	private static final String OTHERS = "(others)";

	// Maximum number of observed usages of a pool. Only usages whose ends are never
	// observed can reach it.
	private static final int BOUND = 10_000;

	private static final int LEAKS = 10;

	private static final long LONG_WAIT = TimeUnit.MILLISECONDS.toNanos(300);

	private final Map<String, PoolStatistics> pools = new ConcurrentHashMap<>();

	private final Map<ConnectionUsage, Borrower> borrowers = new ConcurrentHashMap<>();

	private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();

	private final Supplier<Map<String, Integer>> sizes;

	private final Supplier<@Nullable RequestWork> works;

	private final LongSupplier stopped;

	private final LongSupplier clock;

	private final Clock wallClock;

	private final ApplicationCode application;

	private volatile boolean callsObserved;

	private volatile @Nullable PoolMonitor rehearsal;

	/**
	 * Creates the monitor.
	 * @param sizes supplies the maximum sizes of the pools by name, without pools that
	 * are unknown
	 * @param works supplies the request of the calling thread, {@code null} if unknown
	 * @param stopped returns the total time of JVM pauses, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 * @param wallClock the wall clock for displayed times
	 * @param application the code whose lines are named
	 */
	public PoolMonitor(Supplier<Map<String, Integer>> sizes, Supplier<@Nullable RequestWork> works,
			LongSupplier stopped, LongSupplier clock, Clock wallClock, ApplicationCode application) {
		this.sizes = sizes;
		this.works = works;
		this.stopped = stopped;
		this.clock = clock;
		this.wallClock = wallClock;
		this.application = application;
	}

	/**
	 * Records that remote calls are observed, so that connection usages include them.
	 */
	public void callsAreObserved() {
		this.callsObserved = true;
	}

	/**
	 * Returns whether there is a pool.
	 * @return {@code true} if a pool was sampled or observed
	 */
	public boolean hasPools() {
		return !this.pools.isEmpty();
	}

	/**
	 * Takes samples. To be called every 100 ms by one thread.
	 */
	public void sample() {
		Map<String, Integer> sizes = this.sizes.get();
		sizes.keySet().forEach(this::pool);
		this.pools.values().forEach((pool) -> pool.sample(sizes.getOrDefault(pool.name(), PoolStatistics.UNKNOWN)));
		this.waits.forEach(this::forgetDead);
		PoolMonitor rehearsal = this.rehearsal;
		if (rehearsal != null) {
			rehearsal.waits.forEach(rehearsal::forgetDead);
		}
		this.borrowers.values().forEach((borrower) -> {
			borrower.sample();
			borrower.pool().held(borrower.holder());
		});
		suspicious().forEach(Borrower::suspect);
	}

	/**
	 * Returns the pools whose statements are slow now, or for whose connections callers
	 * wait.
	 * @return the statements that run now, by pool. A pool is included if one of its
	 * connections was busy in the last three samples, or if a thread has waited for it
	 * for 300 ms
	 */
	public Map<String, Set<String>> busy() {
		Map<String, Set<String>> busy = new HashMap<>();
		for (Borrower borrower : this.borrowers.values()) {
			if (borrower.isBusy()) {
				busy.put(borrower.pool().name(), new HashSet<>());
			}
		}
		long longAgo = this.clock.getAsLong() - LONG_WAIT;
		for (Wait wait : this.waits.values()) {
			PoolStatistics pool = wait.pool(longAgo);
			if (pool != null) {
				busy.put(pool.name(), new HashSet<>());
			}
		}
		for (Borrower borrower : this.borrowers.values()) {
			Set<String> statements = busy.get(borrower.pool().name());
			if (statements != null && !borrower.statement().isEmpty()) {
				statements.add(borrower.statement());
			}
		}
		return busy;
	}

	/**
	 * Ends a period. To be called by the sampling thread.
	 * @return the figures of each pool since the last call, by name
	 */
	public List<PoolWindow> next() {
		sample();
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		this.waits.values().forEach((wait) -> wait.tell(now, stopped));
		return this.pools.values()
			.stream()
			.sorted(Comparator.comparing(PoolStatistics::name))
			.map((pool) -> pool.next(borrowed(pool), leaks(pool), this.callsObserved))
			.toList();
	}

	private PoolStatistics pool(String name) {
		PoolStatistics pool = this.pools.get(name);
		if (pool != null) {
			return pool;
		}
		return this.pools.computeIfAbsent((this.pools.size() < POOLS) ? name : OTHERS, PoolStatistics::new);
	}

	/**
	 * Removes the wait of a thread that has died and cannot end it.
	 */
	private void forgetDead(Thread thread, Wait wait) {
		if (!thread.isAlive() && this.waits.remove(thread, wait)) {
			wait.forget();
		}
	}

	private List<ConnectionUsage> borrowed(PoolStatistics pool) {
		return this.borrowers.values()
			.stream()
			.filter((borrower) -> borrower.pool() == pool)
			.map(Borrower::usage)
			.toList();
	}

	/**
	 * Returns the borrowers that hold a connection for long without use, and use no other
	 * connection meanwhile. One connection of a pool that a thread at work keeps is not a
	 * leak. If a thread keeps several, all are leaks.
	 */
	private Collection<Borrower> suspicious() {
		Set<Borrower> suspicious = this.borrowers.values()
			.stream()
			.filter(Borrower::isSuspicious)
			.collect(Collectors.toSet());
		if (!suspicious.isEmpty()) {
			Set<Thread> busy = this.borrowers.values()
				.stream()
				.filter((borrower) -> !suspicious.contains(borrower))
				.map(Borrower::thread)
				.collect(Collectors.toSet());
			suspicious.removeIf((borrower) -> busy.contains(borrower.thread()) || waits(borrower.thread()));
			List<Borrower> atWork = suspicious.stream().filter(this::isAtWork).toList();
			suspicious.removeIf((borrower) -> atWork.contains(borrower)
					&& atWork.stream().filter((other) -> other.pool() == borrower.pool()).count() == 1);
		}
		return suspicious;
	}

	/**
	 * Returns whether the thread of a borrower runs a method of the application outside
	 * of requests.
	 */
	private boolean isAtWork(Borrower borrower) {
		return !borrower.isOfRequest() && this.application.nearestLine(borrower.thread().getStackTrace()) != null;
	}

	private boolean waits(Thread thread) {
		Wait wait = this.waits.get(thread);
		return wait != null && wait.pool != null;
	}

	private List<String> leaks(PoolStatistics pool) {
		LocalTime now = LocalTime.now(this.wallClock);
		return this.borrowers.values()
			.stream()
			.filter((borrower) -> borrower.pool() == pool && borrower.isSuspected())
			.sorted(Comparator.comparingLong((Borrower borrower) -> borrower.usage().heldNanos()).reversed())
			.limit(LEAKS)
			.map((borrower) -> borrower.describe(now))
			.toList();
	}

	@Override
	public void requested(String name) {
		PoolStatistics pool = pool(name);
		pool.requested();
		beginWait(pool);
	}

	@Override
	public void queued(String name) {
		beginWait(pool(name));
	}

	private void beginWait(PoolStatistics pool) {
		Wait wait = this.waits.get(Thread.currentThread());
		if (wait == null) {
			wait = new Wait();
			this.waits.put(Thread.currentThread(), wait);
		}
		wait.begin(pool, this.clock.getAsLong(), this.stopped.getAsLong());
	}

	@Override
	public void unqueued(String name) {
		endWait();
	}

	@Override
	public void refused(String name) {
		pool(name).refused();
		endWait();
	}

	private void endWait() {
		Wait wait = this.waits.get(Thread.currentThread());
		if (wait != null) {
			wait.end(this.clock.getAsLong(), this.stopped.getAsLong());
		}
	}

	@Override
	public void borrowed(ConnectionUsage usage) {
		endWait();
		PoolStatistics pool = pool(usage.pool());
		if (pool.active() < BOUND) {
			String line = pool.wantsLine() ? this.application.nearestLine() : null;
			this.borrowers.put(usage, new Borrower(pool, usage, this.works.get(), line));
			pool.borrowed();
		}
	}

	@Override
	public void unwrapped(ConnectionUsage usage) {
		Borrower borrower = this.borrowers.get(usage);
		if (borrower != null) {
			borrower.unwrapped();
		}
	}

	@Override
	public void returned(ConnectionUsage usage) {
		Borrower borrower = this.borrowers.remove(usage);
		if (borrower != null) {
			borrower.pool().returned(usage);
		}
	}

	@Override
	public JdbcListener forWarmup() {
		PoolMonitor rehearsal = new PoolMonitor(Map::of, this.works, this.stopped, this.clock, this.wallClock,
				this.application);
		this.rehearsal = rehearsal;
		return rehearsal;
	}

	/**
	 * The wait of a thread for a connection; reused for the next wait of the thread.
	 * Written by its thread and read by the sampling thread: the field {@code pool} is
	 * written last, so that the others are visible with it.
	 */
	private static final class Wait {

		private volatile @Nullable PoolStatistics pool;

		private long since;

		private long stopped;

		/**
		 * Starts the wait.
		 * @param since the start
		 * @param stopped the total time of JVM pauses until the start
		 */
		void begin(PoolStatistics pool, long since, long stopped) {
			forget();
			this.since = since;
			this.stopped = stopped;
			pool.waits();
			this.pool = pool;
		}

		void end(long now, long stopped) {
			PoolStatistics pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(nanos(now, stopped));
			}
		}

		/**
		 * Ends the wait without recording its duration.
		 */
		void forget() {
			end(this.since, this.stopped);
		}

		/**
		 * Returns the pool if the wait goes on and began before a time.
		 */
		@Nullable PoolStatistics pool(long before) {
			PoolStatistics pool = this.pool;
			return (pool != null && this.since - before <= 0) ? pool : null;
		}

		/**
		 * Tells the pool the duration so far.
		 */
		void tell(long now, long stopped) {
			PoolStatistics pool = this.pool;
			if (pool != null) {
				pool.stillWaits(nanos(now, stopped));
			}
		}

		private long nanos(long now, long stopped) {
			return Math.max(0, now - this.since - (stopped - this.stopped));
		}

	}

}
