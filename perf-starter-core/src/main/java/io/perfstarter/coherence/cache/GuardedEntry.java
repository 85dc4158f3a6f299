package io.perfstarter.coherence.cache;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache.ValueWrapper;

/**
 * A cached value with what decides whether it may still be served; handed out as it is,
 * so that a hit makes no garbage.
 */
final class GuardedEntry implements ValueWrapper {

	private final @Nullable Object value;

	private final @Nullable Object group;

	private final long stamp;

	private volatile long checkedAt = Generations.NEVER_CHECKED;

	/**
	 * Creates an entry.
	 * @param value the value, which may be {@code null}
	 * @param group the group of the entry; {@code null} for none
	 * @param stamp the stamp taken before the value was read
	 */
	GuardedEntry(@Nullable Object value, @Nullable Object group, long stamp) {
		this.value = value;
		this.group = group;
		this.stamp = stamp;
	}

	@Override
	public @Nullable Object get() {
		return this.value;
	}

	@Nullable Object group() {
		return this.group;
	}

	long stamp() {
		return this.stamp;
	}

	/**
	 * How many evictions the cache had seen when the entry was last found fresh.
	 */
	long checkedAt() {
		return this.checkedAt;
	}

	void checkedAt(long evictions) {
		this.checkedAt = evictions;
	}

}
