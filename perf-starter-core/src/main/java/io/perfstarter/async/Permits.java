package io.perfstarter.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * So many tasks at once, and whose turn it is next: of one executor, or of several that
 * share a pool of connections. Thread-safe: one lock guards all of it, and is held for
 * counting only. Whoever is given a task starts it, or passes its permit on.
 */
final class Permits {

	private final IntSupplier limit;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition left = this.lock.newCondition();

	private final List<Room> rooms = new ArrayList<>();

	private final Deque<Lender> lenders = new ArrayDeque<>();

	private int active;

	private int waiting;

	private volatile boolean more;

	/**
	 * Takes the rule.
	 * @param limit how many tasks may run at once; asked again for each, so that it may
	 * change: what runs beyond a lower limit runs to its end
	 */
	Permits(IntSupplier limit) {
		this.limit = limit;
	}

	/**
	 * One more executor.
	 * @param capacity how many of its tasks may wait
	 */
	Room room(int capacity) {
		this.lock.lock();
		try {
			Room room = new Room(capacity);
			this.rooms.add(room);
			return room;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a task a permit, or a place in its room.
	 * @param patience for how many nanoseconds the caller waits for either
	 * @throws InterruptedException if the caller is interrupted while it waits
	 */
	Turn offer(Room room, ExecutorTask<?> task, long patience) throws InterruptedException {
		this.lock.lock();
		try {
			long remaining = patience;
			while (true) {
				if (take()) {
					return Turn.NOW;
				}
				if (room.tasks.size() < room.capacity) {
					room.tasks.add(task);
					room.changed();
					this.waiting++;
					return Turn.LATER;
				}
				if (remaining <= 0) {
					return Turn.NEVER;
				}
				remaining = this.left.awaitNanos(remaining);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether one is free now that nobody waits for.
	 */
	boolean isFree() {
		this.lock.lock();
		try {
			return free();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes a permit if one is free that nobody waits for.
	 */
	boolean tryTake() {
		this.lock.lock();
		try {
			return take();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a permit to whoever has waited longest, if one is free: after one was passed
	 * on there is another one only if the limit has risen.
	 * @return what to start, {@code null} if there is nothing
	 */
	@Nullable ExecutorTask<?> next() {
		if (!this.more) {
			return null;
		}
		this.lock.lock();
		try {
			return grant();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a permit back, and to whoever has waited longest.
	 * @return what to start, {@code null} if there is nothing
	 */
	@Nullable ExecutorTask<?> passOn() {
		this.lock.lock();
		try {
			this.active--;
			this.left.signalAll();
			return grant();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes a permit that was passed on for a while, before all who wait for their first.
	 * Waits as long as that takes, because no task runs without one.
	 */
	void takeBack() {
		this.lock.lock();
		try {
			Lender lender = new Lender(this.lock.newCondition());
			this.lenders.add(lender);
			serveLenders();
			while (!lender.served) {
				lender.turn.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes tasks out of a room.
	 * @return those that were waiting there
	 */
	List<ExecutorTask<?>> remove(Room room, Predicate<ExecutorTask<?>> which) {
		this.lock.lock();
		try {
			List<ExecutorTask<?>> removed = new ArrayList<>();
			room.tasks.removeIf((task) -> which.test(task) && removed.add(task));
			room.changed();
			this.waiting -= removed.size();
			this.left.signalAll();
			return removed;
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting(Room room) {
		this.lock.lock();
		try {
			return room.tasks.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * How many are taken.
	 */
	int active() {
		this.lock.lock();
		try {
			return this.active;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * How many there are, and never none.
	 */
	int limit() {
		return Math.max(1, this.limit.getAsInt());
	}

	private boolean take() {
		boolean free = free();
		if (free) {
			this.active++;
		}
		return free;
	}

	private boolean free() {
		return this.active < limit() && this.waiting == 0 && this.lenders.isEmpty();
	}

	private @Nullable ExecutorTask<?> grant() {
		serveLenders();
		int limit = limit();
		if (this.waiting == 0 || this.active >= limit) {
			more(false);
			return null;
		}
		this.active++;
		this.waiting--;
		more(this.waiting > 0 && this.active < limit);
		Room room = longestWaiting();
		ExecutorTask<?> task = room.tasks.remove();
		room.changed();
		return task;
	}

	private void more(boolean more) {
		if (this.more != more) {
			this.more = more;
		}
	}

	private void serveLenders() {
		while (!this.lenders.isEmpty() && this.active < limit()) {
			this.active++;
			this.lenders.remove().serve();
		}
	}

	private Room longestWaiting() {
		Room first = this.rooms.get(0);
		for (Room room : this.rooms) {
			if (room.isBefore(first)) {
				first = room;
			}
		}
		return first;
	}

	/**
	 * When it is the turn of a task.
	 */
	enum Turn {

		/**
		 * It has a permit and is to be started by the caller.
		 */
		NOW,

		/**
		 * It waits.
		 */
		LATER,

		/**
		 * There is no room.
		 */
		NEVER

	}

	/**
	 * Where the tasks of one executor wait, in the order in which they came.
	 */
	static final class Room {

		private final int capacity;

		private final Deque<ExecutorTask<?>> tasks = new ArrayDeque<>();

		private volatile boolean full;

		private Room(int capacity) {
			this.capacity = capacity;
		}

		/**
		 * Whether all places are taken, so that no task has a permit before those that
		 * wait; asked without the lock. A room without places is never full: a permit may
		 * be free.
		 */
		boolean isFull() {
			return this.full;
		}

		private void changed() {
			boolean full = this.capacity > 0 && this.tasks.size() >= this.capacity;
			if (this.full != full) {
				this.full = full;
			}
		}

		private boolean isBefore(Room other) {
			ExecutorTask<?> mine = this.tasks.peek();
			ExecutorTask<?> others = other.tasks.peek();
			return mine != null && (others == null || mine.submittedAt() - others.submittedAt() < 0);
		}

	}

	/**
	 * Who has lent a permit and wants it back.
	 */
	private static final class Lender {

		private final Condition turn;

		private boolean served;

		private Lender(Condition turn) {
			this.turn = turn;
		}

		private void serve() {
			this.served = true;
			this.turn.signal();
		}

	}

}
