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
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Watches the pools of connections: who waits, what is lent, and what it is used for.
 * Thread-safe, without a lock that requests share while they wait for anything.
 */
public final class PoolFacts {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

	private static final int POOLS = 64;

	private static final String OTHERS = "(others)";

	/**
	 * How many things of a kind are watched at once. There are more only if their end is
	 * never heard.
	 */
	private static final int BOUND = 10_000;

	private static final int LEAKS = 10;

	private final Map<String, PoolAccount> pools = new ConcurrentHashMap<>();

	private final Map<Lease, Loan> loans = new ConcurrentHashMap<>();

	private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();

	private final Map<RemoteCall, List<Loan>> calls = new ConcurrentHashMap<>();

	private final JdbcListener connections = new Connections();

	private final RemoteCallListener remoteCalls = new RemoteCallsOfBorrowers();

	private final Supplier<Map<String, PoolState>> states;

	private final Supplier<@Nullable BooleanSupplier> works;

	private final LongSupplier stopped;

	private final LongSupplier clock;

	private final Clock wallClock;

	private volatile boolean callsHeard;

	/**
	 * Begins to watch.
	 * @param states what pools say of themselves, by their names; without those that say
	 * nothing
	 * @param works what the calling thread does, as far as that is known: says whether it
	 * is done
	 * @param stopped for how long the JVM had stopped all threads, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 * @param wallClock the clock on the wall of who reads the lines
	 */
	public PoolFacts(Supplier<Map<String, PoolState>> states, Supplier<@Nullable BooleanSupplier> works,
			LongSupplier stopped, LongSupplier clock, Clock wallClock) {
		this.states = states;
		this.works = works;
		this.stopped = stopped;
		this.clock = clock;
		this.wallClock = wallClock;
	}

	/**
	 * Who hears of the connections of all pools.
	 * @return the listener
	 */
	public JdbcListener connections() {
		return this.connections;
	}

	/**
	 * Who hears of the calls of other processes.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		this.callsHeard = true;
		return this.remoteCalls;
	}

	/**
	 * Whether there is any pool.
	 * @return whether one was seen or heard of
	 */
	public boolean areThere() {
		return !this.pools.isEmpty();
	}

	/**
	 * Looks around. To be called every 100 ms, by one thread.
	 */
	public void look() {
		Map<String, PoolState> states = this.states.get();
		states.keySet().forEach(this::pool);
		this.pools.values().forEach((pool) -> pool.look(states.get(pool.name())));
		this.waits.forEach(this::forgetDead);
		long now = this.clock.getAsLong();
		this.loans.values().forEach((loan) -> loan.look(now));
		suspicious(now).forEach(Loan::suspect);
	}

	/**
	 * Ends a period. To be called by the thread that looks.
	 * @return what each pool did since it was asked last, by name
	 */
	public List<PoolWindow> next() {
		look();
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		this.loans.values().forEach((loan) -> loan.pool().add(loan.take(now, stopped)));
		this.waits.values().forEach((wait) -> wait.tell(now, stopped));
		return this.pools.values()
			.stream()
			.sorted(Comparator.comparing(PoolAccount::name))
			.map((pool) -> pool.next(leaks(pool, now), this.callsHeard))
			.toList();
	}

	private PoolAccount pool(String name) {
		PoolAccount pool = this.pools.get(name);
		if (pool != null) {
			return pool;
		}
		return this.pools.computeIfAbsent((this.pools.size() < POOLS) ? name : OTHERS, PoolAccount::new);
	}

	/**
	 * A thread that has died cannot say that it waits no more.
	 */
	private void forgetDead(Thread thread, Wait wait) {
		if (!thread.isAlive() && this.waits.remove(thread, wait)) {
			wait.forget();
		}
	}

