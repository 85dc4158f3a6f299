package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The entries to evict from one cache: some keys, some groups, or all entries.
 *
 * <p>
 * Immutable.
 */
public final class Eviction {

	private final Event event;

	private Eviction(Event event) {
		this.event = event;
	}

	/**
	 * Evicts single entries.
	 * @param cacheName the name of the cache
	 * @param keys the keys of the entries
	 * @return the eviction
	 */
	public static Eviction ofKeys(String cacheName, Collection<?> keys) {
		return new Eviction(Event.keys(cacheName, keys));
	}

	/**
	 * Evicts all entries of some groups, and all entries without a group.
	 * @param cacheName the name of the cache
	 * @param groups the groups; {@code null} stands for the entries without a group
	 * @return the eviction
	 */
	public static Eviction ofGroups(String cacheName, Collection<?> groups) {
		return new Eviction(Event.groups(cacheName, groups));
	}

	/**
	 * Evicts all entries.
	 * @param cacheName the name of the cache
	 * @return the eviction
	 */
	public static Eviction ofAll(String cacheName) {
		return new Eviction(Event.all(cacheName));
	}

	static Eviction of(Event event) {
		return new Eviction(event);
	}

	/**
	 * The cache to evict from.
	 * @return the name of the cache
	 */
	public String cacheName() {
		return this.event.cache();
	}

	/**
	 * The keys to evict.
	 * @return the keys; empty when groups or all entries are evicted
	 */
	public List<@Nullable Object> keys() {
		return (this.event.scope() == Scope.KEYS) ? this.event.ids() : List.of();
	}

	/**
	 * The groups to evict.
	 * @return the groups; empty when keys or all entries are evicted
	 */
	public List<@Nullable Object> groups() {
		return (this.event.scope() == Scope.GROUPS) ? this.event.ids() : List.of();
	}

	/**
	 * Whether all entries are evicted.
	 * @return whether all entries are evicted
	 */
	public boolean allEntries() {
		return this.event.scope() == Scope.ALL;
	}

	boolean isEmpty() {
		return !allEntries() && this.event.ids().isEmpty();
	}

	static Collection<String> cachesOf(List<Eviction> evictions) {
		return (evictions.size() == 1) ? List.of(evictions.get(0).cacheName())
				: evictions.stream().map(Eviction::cacheName).distinct().toList();
	}

	static List<Event> events(List<Eviction> evictions) {
		List<Event> events = new ArrayList<>(evictions.size());
		evictions.forEach((eviction) -> events.add(eviction.event));
		return events;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Eviction eviction && this.event.equals(eviction.event);
	}

	@Override
	public int hashCode() {
		return this.event.hashCode();
	}

	/**
	 * Names the cache and the number of keys or groups, but no key, which is user data.
	 */
	@Override
	public String toString() {
		return switch (this.event.scope()) {
			case ALL, DOUBT -> "all entries of '" + cacheName() + "'";
			case KEYS -> this.event.ids().size() + " keys of '" + cacheName() + "'";
			case GROUPS -> this.event.ids().size() + " groups of '" + cacheName() + "'";
		};
	}

}
