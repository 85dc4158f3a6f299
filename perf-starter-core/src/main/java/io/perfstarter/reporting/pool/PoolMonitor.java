package io.perfstarter.reporting.pool;

import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.perfstarter.jdbc.ApplicationCode;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
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

	private final Map<String, PoolStatistics> pools = new ConcurrentHashMap<>();

	private final Map<ConnectionUsage, TrackedConnectionUsage> usages = new ConcurrentHashMap<>();

	private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();

	private final Map<RemoteCall, List<TrackedConnectionUsage>> calls = new ConcurrentHashMap<>();

	private final JdbcListener connections = new Connections();

	private final RemoteCallListener remoteCalls = new RemoteCallsOfBorrowers();

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
	 * Returns the listener for remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		this.callsObserved = true;
		return this.remoteCalls;
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
		long now = this.clock.getAsLong();
		this.usages.values().forEach((usage) -> usage.sample(now));
		suspicious(now).forEach(TrackedConnectionUsage::candidate);
	}

	/**
	 * Ends a period. To be called by the sampling thread.
	 * @return the figures of each pool since the last call, by name
	 */
	public List<PoolWindow> next() {
		sample();
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		this.usages.values().forEach((usage) -> usage.pool().add(usage.take(now, stopped)));
		this.waits.values().forEach((wait) -> wait.tell(now, stopped));
		return this.pools.values()
			.stream()
			.sorted(Comparator.comparing(PoolStatistics::name))
			.map((pool) -> pool.next(leaks(pool, now), this.callsObserved))
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

	/**
	 * Returns connections that are borrowed for long and unused, and whose borrowers use
	 * no other connection meanwhile.
	 */
	private Collection<TrackedConnectionUsage> suspicious(long now) {
		Set<TrackedConnectionUsage> suspicious = this.usages.values()
			.stream()
			.filter((usage) -> isSuspicious(usage, now))
			.collect(Collectors.toSet());
		if (!suspicious.isEmpty()) {
			Set<Thread> busy = this.waits.entrySet()
				.stream()
				.filter((wait) -> wait.getValue().goesOn())
				.map(Map.Entry::getKey)
				.collect(Collectors.toCollection(HashSet::new));
			this.usages.values()
				.stream()
				.filter((usage) -> !suspicious.contains(usage))
				.map(TrackedConnectionUsage::borrower)
				.forEach(busy::add);
			suspicious.removeIf((usage) -> busy.contains(usage.borrower()));
		}
		return suspicious;
	}

	private static boolean isSuspicious(TrackedConnectionUsage usage, long now) {
		if (usage.age(now) < PoolStatistics.LONG_USAGE) {
			return false;
		}
		long suspiciousFrom = usage.pool().suspiciousFrom();
		return usage.age(now) > suspiciousFrom && usage.unused(now) > suspiciousFrom && !usage.isCalling()
				&& usage.isOver();
	}

	private List<String> leaks(PoolStatistics pool, long now) {
		return this.usages.values()
			.stream()
			.filter((usage) -> usage.pool() == pool && usage.isSuspected())
			.sorted(Comparator.comparingLong((TrackedConnectionUsage usage) -> usage.age(now)).reversed())
			.limit(LEAKS)
			.map((usage) -> leak(usage, now))
			.toList();
	}

	private String leak(TrackedConnectionUsage usage, long now) {
		long age = TimeUnit.NANOSECONDS.toSeconds(usage.age(now));
		return String.format(Locale.ROOT, "borrowed %s by thread %s (%s), %d s ago, unused for %d s",
				TIME.format(LocalTime.now(this.wallClock).minusSeconds(age)), usage.borrower().getName(),
				usage.origin(), age, TimeUnit.NANOSECONDS.toSeconds(usage.unused(now)));
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

		private boolean besideIdle;

		/**
		 * Starts the wait.
		 * @param since the start
		 * @param stopped the total time of JVM pauses until the start
		 */
		void begin(PoolStatistics pool, long since, long stopped) {
			forget();
			this.since = since;
			this.stopped = stopped;
			this.besideIdle = pool.requested();
			this.pool = pool;
		}

		void end(long now, long stopped) {
			PoolStatistics pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(nanos(now, stopped), this.besideIdle);
			}
		}

		/**
		 * Ends the wait without recording its duration.
		 */
		void forget() {
			PoolStatistics pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(0, false);
			}
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
		public void borrowed(ConnectionUsage lease) {
			long now = PoolMonitor.this.clock.getAsLong();
			long stopped = PoolMonitor.this.stopped.getAsLong();
			waited(now, stopped);
			PoolStatistics pool = pool(lease.pool());
			if (pool.active() < BOUND) {
				String line = pool.wantsLine() ? ApplicationCode.nearestLine() : null;
				PoolMonitor.this.usages.put(lease, new TrackedConnectionUsage(pool, Thread.currentThread(),
						PoolMonitor.this.works.get(), now, line, stopped));
				pool.borrowed();
			}
		}

		@Override
		public void executing(ConnectionUsage lease, Execution execution) {
			use(lease, execution.startedAt());
		}

		@Override
		public void executed(ConnectionUsage lease, Execution execution, long endedAt, @Nullable SQLException failure) {
			rest(lease, endedAt);
		}

		@Override
		public void fetching(ConnectionUsage lease, Execution execution, long startedAt) {
			use(lease, startedAt);
		}

		@Override
		public void fetched(ConnectionUsage lease, Execution execution, long endedAt) {
			rest(lease, endedAt);
		}

		@Override
		public void ending(ConnectionUsage lease, long startedAt) {
			use(lease, startedAt);
		}

		@Override
		public void ended(ConnectionUsage lease, String command, long endedAt) {
			rest(lease, endedAt);
		}

		@Override
		public JdbcListener forWarmup() {
			return new PoolMonitor(Map::of, PoolMonitor.this.works, PoolMonitor.this.stopped, PoolMonitor.this.clock,
					PoolMonitor.this.wallClock)
				.connections();
		}

		private void use(ConnectionUsage lease, long since) {
			TrackedConnectionUsage usage = PoolMonitor.this.usages.get(lease);
			if (usage != null) {
				usage.executing(since, PoolMonitor.this.stopped.getAsLong());
			}
		}

		private void rest(ConnectionUsage lease, long endedAt) {
			TrackedConnectionUsage usage = PoolMonitor.this.usages.get(lease);
			if (usage != null) {
				usage.executed(endedAt, PoolMonitor.this.stopped.getAsLong());
			}
		}

		@Override
		public void returned(ConnectionUsage lease) {
			TrackedConnectionUsage usage = PoolMonitor.this.usages.remove(lease);
			if (usage != null) {
				long now = PoolMonitor.this.clock.getAsLong();
				usage.pool().returned(usage.age(now), usage.end(now, PoolMonitor.this.stopped.getAsLong()));
			}
		}

	}

	/**
	 * Records remote calls of threads that have borrowed connections.
	 */
	private final class RemoteCallsOfBorrowers implements RemoteCallListener {

		@Override
		public void starting(RemoteCall call) {
			Thread caller = Thread.currentThread();
			// Iterates over all usages, because remote calls are rare, and an index by
			// thread would add a cost to each usage.
			List<TrackedConnectionUsage> held = PoolMonitor.this.usages.values()
				.stream()
				.filter((usage) -> usage.borrower() == caller)
				.toList();
			if (!held.isEmpty() && PoolMonitor.this.calls.size() < BOUND) {
				PoolMonitor.this.calls.put(call, held);
				long stopped = PoolMonitor.this.stopped.getAsLong();
				held.forEach((usage) -> usage.calling(call.startedAt(), stopped));
			}
		}

		@Override
		public void ended(RemoteCall call) {
			List<TrackedConnectionUsage> held = PoolMonitor.this.calls.remove(call);
			if (held != null) {
				long now = PoolMonitor.this.clock.getAsLong();
				long stopped = PoolMonitor.this.stopped.getAsLong();
				held.forEach((usage) -> usage.called(now, stopped));
			}
		}

	}

}
