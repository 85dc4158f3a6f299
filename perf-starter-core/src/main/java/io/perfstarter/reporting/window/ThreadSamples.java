package io.perfstarter.reporting.window;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Samples of the threads of slow requests, taken while no measured component was open, or
 * while they waited for a connection.
 *
 * @param poolWaits the number of samples of threads that waited for a connection
 * @param poolChecks the number of those in which the pool checked an idle connection
 * @param all the number of other samples
 * @param seen the positions that were seen most often, the most frequent first, at most
 * 16
 */
public record ThreadSamples(int poolWaits, int poolChecks, int all, List<Seen> seen) {

	/**
	 * The value without samples.
	 */
	public static final ThreadSamples NONE = new ThreadSamples(0, 0, 0, List.of());

	private static final int MAX_POSITIONS = 16;

	/**
	 * Returns samples of one position.
	 * @param position the position
	 * @param times the number of samples
	 * @return the samples
	 */
	public static ThreadSamples of(Position position, int times) {
		return (times != 0) ? new ThreadSamples(0, 0, times, List.of(new Seen(position, times))) : NONE;
	}

	/**
	 * Returns one sample of a thread that waited for a connection.
	 * @param checks whether the pool checked an idle connection
	 * @return the sample
	 */
	public static ThreadSamples ofPoolWait(boolean checks) {
		return new ThreadSamples(1, checks ? 1 : 0, 0, List.of());
	}

	/**
	 * Adds other samples.
	 * @param others the other samples
	 * @return the sums
	 */
	public ThreadSamples plus(ThreadSamples others) {
		Map<Position, Integer> times = new LinkedHashMap<>();
		Stream.of(this.seen, others.seen)
			.flatMap(Collection::stream)
			.forEach((one) -> times.merge(one.position(), one.times(), Integer::sum));
		return new ThreadSamples(this.poolWaits + others.poolWaits, this.poolChecks + others.poolChecks,
				this.all + others.all,
				times.entrySet()
					.stream()
					.map((entry) -> new Seen(entry.getKey(), entry.getValue()))
					.sorted(Comparator.comparingInt(Seen::times).reversed())
					.limit(MAX_POSITIONS)
					.toList());
	}

	/**
	 * Returns the number of samples that show one of several activities.
	 * @param activities the activities
	 * @return the number
	 */
	public int count(Set<Activity> activities) {
		return of(activities).mapToInt(Seen::times).sum();
	}

	/**
	 * Returns the position with one of several activities that was seen most often.
	 * @param activities the activities
	 * @return the position, {@code null} if there is none
	 */
	public @Nullable Position most(Set<Activity> activities) {
		return of(activities).map(Seen::position).findFirst().orElse(null);
	}

	private Stream<Seen> of(Set<Activity> activities) {
		return this.seen.stream().filter((one) -> activities.contains(one.position().activity()));
	}

	/**
	 * A position and how often it was seen.
	 *
	 * @param position the position
	 * @param times the number of samples
	 */
	public record Seen(Position position, int times) {

	}

}
