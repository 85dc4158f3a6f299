package io.perfstarter.coherence.guard;

import java.io.Serializable;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache.ValueWrapper;

/**
 * A cached value with the data that decides whether it may still be served. Returned to
 * callers directly, so that a hit allocates nothing. Serializable for a store that copies
 * entries on this heap; the load timestamp is valid only in this process.
 */
@SuppressWarnings("serial")
final class GuardedEntry implements ValueWrapper, Serializable {

	private static final long serialVersionUID = 1L;

	private final @Nullable Object value;

	private final @Nullable Object group;

	private final long stamp;

	private final long keyStamp;

	private final long clearStamp;

	private final long asOf;

	private final boolean ofUnknownAge;

	private volatile long checkedAt = Generations.NEVER_CHECKED;

	/**
	 * Creates an entry.
	 * @param value the value, which may be {@code null}
	 * @param group the group of the entry; {@code null} for none
	 * @param stamp the load timestamp, taken before the value was read
	 * @param keyStamp the last eviction of its key that the value takes into account; the
	 * load timestamp, unless a change stored the value that evicted the key itself
	 * @param clearStamp the last eviction of all entries that the value takes into
	 * account; the load timestamp, unless the same request or transaction has evicted
	 * them before
	 * @param asOf the time as of which the value is known to be current
	 * @param ofUnknownAge whether the value originates from another cache
	 */
	GuardedEntry(@Nullable Object value, @Nullable Object group, long stamp, long keyStamp, long clearStamp, long asOf,
			boolean ofUnknownAge) {
		this.value = value;
		this.group = group;
		this.stamp = stamp;
		this.keyStamp = keyStamp;
		this.clearStamp = clearStamp;
		this.asOf = asOf;
		this.ofUnknownAge = ofUnknownAge;
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

	long keyStamp() {
		return this.keyStamp;
	}

	long clearStamp() {
		return this.clearStamp;
	}

	long asOf() {
		return this.asOf;
	}

	/**
	 * Returns whether the value may be older than all its timestamps.
	 */
	boolean isOfUnknownAge() {
		return this.ofUnknownAge;
	}

	/**
	 * Returns the number of evictions of the cache at the last check that found the entry
	 * fresh.
	 */
	long checkedAt() {
		return this.checkedAt;
	}

	void checkedAt(long evictions) {
		this.checkedAt = evictions;
	}

}
