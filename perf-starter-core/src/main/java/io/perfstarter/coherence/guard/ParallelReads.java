package io.perfstarter.coherence.guard;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import io.perfstarter.coherence.protocol.FreshnessWatermark;

/**
 * The entries that other threads may have received for a load during the TTL fallback.
 *
 * <p>
 * While the freshness watermark is valid, no value is older than the watermark at the
 * begin of its load, whatever entries it is computed from. In the TTL fallback, an entry
 * served to a thread that serves no request counts for all loads in progress. If the
 * watermark becomes valid or invalid meanwhile, the value counts as old as the oldest
 * entry that may be served. Thread-safe: guarded by one lock, which is held in the TTL
 * fallback only.
 */
final class ParallelReads {

	private static final long CERTIFIED = -1;

	private static final long ALONE = -2;

	private static final long BYPASS = -3;

	private final FreshnessWatermark watermark;

	private final ReentrantLock lock = new ReentrantLock();

	private final ServedValues served = new ServedValues();

	private final AtomicLong valuesOfUnknownAge = new AtomicLong();

	ParallelReads(FreshnessWatermark watermark) {
		this.watermark = watermark;
	}

	/**
	 * Starts a read.
	 * @return its sequence number in the TTL fallback, otherwise the mode of serving
	 */
	long begin() {
		if (!this.watermark.isAnyServedByAge()) {
			return mode();
		}
		this.lock.lock();
		try {
			return this.served.begin();
		}
		finally {
			this.lock.unlock();
		}
	}

	private long mode() {
		if (this.watermark.isBypass()) {
			return BYPASS;
		}
		return this.watermark.isAlone() ? ALONE : CERTIFIED;
	}

	/**
	 * Records that an entry is served to a thread that serves no request.
	 * @param asOf the time as of which the entry is known to be current
	 */
	void served(long asOf) {
		if (this.watermark.mayServeByAge(asOf)) {
			this.lock.lock();
			try {
				this.served.served(asOf);
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	/**
	 * Records that a thread that serves no request has received a value of unknown age.
	 */
	void servedOfUnknownAge() {
		this.valuesOfUnknownAge.incrementAndGet();
	}

	/**
	 * Returns the number of values of unknown age so far.
	 */
	long valuesOfUnknownAge() {
		return this.valuesOfUnknownAge.get();
	}

	/**
	 * Returns the time as of which all entries that other threads may have received for a
	 * read were current.
	 * @param sequence the result of {@link #begin}
	 * @param began the begin of the read
	 */
	long oldestSince(long sequence, long began) {
		if (sequence == CERTIFIED) {
			return Long.MAX_VALUE;
		}
		boolean expired = this.watermark.isAnyServedByAge();
		if (expired != sequence > 0 || (!expired && mode() != sequence)) {
			return began - this.watermark.maxStaleness();
		}
		if (!expired) {
			return Long.MAX_VALUE;
		}
		this.lock.lock();
		try {
			return this.served.oldestSince(sequence);
		}
		finally {
			this.lock.unlock();
		}
	}

}