	/**
	 * What is lent for long and not used, by threads that do nothing with another
	 * connection meanwhile.
	 */
	private Collection<Loan> suspicious(long now) {
		Set<Loan> suspicious = this.loans.values()
			.stream()
			.filter((loan) -> isSuspicious(loan, now))
			.collect(Collectors.toSet());
		if (!suspicious.isEmpty()) {
			Set<Thread> busy = this.waits.entrySet()
				.stream()
				.filter((wait) -> wait.getValue().goesOn())
				.map(Map.Entry::getKey)
				.collect(Collectors.toCollection(HashSet::new));
			this.loans.values()
				.stream()
				.filter((loan) -> !suspicious.contains(loan))
				.map(Loan::borrower)
				.forEach(busy::add);
			suspicious.removeIf((loan) -> busy.contains(loan.borrower()));
		}
		return suspicious;
	}

	private static boolean isSuspicious(Loan loan, long now) {
		if (loan.age(now) < PoolAccount.LONG_LOAN) {
			return false;
		}
		long suspiciousFrom = loan.pool().suspiciousFrom();
		return loan.age(now) > suspiciousFrom && loan.unused(now) > suspiciousFrom && !loan.isCalling()
				&& loan.isOver();
	}

	private List<String> leaks(PoolAccount pool, long now) {
		return this.loans.values()
			.stream()
			.filter((loan) -> loan.pool() == pool && loan.isSuspected())
			.sorted(Comparator.comparingLong((Loan loan) -> loan.age(now)).reversed())
			.limit(LEAKS)
			.map((loan) -> leak(loan, now))
			.toList();
	}

	private String leak(Loan loan, long now) {
		long age = TimeUnit.NANOSECONDS.toSeconds(loan.age(now));
		return String.format(Locale.ROOT, "borrowed %s by thread %s (%s), %d s ago, unused for %d s",
				TIME.format(LocalTime.now(this.wallClock).minusSeconds(age)), loan.borrower().getName(), loan.origin(),
				age, TimeUnit.NANOSECONDS.toSeconds(loan.unused(now)));
	}

	/**
	 * That a thread waits for a connection; used again when it waits again. Told by its
	 * thread, and asked by the one that looks: a pool that is seen is written last.
	 */
	private static final class Wait {

		private volatile @Nullable PoolAccount pool;

		private long since;

		private long stopped;

		private boolean besideIdle;

		/**
		 * Begins.
		 * @param since when
		 * @param stopped for how long the JVM had stood still until then
		 */
		void begin(PoolAccount pool, long since, long stopped) {
			forget();
			this.since = since;
			this.stopped = stopped;
			this.besideIdle = pool.requested();
			this.pool = pool;
		}

		void end(long now, long stopped) {
			PoolAccount pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(nanos(now, stopped), this.besideIdle);
			}
		}

		/**
		 * Ends without anybody having heard of it.
		 */
		void forget() {
			PoolAccount pool = this.pool;
			if (pool != null) {
				this.pool = null;
				pool.waited(0, false);
			}
		}

		boolean goesOn() {
			return this.pool != null;
		}

		/**
		 * Tells its pool how long it is so far.
		 */
		void tell(long now, long stopped) {
			PoolAccount pool = this.pool;
			if (pool != null) {
				pool.stillWaits(nanos(now, stopped));
			}
		}

