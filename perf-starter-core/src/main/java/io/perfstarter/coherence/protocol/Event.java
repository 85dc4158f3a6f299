package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An eviction from one cache: some keys, some groups, or all entries.
 *
 * @param cache the name of the cache
 * @param scope the kind of the ids
 * @param ids the keys, or the groups (where {@code null} stands for the entries without a
 * group); empty for {@link Scope#ALL}
 */
public record Event(String cache, Scope scope, List<@Nullable Object> ids) {

	public Event {
		ids = Collections.unmodifiableList(new ArrayList<>(ids));
	}

	/**
	 * Creates an eviction of keys.
	 * @param cache the name of the cache
	 * @param keys the keys
	 * @return the event
	 */
	public static Event keys(String cache, Collection<?> keys) {
		return new Event(cache, Scope.KEYS, new ArrayList<>(keys));
	}

	/**
	 * Creates an eviction of groups.
	 * @param cache the name of the cache
	 * @param groups the groups
	 * @return the event
	 */
	public static Event groups(String cache, Collection<?> groups) {
		return new Event(cache, Scope.GROUPS, new ArrayList<>(groups));
	}

	/**
	 * Creates an eviction of all entries.
	 * @param cache the name of the cache
	 * @return the event
	 */
	public static Event all(String cache) {
		return new Event(cache, Scope.ALL, List.of());
	}

	/**
	 * Creates a doubt, which evicts nothing.
	 * @param cache the name of the cache
	 * @param duration how long it lasts
	 * @return the event
	 */
	public static Event doubt(String cache, Duration duration) {
		return new Event(cache, Scope.DOUBT, List.of(duration.toMillis()));
	}

	/**
	 * The scope of an eviction.
	 */
	public enum Scope {

		/**
		 * Single entries, by key.
		 */
		KEYS,

		/**
		 * All entries of a group.
		 */
		GROUPS,

		/**
		 * All entries of the cache.
		 */
		ALL,

		/**
		 * No entry. The id is a number of milliseconds: entries loaded until they have
		 * passed are served by their own age only. In logs, not in messages.
		 */
		DOUBT

	}

}
