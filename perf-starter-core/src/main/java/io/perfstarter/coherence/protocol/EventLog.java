package io.perfstarter.coherence.protocol;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The last evictions of this instance under ascending numbers: what is sent to each peer,
 * and what a peer that missed something asks for. Bounded in number and weight; not
 * thread-safe.
 */
final class EventLog {

	/**
	 * From this many on, all entries of the caches concerned go instead.
	 */
	static final int LONGEST_BACKLOG = 2_000;

	private final Wire wire;

	private final int longest;

	private final long heaviest;

	private final Consumer<String> overflowed;

	// The entry of number n is at n % length; numbers up to forgotten are not there.
	private @Nullable Entry[] entries = new Entry[16];

	private long forgotten;

	private long last;

	private long weight;

	/**
	 * Creates an empty log.
	 * @param wire what fits into a message
	 * @param longest most evictions remembered
	 * @param heaviest most weight remembered
	 * @param overflowed hears the name of a cache all entries of which go instead
	 */
	EventLog(Wire wire, int longest, long heaviest, Consumer<String> overflowed) {
		this.wire = wire;
		this.longest = longest;
		this.heaviest = heaviest;
		this.overflowed = overflowed;
	}

	/**
	 * Gives the events of one eviction the next number.
	 * @param events what is gone, which fits into one message
	 * @param now the time
	 * @return the number
	 */
	long append(List<Event> events, long now) {
		Entry entry = new Entry(events, JoinedEvents.weight(events, this.wire), now);
		this.weight += entry.weight();
		while (length() == this.longest || (this.weight > this.heaviest && length() > 0)) {
			forgetFirst();
		}
		if (length() == this.entries.length) {
			grow();
		}
		this.last++;
		this.entries[index(this.last)] = entry;
		return this.last;
	}

	long last() {
		return this.last;
	}

	/**
	 * When a number was given.
	 * @param number a number
	 * @return the time, or the present one for a number that is not remembered
	 */
	long appendedAt(long number, long now) {
		return (number > this.forgotten && number <= this.last) ? entry(number).appendedAt() : now;
	}

	/**
	 * As much of what came after a number as one message carries.
	 * @param number a number
	 * @return the events; they begin later than asked for if the log does
	 */
	Batch after(long number) {
		long after = Math.min(Math.max(number, this.forgotten), this.last);
		if (this.last - after > LONGEST_BACKLOG) {
			return new Batch(after, this.last, allOf(after));
		}
		JoinedEvents joined = new JoinedEvents(this.wire.capacity());
		long upTo = after;
		while (upTo < this.last && entry(upTo + 1).joins(joined)) {
			upTo++;
		}
		return new Batch(after, upTo, joined.events());
	}

	private List<Event> allOf(long after) {
		Set<String> caches = new LinkedHashSet<>();
		for (long number = after + 1; number <= this.last; number++) {
			entry(number).events().forEach((event) -> caches.add(event.cache()));
		}
		caches.forEach(this.overflowed);
		return caches.stream().map(Event::all).toList();
	}

	private int length() {
		return (int) (this.last - this.forgotten);
	}

	private void forgetFirst() {
		this.forgotten++;
		this.weight -= entry(this.forgotten).weight();
		this.entries[index(this.forgotten)] = null;
	}

	private void grow() {
		@Nullable Entry[] larger = new Entry[Math.min(this.entries.length * 2, this.longest)];
		for (long number = this.forgotten + 1; number <= this.last; number++) {
			larger[(int) (number % larger.length)] = entry(number);
		}
		this.entries = larger;
	}

	private int index(long number) {
		return (int) (number % this.entries.length);
	}

	private Entry entry(long number) {
		Entry entry = this.entries[index(number)];
		if (entry == null) {
			throw new IllegalStateException("Number %s is not in the log".formatted(number));
		}
		return entry;
	}

	/**
	 * One eviction.
	 */
	private record Entry(List<Event> events, long weight, long appendedAt) {

		boolean joins(JoinedEvents joined) {
			return joined.add(this.events, this.weight);
		}

	}

}
