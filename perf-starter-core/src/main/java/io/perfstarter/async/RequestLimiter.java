package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many requests run and so many wait, in the order in which they came, and
 * refuses the others. Thread-safe.
 */
public final class RequestLimiter {

	/**
	 * How many requests the mean run time remembers, roughly.
	 */
	private static final int MEMORY = 16;

	private final int permits;

	private final int room;

	private final long maxWait;

	private final LongSupplier clock;

	private final Lock lock = new ReentrantLock();

	// Empty while a permit is free: who leaves hands his to the first who waits.
	private final Deque<Turn> waiting = new ArrayDeque<>();

	private final LongAdder[] refused = new LongAdder[Refusal.values().length];

	private final LongAdder waits = new LongAdder();

	private final LongAdder waited = new LongAdder();

	private int active;

	private double meanRun;

	/**
	 * Creates a limiter.
	 * @param permits how many requests run, at least 1
	 * @param room how many more wait, at least 0
	 * @param maxWait for how long one waits at most
	 */
	public RequestLimiter(int permits, int room, Duration maxWait) {
		this(permits, room, maxWait, System::nanoTime);
	}

	RequestLimiter(int permits, int room, Duration maxWait, LongSupplier clock) {
		this.permits = permits;
		this.room = room;
		this.maxWait = TimeUnit.NANOSECONDS.convert(maxWait);
		this.clock = clock;
		for (Refusal refusal : Refusal.values()) {
			this.refused[refusal.ordinal()] = new LongAdder();
		}
	}

	/**
	 * The limiter as meters.
	 * @return the binder
	 */
	public MeterBinder meters() {
		return new RequestLimiterMeters(this);
	}

	/**
	 * Lets a request in, now or when its turn has come. Whoever is let in has to leave.
	 * @return {@code null} if it is refused
	 */
	@Nullable Admission enter() {
		this.lock.lock();
		try {
			if (this.active < this.permits) {
				this.active++;
				return new Admission(this, this.clock.getAsLong());
			}
			if (this.waiting.size() >= this.room) {
				return refuse(Refusal.FULL);
			}
			return awaitTurn();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Admission awaitTurn() {
		long since = this.clock.getAsLong();
		Turn turn = new Turn(this.lock.newCondition());
		this.waiting.addLast(turn);
		Refusal refusal = turn.await(this.maxWait);
		if (refusal != null) {
			this.waiting.remove(turn);
			return refuse(refusal);
		}
		long now = this.clock.getAsLong();
		this.waits.increment();
		this.waited.add(now - since);
		return new Admission(this, now);
	}

	private @Nullable Admission refuse(Refusal refusal) {
		refused(refusal).increment();
		return null;
	}

	void leave(long since) {
		this.lock.lock();
		try {
			long run = this.clock.getAsLong() - since;
			this.meanRun += (this.meanRun != 0) ? (run - this.meanRun) / MEMORY : run;
			Turn next = this.waiting.pollFirst();
			if (next != null) {
				next.come();
			}
			else {
				this.active--;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * When it is worth to come again: when those who wait now have had their turn, as far
	 * as one can tell from how long requests have been running, and at the latest when
	 * they all have been let in or refused.
	 * @return in how many seconds, at least 1
	 */
	long retryAfter() {
		this.lock.lock();
		try {
			double turns = (this.waiting.size() + 1.0) / this.permits;
			double nanos = Math.min(this.meanRun * turns, this.maxWait);
			return Math.max(1, (long) Math.ceil(nanos / TimeUnit.SECONDS.toNanos(1)));
		}
		finally {
			this.lock.unlock();
		}
	}

	int permits() {
		return this.permits;
	}

	int active() {
		this.lock.lock();
		try {
			return this.active;
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting() {
		this.lock.lock();
		try {
			return this.waiting.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	LongAdder refused(Refusal refusal) {
		return this.refused[refusal.ordinal()];
	}

	/**
	 * How many requests had to wait before they were let in.
	 * @return the number
	 */
	long waits() {
		return this.waits.sum();
	}

	/**
	 * For how long these waited.
	 * @return the sum in nanoseconds
	 */
	long waited() {
		return this.waited.sum();
	}

	/**
	 * One who waits. Guarded by the lock of the limiter.
	 */
	private static final class Turn {

		private final Condition condition;

		private boolean come;

		private Turn(Condition condition) {
			this.condition = condition;
		}

		private void come() {
			this.come = true;
			this.condition.signal();
		}

		private @Nullable Refusal await(long nanos) {
			long left = nanos;
			try {
				while (!this.come) {
					if (left <= 0) {
						return Refusal.TIMEOUT;
					}
					left = this.condition.awaitNanos(left);
				}
				return null;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return this.come ? null : Refusal.INTERRUPTED;
			}
		}

	}

}