		private long nanos(long now, long stopped) {
			return Math.max(0, now - this.since - (stopped - this.stopped));
		}

	}

	/**
	 * Hears what callers do with connections.
	 */
	private final class Connections implements JdbcListener {

		@Override
		public void requested(String name) {
			Wait wait = PoolFacts.this.waits.get(Thread.currentThread());
			if (wait == null) {
				wait = new Wait();
				PoolFacts.this.waits.put(Thread.currentThread(), wait);
			}
			wait.begin(pool(name), PoolFacts.this.clock.getAsLong(), PoolFacts.this.stopped.getAsLong());
		}

		@Override
		public void queued(String name) {
			requested(name);
		}

		@Override
		public void unqueued(String name) {
			waited(PoolFacts.this.clock.getAsLong(), PoolFacts.this.stopped.getAsLong());
		}

		@Override
		public void refused(String name) {
			pool(name).refused();
			waited(PoolFacts.this.clock.getAsLong(), PoolFacts.this.stopped.getAsLong());
		}

		private void waited(long now, long stopped) {
			Wait wait = PoolFacts.this.waits.get(Thread.currentThread());
			if (wait != null) {
				wait.end(now, stopped);
			}
		}

		@Override
		public void borrowed(Lease lease) {
			long now = PoolFacts.this.clock.getAsLong();
			long stopped = PoolFacts.this.stopped.getAsLong();
			waited(now, stopped);
			PoolAccount pool = pool(lease.pool());
			if (pool.lentNow() < BOUND) {
				String line = pool.wantsLine() ? ApplicationCode.nearestLine() : null;
				PoolFacts.this.loans.put(lease,
						new Loan(pool, Thread.currentThread(), PoolFacts.this.works.get(), now, line, stopped));
				pool.lent();
			}
		}

		@Override
		public void executing(Lease lease, Execution execution) {
			use(lease, execution.startedAt());
		}

		@Override
		public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
			rest(lease, endedAt);
		}

		@Override
		public void fetching(Lease lease, Execution execution, long startedAt) {
			use(lease, startedAt);
		}

		@Override
		public void fetched(Lease lease, Execution execution, long endedAt) {
			rest(lease, endedAt);
		}

		@Override
		public void ending(Lease lease, long startedAt) {
			use(lease, startedAt);
		}

		@Override
		public void ended(Lease lease, String command, long endedAt) {
			rest(lease, endedAt);
		}

		@Override
		public JdbcListener rehearsal() {
			return new PoolFacts(Map::of, PoolFacts.this.works, PoolFacts.this.stopped, PoolFacts.this.clock,
					PoolFacts.this.wallClock)
				.connections();
		}

		private void use(Lease lease, long since) {
			Loan loan = PoolFacts.this.loans.get(lease);
			if (loan != null) {
				loan.executing(since, PoolFacts.this.stopped.getAsLong());
			}
		}

		private void rest(Lease lease, long endedAt) {
			Loan loan = PoolFacts.this.loans.get(lease);
			if (loan != null) {
				loan.executed(endedAt, PoolFacts.this.stopped.getAsLong());
			}
		}

		@Override
		public void returned(Lease lease) {
			Loan loan = PoolFacts.this.loans.remove(lease);
			if (loan != null) {
				long now = PoolFacts.this.clock.getAsLong();
				loan.pool().returned(loan.age(now), loan.end(now, PoolFacts.this.stopped.getAsLong()));
			}
		}

	}

	/**
	 * Hears of the calls that threads make while they hold connections.
	 */
	private final class RemoteCallsOfBorrowers implements RemoteCallListener {

		@Override
		public void starting(RemoteCall call) {
			Thread caller = Thread.currentThread();
			// Looks through all, because calls are rare, and no loan is to cost an entry
			// with its thread.
			List<Loan> held = PoolFacts.this.loans.values()
				.stream()
				.filter((loan) -> loan.borrower() == caller)
				.toList();
			if (!held.isEmpty() && PoolFacts.this.calls.size() < BOUND) {
				PoolFacts.this.calls.put(call, held);
				long stopped = PoolFacts.this.stopped.getAsLong();
				held.forEach((loan) -> loan.calling(call.startedAt(), stopped));
			}
		}

		@Override
		public void ended(RemoteCall call) {
			List<Loan> held = PoolFacts.this.calls.remove(call);
			if (held != null) {
				long now = PoolFacts.this.clock.getAsLong();
				long stopped = PoolFacts.this.stopped.getAsLong();
				held.forEach((loan) -> loan.called(now, stopped));
			}
		}

	}

}
