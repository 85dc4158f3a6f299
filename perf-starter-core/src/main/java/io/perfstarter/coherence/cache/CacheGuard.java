package io.perfstarter.coherence.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.perfstarter.coherence.protocol.Certificate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * The shared state of all guarded caches of this instance: the clock, the freshness
 * watermark, the put gate, the current reads of each thread, and the counts of rejected
 * puts and hits. Thread-safe.
 */
public final class CacheGuard {

	private static final Log logger = LogFactory.getLog(CacheGuard.class);

	private final Certificate certificate;

	private final PutGate gate;

	private final LongSupplier clock;

	private final Ticks ticks;

	private final CurrentTransaction transaction = new CurrentTransaction();

	private final ThreadLocal<@Nullable OpenReads> openReads = new ThreadLocal<>();

	private final LongAdder[] refusedPuts = counters(PutRefusal.values().length);

	private final LongAdder[] refusedHits = counters(HitRefusal.values().length);

	private final AtomicBoolean gateFailed = new AtomicBoolean();

	/**
	 * Creates the guard of an instance.
	 * @param certificate the freshness watermark, checked at every hit
	 * @param gate checked before a loaded value is cached
	 * @param clock a monotonic clock in nanoseconds, the same as that of the certificate
	 */
	public CacheGuard(Certificate certificate, PutGate gate, LongSupplier clock) {
		this.certificate = certificate;
		this.gate = gate;
		this.clock = clock;
		this.ticks = new Ticks(clock);
	}

	/**
	 * Guards a cache.
	 * @param store the store of the entries, which must hold them on this heap and must
	 * not be used otherwise
	 * @param group computes the group of an entry, {@code null} for a cache without
	 * groups
	 * @param timeToLive the maximum age of a value since its read, {@code null} if only
	 * the store expires its entries
	 * @return the guarded cache
	 */
	public Cache guard(Cache store, @Nullable GroupExpression group, @Nullable Duration timeToLive) {
		return new GuardedCache(store, group, timeToLive, this);
	}

	/**
	 * Guards a cache whose store alone expires its entries.
	 * @param store the store of the entries
	 * @param group computes the group of an entry, {@code null} for a cache without
	 * groups
	 * @return the guarded cache
	 */
	public Cache guard(Cache store, @Nullable GroupExpression group) {
		return guard(store, group, null);
	}

	/**
	 * Returns the number of values that were not cached.
	 * @param reason the reason
	 * @return the number of values
	 */
	public long count(PutRefusal reason) {
		return this.refusedPuts[reason.ordinal()].sum();
	}

	/**
	 * Returns the number of entries that were found but not served.
	 * @param reason the reason
	 * @return the number of entries
	 */
	public long count(HitRefusal reason) {
		return this.refusedHits[reason.ordinal()].sum();
	}

	void refused(PutRefusal reason) {
		this.refusedPuts[reason.ordinal()].increment();
	}

	void refused(HitRefusal reason) {
		this.refusedHits[reason.ordinal()].increment();
	}

	Certificate certificate() {
		return this.certificate;
	}

	long now() {
		return this.clock.getAsLong();
	}

	Ticks ticks() {
		return this.ticks;
	}

	CurrentTransaction transaction() {
		return this.transaction;
	}

	/**
	 * Starts the read of a value.
	 */
	Read read() {
		return new Read(this.ticks.next(), this.transaction.stamp());
	}

	OpenReads openReads() {
		OpenReads reads = this.openReads.get();
		if (reads == null) {
			reads = new OpenReads();
			this.openReads.set(reads);
		}
		return reads;
	}

	/**
	 * Records that an entry is served to the current thread.
	 */
	void served(long stamp) {
		OpenReads reads = this.openReads.get();
		if (reads != null) {
			reads.served(stamp);
		}
	}

	void askGate(Read read) {
		if (read.stamp() == PutGate.NEVER) {
			return;
		}
		try {
			read.knownAt(this.gate.knownAt(read.stamp()));
		}
		catch (RuntimeException ex) {
			read.knownAt(PutGate.NEVER);
			if (this.gateFailed.compareAndSet(false, true)) {
				logger.warn("The check before a cache put failed; such values are not cached", ex);
			}
		}
	}

	private static LongAdder[] counters(int number) {
		return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
	}

	/**
	 * The reason for which a value was not cached.
	 */
	public enum PutRefusal {

		/**
		 * The key, group or cache of the value was evicted after the read.
		 */
		EVICTED,

		/**
		 * The key, group or cache of the value was evicted after the transaction began,
		 * or the transaction changed it or did not commit.
		 */
		TRANSACTION,

		/**
		 * A change in progress may affect the value.
		 */
		WITHHELD,

		/**
		 * The {@link PutGate} reports the value as too old or of unknown age.
		 */
		GATE,

		/**
		 * The caches are bypassed, because this instance has no contact with peers.
		 */
		BYPASS,

		/**
		 * The time of the read is unknown.
		 */
		UNKNOWN

	}

	/**
	 * The reason for which an entry was not served.
	 */
	public enum HitRefusal {

		/**
		 * The key, group or cache of the entry was evicted after its value was read.
		 */
		EVICTED,

		/**
		 * The time-to-live of the entry has passed.
		 */
		EXPIRED,

		/**
		 * The entry is older than the {@link Certificate} allows.
		 */
		CERTIFICATE,

		/**
		 * A change in progress affects the entry.
		 */
		WITHHELD

	}

}
