package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The log positions of the primary over time.
 *
 * <p>
 * The time of a sample is taken before its position is read. Therefore the position
 * includes everything that was committed before that time, and a replica that has
 * replayed the position shows it. Old samples are thinned out, so a horizon may be
 * earlier by 2 % of its age. The horizon of a replica behind all samples is unknown.
 * Thread-safe; the lock guards memory only.
 */
final class PrimaryPositions {

	static final int CAPACITY = 4_096;

	// By increasing times and positions; guarded by this.
	private List<Known> known = new ArrayList<>();

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
		if (!this.known.isEmpty() && !position.includes(last().position)) {
			this.known.clear();
		}
		boolean first = this.known.isEmpty();
		long before = first ? takenAt - 1 : last().moment;
		if (!first && last().position.includes(position)) {
			before = last().before;
			removeLast();
		}
		if (this.known.size() == CAPACITY) {
			thinOut(takenAt);
		}
		this.known.add(new Known(takenAt, position, before));
		this.lastTakenAt = takenAt;
		return first;
	}

	/**
	 * Removes each sample between two others that are less than 2 % of their age apart.
	 */
	private void thinOut(long now) {
		List<Known> kept = new ArrayList<>();
		for (int i = 0; i < this.known.size(); i++) {
			long next = this.known.get(Math.min(i + 1, this.known.size() - 1)).moment;
			if (i == 0 || next - kept.get(kept.size() - 1).moment > (now - next) / 50) {
				kept.add(this.known.get(i));
			}
		}
		this.known = kept;
	}

	/**
	 * Lowers the position of the last sample, because the log beyond it contains no
	 * commit. Removes earlier samples beyond the lower position.
	 * @param takenAt the time of the last sample
	 * @param position the position
	 */
	synchronized void lower(long takenAt, Position position) {
		while (!this.known.isEmpty() && !position.includes(last().position)) {
			removeLast();
		}
		add(takenAt, position);
	}

	/**
	 * Returns the freshness horizon of a server: the server shows all commits that
	 * returned before that time.
	 * @param position the position of the server
	 * @return the time by {@link System#nanoTime()}, {@link Sampler#NEVER} if unknown
	 */
	synchronized long horizonOf(Position position) {
		int low = firstIndex((known) -> !position.includes(known.position));
		return (low > 0) ? this.known.get(low - 1).moment : Sampler.NEVER;
	}

	/**
	 * Returns the position of the first sample that began after a time. It includes
	 * everything that was committed up to that time.
	 * @param moment the time by {@link System#nanoTime()}
	 * @return the position, {@code null} if there is no such sample yet
	 */
	synchronized @Nullable Position after(long moment) {
		int low = firstIndex((known) -> known.moment - moment > 0);
		return (low < this.known.size()) ? this.known.get(low).position : null;
	}

	/**
	 * Returns the time of the last sample that does not include a position. Each server
	 * with a later horizon shows everything up to that position.
	 * @param position the position
	 * @return the time by {@link System#nanoTime()}, {@link Sampler#NEVER} if the
	 * position of no sample includes it
	 */
	synchronized long momentOf(Position position) {
		int low = firstIndex((known) -> known.position.includes(position));
		return (low < this.known.size()) ? this.known.get(low).before : Sampler.NEVER;
	}

	/**
	 * Returns the first sample that meets a condition. All later ones must meet it, too.
	 * @return its index, the number of samples if there is none
	 */
	private int firstIndex(Predicate<Known> condition) {
		int low = 0;
		int high = this.known.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (condition.test(this.known.get(middle))) {
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

	private Known last() {
		return this.known.get(this.known.size() - 1);
	}

	private void removeLast() {
		this.known.remove(this.known.size() - 1);
	}

	/**
	 * A sample.
	 *
	 * @param moment the time before it was taken
	 * @param position the position
	 * @param before the time of the last sample with a lower position, even if that was
	 * removed; for the first sample, any time before it
	 */
	private record Known(long moment, Position position, long before) {
	}

}
