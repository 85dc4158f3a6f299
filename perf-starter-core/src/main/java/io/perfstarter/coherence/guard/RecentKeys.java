package io.perfstarter.coherence.guard;

import java.util.Arrays;

/**
 * The keys that were stored last, by their hash codes, to tell an entry that is stored
 * again from one that is new.
 *
 * <p>
 * An estimate: a key is forgotten when another one needs its slot, and one of 65,536 new
 * keys is taken for a stored one. Takes two bytes per slot. Thread-safe without a lock: a
 * slot is written at once, and what a race loses is a part of the estimate.
 */
final class RecentKeys {

	/**
	 * The number of slots per entry of the cache: of twice as many keys in turn as the
	 * cache has room for, most are recognized.
	 */
	private static final int SLOTS_PER_ENTRY = 4;

	private static final int MIN_SLOTS = 1024;

	private static final int MAX_SLOTS = 1 << 20;

	private final short[] slots;

	private final int bits;

	/**
	 * Creates an empty set.
	 * @param entries the maximum number of entries of the cache
	 */
	RecentKeys(long entries) {
		int slots = (int) Math.max(MIN_SLOTS, Math.min(MAX_SLOTS / SLOTS_PER_ENTRY, entries) * SLOTS_PER_ENTRY);
		this.bits = Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1);
		this.slots = new short[1 << this.bits];
	}

	/**
	 * Adds a key.
	 * @return whether it was there
	 */
	boolean add(Object key) {
		int hash = spread(key.hashCode());
		short print = print(hash);
		boolean present = this.slots[slot(hash)] == print;
		this.slots[slot(hash)] = print;
		return present;
	}

	void remove(Object key) {
		int hash = spread(key.hashCode());
		if (this.slots[slot(hash)] == print(hash)) {
			this.slots[slot(hash)] = 0;
		}
	}

	void clear() {
		Arrays.fill(this.slots, (short) 0);
	}

	private int slot(int hash) {
		return hash >>> (Integer.SIZE - this.bits);
	}

	/**
	 * Returns the low bits, which are not 0: that is an empty slot.
	 */
	private static short print(int hash) {
		return (short) (((short) hash != 0) ? hash : 1);
	}

	/**
	 * Mixes all bits of a hash code into all others: the last steps of MurmurHash3.
	 */
	private static int spread(int code) {
		int hash = (code ^ (code >>> 16)) * 0x85ebca6b;
		hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
		return hash ^ (hash >>> 16);
	}

}
