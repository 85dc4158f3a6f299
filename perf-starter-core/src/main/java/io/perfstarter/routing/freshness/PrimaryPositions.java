package io.perfstarter.routing.freshness;

import java.util.Objects;
import java.util.function.IntPredicate;

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

	// The time of the newest discarded sample, or a time before the oldest one.
	private long before;

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
		if (first) {
			this.before = takenAt - 1;
		}
		if (first || !position(this.size - 1).includes(position)) {
			append(takenAt, position);
		}
		else {
			this.moments[slot(this.size - 1)] = takenAt;
		}
		this.lastTakenAt = takenAt;
		return first;
	}

	/**
	 * Replaces the last sample, and all others that are behind, by one with a lower
	 * position, because the log beyond it contains no commit.
	 * @param takenAt the time of the last sample
	 * @param position the position
	 */
	synchronized void lower(long takenAt, Position position) {
		while (this.size > 0 && !position.includes(position(this.size - 1))) {
			this.size--;
		}
		add(takenAt, position);
	}

	private void append(long takenAt, Position position) {
		if (this.size == CAPACITY) {
			this.before = this.moments[this.oldest];
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
		int low = firstIndex((index) -> !position.includes(position(index)));
		return (low > 0) ? this.moments[slot(low - 1)] : Sampler.NEVER;
	}

	/**
	 * Returns the position of the first sample that began after a time. It includes
	 * everything that was committed up to that time.
	 * @param moment the time by {@link System#nanoTime()}
	 * @return the position, {@code null} if there is no such sample yet
	 */
	synchronized @Nullable Position after(long moment) {
		int low = firstIndex((index) -> this.moments[slot(index)] - moment > 0);
		return (low < this.size) ? position(low) : null;
	}

	/**
	 * Returns a time such that each server with a later horizon shows everything up to a
	 * position: that of the last sample whose position does not include it.
	 * @param position the position
	 * @return the time by {@link System#nanoTime()}, {@link Sampler#NEVER} if the
	 * position of no sample includes it
	 */
	synchronized long momentOf(Position position) {
		int low = firstIndex((index) -> position(index).includes(position));
		if (low == this.size) {
			return Sampler.NEVER;
		}
		return (low > 0) ? this.moments[slot(low - 1)] : this.before;
	}

	/**
	 * Returns the first sample of which a condition holds that also holds of all later
	 * ones.
	 * @return its index, the number of samples if there is none
	 */
	private int firstIndex(IntPredicate condition) {
		int low = 0;
		int high = this.size;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (condition.test(middle)) {
				high = middle;
			}
			else {
				low = middle + 1;
			}
		}
		return low;
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
