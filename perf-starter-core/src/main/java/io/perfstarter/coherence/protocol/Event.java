package io.perfstarter.coherence.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * States that entries of one cache are gone: some keys, some groups, or all of them.
 *
 * @param cache the name of the cache
 * @param scope what {@code ids} are
 * @param ids the keys, or the groups (where {@code null} stands for the entries without a
 * group); empty for {@link Scope#ALL}
 */
public record Event(String cache, Scope scope, List<@Nullable Object> ids) {

	public Event {
		ids = Collections.unmodifiableList(new ArrayList<>(ids));
	}

	/**
	 * States that the entries of some keys are gone.
	 * @param cache the name of the cache
	 * @param keys the keys
	 * @return the event
	 */
	public static Event keys(String cache, Collection<?> keys) {
		return new Event(cache, Scope.KEYS, new ArrayList<>(keys));
	}

	/**
	 * States that the entries of some groups are gone.
	 * @param cache the name of the cache
	 * @param groups the groups
	 * @return the event
	 */
	public static Event groups(String cache, Collection<?> groups) {
		return new Event(cache, Scope.GROUPS, new ArrayList<>(groups));
	}

	/**
	 * States that all entries are gone.
	 * @param cache the name of the cache
	 * @return the event
	 */
	public static Event all(String cache) {
		return new Event(cache, Scope.ALL, List.of());
	}

	/**
	 * What an event is about.
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
		ALL

	}

}
