package io.perfstarter.routing.freshness;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The log positions of the primary over time.
 *
 * <p>
 * The time of a sample is taken before its position is read. Therefore everything
 * committed before that time lies at or before the position, and a replica that has
 * replayed the position shows it. Only the newest samples are kept; for a replica behind
 * all of them the horizon is unknown. Thread-safe; the lock guards memory only.
 */
final class PrimaryPositions {

	static final int CAPACITY = 4_096;

	// Ring buffers with increasing times and positions; null where unused; guarded by
	// this.
	private final long[] moments = new long[CAPACITY];

	private final @Nullable Position[] positions = new @Nullable Position[CAPACITY];

	private int oldest;

	private int size;

	private volatile long lastTakenAt = Sampler.NEVER;

	/**
	 * Adds a sample. If its position does not include the previous one, all earlier
	 * samples are discarded, because the primary has lost positions and will assign them
	 * again.
	 * @param takenAt a time before the position was read
	 * @param position the position
	 * @return whether this is the only sample
	 */
	synchronized boolean add(long takenAt, Position position) {
		if (this.size > 0 && !position.includes(position(this.size - 1))) {
			this.size = 0;
		}
		boolean first = this.size == 0;
		if (first || !position(this.size - 1).includes(position)) {
			append(takenAt, position);
		}
		else {
			this.moments[slot(this.size - 1)] = takenAt;
		}
		this.lastTakenAt = takenAt;
		return first;
	}

	private void append(long takenAt, Position position) {
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
	 * Returns the freshness horizon of a server: it shows all commits that returned
	 * before that time.
	 * @param position the position of the server
	 * @return the time by {@link System#nanoTime()}, {@link Sampler#NEVER} if unknown
	 */
	synchronized long horizonOf(Position position) {
		int low = 0;
		int high = this.size;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (position.includes(position(middle))) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return (low > 0) ? this.moments[slot(low - 1)] : Sampler.NEVER;
	}

	/**
	 * Returns the time of the last sample, {@link Sampler#NEVER} if there is none.
	 */
	long lastTakenAt() {
		return this.lastTakenAt;
	}

	private Position position(int index) {
		return Objects.requireNonNull(this.positions[slot(index)]);
	}

	private int slot(int index) {
		return (this.oldest + index) % CAPACITY;
	}

}
