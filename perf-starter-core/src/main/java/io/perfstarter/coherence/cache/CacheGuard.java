package io.perfstarter.coherence.cache;

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
 * What all guarded caches of this instance have in common: the clock, the certificate,
 * the put gate, the reads of each thread, and the counts of what was refused.
 * Thread-safe.
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
	 * @param certificate asked at every hit
	 * @param gate asked before a loaded value is kept
	 * @param clock {@link System#nanoTime()}, as for the certificate
	 */
	public CacheGuard(Certificate certificate, PutGate gate, LongSupplier clock) {
		this.certificate = certificate;
		this.gate = gate;
		this.clock = clock;
		this.ticks = new Ticks(clock);
	}

	/**
	 * Guards a cache.
	 * @param store holds the entries, by reference and as long as this instance; nobody
	 * else may use it
	 * @param group gives an entry its group; {@code null} for a cache without groups
	 * @return the cache to use instead
	 */
	public Cache guard(Cache store, @Nullable GroupExpression group) {
		return new GuardedCache(store, group, null, this);
	}

	/**
	 * How many values were not kept.
	 * @param reason why not
	 * @return their number
	 */
	public long count(PutRefusal reason) {
		return this.refusedPuts[reason.ordinal()].sum();
	}

	/**
	 * How many entries that were found were not served.
	 * @param reason why not
	 * @return their number
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
	 * A value is about to be read.
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
	 * A copy is served to the calling thread.
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
				logger.warn("The put gate failed; values for which it fails are not cached", ex);
			}
		}
	}

	private static LongAdder[] counters(int number) {
		return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
	}

	/**
	 * Why a value was not kept.
	 */
	public enum PutRefusal {

		/**
		 * Something that concerns it was evicted after it was read.
		 */
		EVICTED,

		/**
		 * Something that concerns it was evicted after its transaction began, or its
		 * transaction changed it, or did not commit.
		 */
		TRANSACTION,

		/**
		 * It was about to change.
		 */
		WITHHELD,

		/**
		 * The {@link PutGate} knows it to be too old, or does not know its age.
		 */
		GATE,

		/**
		 * The peers are not to be heard.
		 */
		BYPASS,

		/**
		 * Nobody knows when it was read.
		 */
		UNKNOWN

	}

	/**
	 * Why an entry was not served.
	 */
	public enum HitRefusal {

		/**
		 * Something that concerns it was evicted after its value was read.
		 */
		EVICTED,

		/**
		 * Its time to live is over.
		 */
		EXPIRED,

		/**
		 * The {@link Certificate} does not cover its age.
		 */
		CERTIFICATE,

		/**
		 * It is about to change.
		 */
		WITHHELD

	}

}
