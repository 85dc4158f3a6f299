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
 * Samples of the threads of slow requests, each with its open time component.
 *
 * @param seen the positions, the most frequent first; after the first 32, with component
 * and activity only
 */
public record ThreadSamples(List<Seen> seen) {

	/**
	 * The value without samples.
	 */
	public static final ThreadSamples NONE = new ThreadSamples(List.of());

	private static final int MAX_POSITIONS = 32;

	/**
	 * Returns samples of one position.
	 * @param component the open component, {@link TimeComponent#BLOCKED} for none
	 * @param position the position
	 * @param times the number of samples
	 * @return the samples
	 */
	public static ThreadSamples of(TimeComponent component, Position position, int times) {
		return (times != 0) ? new ThreadSamples(List.of(new Seen(component, position, times))) : NONE;
	}

	/**
	 * Adds other samples.
	 * @param others the other samples
	 * @return the sums
	 */
	public ThreadSamples plus(ThreadSamples others) {
		List<Seen> all = sums(Stream.of(this.seen, others.seen).flatMap(Collection::stream));
		Stream<Seen> rare = all.stream().skip(MAX_POSITIONS).map(Seen::withoutPlace);
		return new ThreadSamples(
				(all.size() <= MAX_POSITIONS) ? all : sums(Stream.concat(all.stream().limit(MAX_POSITIONS), rare)));
	}

	private static List<Seen> sums(Stream<Seen> samples) {
		Map<Seen, Integer> times = new LinkedHashMap<>();
		samples.forEach((one) -> times.merge(one.counted(1), one.times(), Integer::sum));
		return times.entrySet()
			.stream()
			.map((entry) -> entry.getKey().counted(entry.getValue()))
			.sorted(Comparator.comparingInt(Seen::times).reversed())
			.toList();
	}

	/**
	 * Returns the samples in which a component was open.
	 * @param component the component, {@link TimeComponent#BLOCKED} for none
	 * @return the samples
	 */
	public ThreadSamples in(TimeComponent component) {
		return new ThreadSamples(this.seen.stream().filter((one) -> one.component() == component).toList());
	}

	/**
	 * Returns the number of samples.
	 * @return the number
	 */
	public int all() {
		return this.seen.stream().mapToInt(Seen::times).sum();
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
	 * Returns the most frequent position with one of several activities.
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
	 * @param component the open component, {@link TimeComponent#BLOCKED} for none
	 * @param position the position
	 * @param times the number of samples
	 */
	public record Seen(TimeComponent component, Position position, int times) {

		private Seen counted(int often) {
			return new Seen(this.component, this.position, often);
		}

		private Seen withoutPlace() {
			return new Seen(this.component, new Position(this.position.activity(), "", ""), this.times);
		}

	}

}
