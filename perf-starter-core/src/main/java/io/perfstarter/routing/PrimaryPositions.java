package io.perfstarter.routing;

/**
 * How far the primary was at which moments.
 *
 * <p>
 * The moment of a sample is taken before its position is asked for, so what committed
 * before the moment is not behind the position, and a replica that is not behind the
 * position shows it. Only the newest samples are kept; of a replica behind all of them
 * nothing is known. Thread-safe; the lock guards memory only.
 */
final class PrimaryPositions {

	/**
	 * Before anything that is known.
	 */
	static final long NEVER = Long.MIN_VALUE;

	static final int CAPACITY = 4_096;

	// A ring, in which moments and positions rise; guarded by this.
	private final long[] moments = new long[CAPACITY];

	private final long[] positions = new long[CAPACITY];

	private int oldest;

	private int size;

	private volatile long lastTakenAt = NEVER;

	/**
	 * Notes a sample. If its position is behind the last, all others are forgotten: a
	 * server that lost positions gives them out once more.
	 * @param takenAt a moment before the position was asked for
	 * @param position the position
	 * @return whether nothing is known from before
	 */
	synchronized boolean took(long takenAt, long position) {
		if (this.size > 0 && position < this.positions[slot(this.size - 1)]) {
			reset();
		}
		boolean first = this.size == 0;
		if (first || position > this.positions[slot(this.size - 1)]) {
			append(takenAt, position);
		}
		else {
			this.moments[slot(this.size - 1)] = takenAt;
		}
		this.lastTakenAt = takenAt;
		return first;
	}

	private void append(long takenAt, long position) {
		if (this.size == CAPACITY) {
			this.oldest = slot(1);
			this.size--;
		}
		int slot = slot(this.size);
		this.moments[slot] = takenAt;
		this.positions[slot] = position;
		this.size++;
	}

	/**
	 * The moment up to which a server shows what was committed: whatever had returned
	 * before it.
	 * @param position how far the server is
	 * @return the moment, {@link #NEVER} if none is known
	 */
	synchronized long horizonOf(long position) {
		int low = 0;
		int high = this.size;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (this.positions[slot(middle)] <= position) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return (low > 0) ? this.moments[slot(low - 1)] : NEVER;
	}

	/**
	 * The moment of the last sample, {@link #NEVER} if there is none.
	 */
	long lastTakenAt() {
		return this.lastTakenAt;
	}

	/**
	 * Forgets everything.
	 */
	synchronized void reset() {
		this.size = 0;
		this.lastTakenAt = NEVER;
	}

	private int slot(int index) {
		return (this.oldest + index) % CAPACITY;
	}

}
