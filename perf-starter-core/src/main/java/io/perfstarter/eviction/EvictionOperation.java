package io.perfstarter.eviction;

import java.util.List;

/**
 * The attributes of one {@link EvictTicketCache} annotation, validated.
 *
 * @param cacheNames the caches to evict from
 * @param key the key expression; blank for none
 * @param group the group expression; blank for none
 * @param allEntries whether all entries are evicted
 * @param condition the condition; blank for always
 */
record EvictionOperation(List<String> cacheNames, String key, String group, boolean allEntries, String condition) {

	static EvictionOperation of(EvictTicketCache annotation) {
		return new EvictionOperation(List.of(annotation.cacheNames()), annotation.key(), annotation.group(),
				annotation.allEntries(), annotation.condition());
	}

	/**
	 * Returns whether the keys are derived from the {@code @Cacheable} methods of the
	 * cache.
	 * @return whether none of key, group and allEntries is set
	 */
	boolean generatesKey() {
		return this.key.isBlank() && this.group.isBlank() && !this.allEntries;
	}

	boolean isAmbiguous() {
		int given = (this.key.isBlank() ? 0 : 1) + (this.group.isBlank() ? 0 : 1) + (this.allEntries ? 1 : 0);
		return given > 1;
	}

	List<String> expressions() {
		return List.of(this.key, this.group, this.condition).stream().filter((text) -> !text.isBlank()).toList();
	}

}
