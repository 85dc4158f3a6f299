package io.perfstarter.reporting.pool;

import java.time.Clock;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.jdbc.ApplicationCode;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Measures connection pools: waiting threads, and borrowed connections with their usage.
 * Thread-safe, without a shared lock that request threads hold while they wait.
 */
public final class PoolMonitor {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

	private static final int POOLS = 64;

	private static final String OTHERS = "(others)";

	/**
	 * Maximum number of observed waits or usages. The limit is reached only if the ends
	 * of some are never observed.
	 */
	private static final int BOUND = 10_000;

	private static final int LEAKS = 10;

	private static final long LONG_WAIT = TimeUnit.MILLISECONDS.toNanos(300);

	private final Map<String, PoolStatistics> pools = new ConcurrentHashMap<>();

	private final Map<ConnectionUsage, Borrower> borrowers = new ConcurrentHashMap<>();

	private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();

	private final JdbcListener connections = new Connections();

	private final Supplier<Map<String, PoolState>> states;

	private final Supplier<@Nullable BooleanSupplier> works;

	private final LongSupplier stopped;

	private final LongSupplier clock;

	private final Clock wallClock;

	private volatile boolean callsObserved;

	/**
	 * Creates the monitor.
	 * @param states supplies the states of the pools by name, without pools whose state
	 * is unknown
	 * @param works supplies the request of the calling thread, {@code null} if unknown;
	 * the result returns whether the request is complete
	 * @param stopped returns the total time of JVM pauses, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 * @param wallClock the wall clock for displayed times
	 */
	public PoolMonitor(Supplier<Map<String, PoolState>> states, Supplier<@Nullable BooleanSupplier> works,
			LongSupplier stopped, LongSupplier clock, Clock wallClock) {
		this.states = states;
		this.works = works;
		this.stopped = stopped;
		this.clock = clock;
		this.wallClock = wallClock;
	}

	/**
	 * Returns the listener for the connections of all pools.
	 * @return the listener
	 */
	public JdbcListener connections() {
		return this.connections;
	}

	/**
	 * Records that remote calls are observed, so that the connection usages have them.
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
		Map<String, PoolState> states = this.states.get();
		states.keySet().forEach(this::pool);
		this.pools.values().forEach((pool) -> pool.sample(states.get(pool.name())));
		this.waits.forEach(this::forgetDead);
		this.borrowers.values().forEach(Borrower::sample);
		suspicious().forEach(Borrower::suspect);
	}

	/**
	 * Returns the pools whose statements are slow now, or for whose connections callers
	 * wait.
	 * @return the names of pools of which a connection was busy in each of the last three
	 * samples, or for which a thread has waited for 300 ms
	 */
	public Set<String> busy() {
		Stream<String> slow = this.borrowers.values()
			.stream()
			.filter(Borrower::isBusy)
			.map((borrower) -> borrower.pool().name());
		long longAgo = this.clock.getAsLong() - LONG_WAIT;
		Stream<String> awaited = this.waits.values()
			.stream()
			.map((wait) -> wait.pool(longAgo))
			.filter(Objects::nonNull)
			.map(PoolStatistics::name);
		return Stream.concat(slow, awaited).collect(Collectors.toUnmodifiableSet());
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
	 * Returns the borrowers of connections that are borrowed for long and unused, who use
	 * no other connection meanwhile.
	 */
	private Collection<Borrower> suspicious() {
		Set<Borrower> suspicious = this.borrowers.values()
			.stream()
			.filter(PoolMonitor::isSuspicious)
			.collect(Collectors.toSet());
		if (!suspicious.isEmpty()) {
			Set<Thread> busy = this.waits.entrySet()
				.stream()
				.filter((wait) -> wait.getValue().goesOn())
				.map(Map.Entry::getKey)
				.collect(Collectors.toCollection(HashSet::new));
			this.borrowers.values()
				.stream()
				.filter((borrower) -> !suspicious.contains(borrower))
				.map(Borrower::thread)
				.forEach(busy::add);
			suspicious.removeIf((borrower) -> busy.contains(borrower.thread()));
		}
		return suspicious;
	}

	private static boolean isSuspicious(Borrower borrower) {
		ConnectionUsage usage = borrower.usage();
		if (usage.heldNanos() < PoolStatistics.LONG_USAGE) {
			return false;
		}
		long suspiciousFrom = borrower.pool().suspiciousFrom();
		return usage.heldNanos() > suspiciousFrom && borrower.unusedNanos() > suspiciousFrom && !usage.isCalling()
				&& borrower.isOver();
	}

	private List<String> leaks(PoolStatistics pool) {
		return this.borrowers.values()
			.stream()
			.filter((borrower) -> borrower.pool() == pool && borrower.isSuspected())
			.sorted(Comparator.comparingLong((Borrower borrower) -> borrower.usage().heldNanos()).reversed())
			.limit(LEAKS)
			.map(this::leak)
			.toList();
	}

	private String leak(Borrower borrower) {
		long age = TimeUnit.NANOSECONDS.toSeconds(borrower.usage().heldNanos());
		return String.format(Locale.ROOT, "borrowed %s by thread %s (%s), %d s ago, unused for %d s",
				TIME.format(LocalTime.now(this.wallClock).minusSeconds(age)), borrower.thread().getName(),
				borrower.origin(), age, TimeUnit.NANOSECONDS.toSeconds(borrower.unusedNanos()));
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
			pool.requested();
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
			PoolStatistics pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(0);
			}
		}

