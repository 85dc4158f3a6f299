package io.perfstarter.coherence.protocol;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The log of the latest local evictions with ascending sequence numbers. Peers receive
 * it, and fetch missed evictions from it. Bounded in number and weight: of discarded
 * evictions it remembers the caches. Not thread-safe.
 */
final class EventLog {

	/**
	 * The number of ids from which an eviction of all entries is sent instead.
	 */
	static final int LONGEST_BACKLOG = 2_000;

	private final Wire wire;

	private final int longest;

	private final long heaviest;

	private final Consumer<String> overflowed;

	// The entry with sequence number n is at n % length; entries up to 'forgotten' are
	// discarded.
	private @Nullable Entry[] entries = new Entry[16];

	private long forgotten;

	// The last discarded sequence number of each cache.
	private final Map<String, Long> forgottenOf = new LinkedHashMap<>();

	private long last;

	private long weight;

	/**
	 * Creates an empty log.
	 * @param wire the payload limits
	 * @param longest the maximum number of evictions
	 * @param heaviest the maximum total weight
	 * @param overflowed receives the name of a cache whose ids were replaced by an
	 * eviction of all entries
	 */
	EventLog(Wire wire, int longest, long heaviest, Consumer<String> overflowed) {
		this.wire = wire;
		this.longest = longest;
		this.heaviest = heaviest;
		this.overflowed = overflowed;
	}

	/**
	 * Appends the events of one eviction.
	 * @param events the events, which fit into one message
	 * @param now the current time
	 * @return the sequence number
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
	 * Returns the time at which a sequence number was assigned.
	 * @param number the sequence number
	 * @return the time, or the current time for a discarded number
	 */
	long appendedAt(long number, long now) {
		return (number > this.forgotten && number <= this.last) ? entry(number).appendedAt() : now;
	}

	/**
	 * Returns the events after a sequence number, as many as fit into one message. Those
	 * of many or of discarded numbers are evictions of all entries.
	 * @param number the sequence number
	 * @return the events; none after the last number if not even the names of all caches
	 * fit into a message
	 */
	Batch after(long number) {
		long after = Math.min(number, this.last);
		if (after < this.forgotten || this.last - after > LONGEST_BACKLOG) {
			List<Event> all = allOf(after);
			boolean fits = JoinedEvents.weight(all, this.wire) <= this.wire.capacity();
			return fits ? new Batch(after, this.last, all) : new Batch(this.last, this.last, List.of());
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
		this.forgottenOf.forEach((cache, number) -> {
			if (number > after) {
				caches.add(cache);
			}
		});
		for (long number = Math.max(after, this.forgotten) + 1; number <= this.last; number++) {
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
		Entry first = entry(this.forgotten);
		first.events().forEach((event) -> this.forgottenOf.put(event.cache(), this.forgotten));
		this.weight -= first.weight();
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
			throw new IllegalStateException("Sequence number %s is not in the log".formatted(number));
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
