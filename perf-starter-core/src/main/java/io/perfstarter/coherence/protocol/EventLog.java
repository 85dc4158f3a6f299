package io.perfstarter.coherence.protocol;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The log of the latest local evictions with ascending sequence numbers. Peers receive
 * it, and fetch missed evictions from it. Bounded in number and weight; of discarded
 * evictions it remembers only the caches. Not thread-safe.
 */
final class EventLog {

	/**
	 * The number of missed evictions above which the names of the caches are sent
	 * instead.
	 */
	static final int LONGEST_BACKLOG = 2_000;

	private final Wire wire;

	private final int longest;

	private final long heaviest;

	// By sequence number, without the discarded ones.
	private final NavigableMap<Long, Entry> entries = new TreeMap<>();

	// The last discarded sequence number of each cache.
	private final Map<String, Long> forgottenOf = new LinkedHashMap<>();

	private long last;

	private long weight;

	/**
	 * Creates an empty log.
	 * @param wire the payload limits
	 * @param longest the maximum number of evictions
	 * @param heaviest the maximum total weight
	 */
	EventLog(Wire wire, int longest, long heaviest) {
		this.wire = wire;
		this.longest = longest;
		this.heaviest = heaviest;
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
		while (this.entries.size() == this.longest || (this.weight > this.heaviest && !this.entries.isEmpty())) {
			forgetFirst();
		}
		this.entries.put(++this.last, entry);
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
		Entry entry = this.entries.get(number);
		return (entry != null) ? entry.appendedAt() : now;
	}

	/**
	 * Returns the events after a sequence number, as many as fit into one message. Many
	 * or discarded events become evictions of all entries.
	 * @param number the sequence number
	 * @return the events; none after the last number if not even the names of all caches
	 * fit into a message
	 */
	Batch after(long number) {
		long after = Math.min(number, this.last);
		if (after < this.last - this.entries.size() || this.last - after > LONGEST_BACKLOG) {
			List<Event> all = allOf(after);
			boolean fits = JoinedEvents.weight(all, this.wire) <= this.wire.capacity();
			return fits ? new Batch(after, this.last, all) : new Batch(this.last, this.last, List.of());
		}
		JoinedEvents joined = new JoinedEvents(this.wire.capacity());
		long upTo = after;
		for (Entry entry : this.entries.tailMap(after, false).values()) {
			if (!joined.add(entry.events(), entry.weight())) {
				break;
			}
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
		for (Entry entry : this.entries.tailMap(after, false).values()) {
			entry.events().forEach((event) -> caches.add(event.cache()));
		}
		return caches.stream().map(Event::all).toList();
	}

	private void forgetFirst() {
		Map.Entry<Long, Entry> first = this.entries.pollFirstEntry();
		if (first != null) {
			first.getValue().events().forEach((event) -> this.forgottenOf.put(event.cache(), first.getKey()));
			this.weight -= first.getValue().weight();
		}
	}

	/**
	 * One eviction.
	 */
	private record Entry(List<Event> events, long weight, long appendedAt) {
	}

}