		/**
		 * Returns the pool if the wait goes on since a time.
		 */
		@Nullable PoolStatistics pool(long before) {
			PoolStatistics pool = this.pool;
			return (pool != null && this.since - before <= 0) ? pool : null;
		}

		boolean goesOn() {
			return this.pool != null;
		}

		/**
		 * Records the duration so far at the pool.
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

	/**
	 * Records the connection usage of callers.
	 */
	private final class Connections implements JdbcListener {

		@Override
		public void requested(String name) {
			Wait wait = PoolMonitor.this.waits.get(Thread.currentThread());
			if (wait == null) {
				wait = new Wait();
				PoolMonitor.this.waits.put(Thread.currentThread(), wait);
			}
			wait.begin(pool(name), PoolMonitor.this.clock.getAsLong(), PoolMonitor.this.stopped.getAsLong());
		}

		@Override
		public void queued(String name) {
			requested(name);
		}

		@Override
		public void unqueued(String name) {
			waited(PoolMonitor.this.clock.getAsLong(), PoolMonitor.this.stopped.getAsLong());
		}

		@Override
		public void refused(String name) {
			pool(name).refused();
			waited(PoolMonitor.this.clock.getAsLong(), PoolMonitor.this.stopped.getAsLong());
		}

		private void waited(long now, long stopped) {
			Wait wait = PoolMonitor.this.waits.get(Thread.currentThread());
			if (wait != null) {
				wait.end(now, stopped);
			}
		}

		@Override
		public void borrowed(ConnectionUsage usage) {
			waited(PoolMonitor.this.clock.getAsLong(), PoolMonitor.this.stopped.getAsLong());
			PoolStatistics pool = pool(usage.pool());
			if (pool.active() < BOUND) {
				String line = pool.wantsLine() ? ApplicationCode.nearestLine() : null;
				PoolMonitor.this.borrowers.put(usage, new Borrower(pool, usage, PoolMonitor.this.works.get(), line));
				pool.borrowed();
			}
		}

		@Override
		public void returned(ConnectionUsage usage) {
			Borrower borrower = PoolMonitor.this.borrowers.remove(usage);
			if (borrower != null) {
				borrower.pool().returned(usage);
			}
		}

		@Override
		public JdbcListener forWarmup() {
			return new PoolMonitor(Map::of, PoolMonitor.this.works, PoolMonitor.this.stopped, PoolMonitor.this.clock,
					PoolMonitor.this.wallClock)
				.connections();
		}

	}

}
