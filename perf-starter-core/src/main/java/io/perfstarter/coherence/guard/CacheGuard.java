package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.ThreadReads.Miss;
import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The shared state of all guarded caches of this instance: the clock, the freshness
 * watermark, the put gate, the reads of each thread, and the counts of rejected puts and
 * hits. Thread-safe.
 */
public final class CacheGuard {

	private static final Log logger = LogFactory.getLog(CacheGuard.class);

	private final FreshnessWatermark watermark;

	private final PutGate gate;

	private final LongSupplier clock;

	private final Ticks ticks;

	private final CurrentTransaction transaction = new CurrentTransaction(() -> account().silentRollbacks());

	private final CacheSurroundings surroundings;

	private final ThreadLocal<@Nullable ThreadReads> threads = new ThreadLocal<>();

	private final ParallelReads parallelReads;

	private final LongAdder[] refusedPuts = counters(PutRefusal.values().length);

	private final LongAdder[] refusedHits = counters(HitRefusal.values().length);

	private final LongAdder[] servedInDoubt = counters(Doubt.values().length);

	private final LongAdder[] refusedInDoubt = counters(Doubt.values().length);

	// Whether any loaded value may originate from another cache that is not observed.
	private volatile boolean agesUnknown;

	private final AtomicBoolean gateFailed = new AtomicBoolean();

	/**
	 * Creates the guard of an instance.
	 * @param watermark the freshness watermark, checked at every hit
	 * @param gate checked before a loaded value is cached
	 * @param clock a monotonic clock in nanoseconds, the same as the clock of the
	 * watermark
	 * @param surroundings the work of the current thread
	 */
	public CacheGuard(FreshnessWatermark watermark, PutGate gate, LongSupplier clock, CacheSurroundings surroundings) {
		this.surroundings = surroundings;
		this.parallelReads = new ParallelReads(watermark);
		this.watermark = watermark;
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
	 * Returns the meters of the rejected puts and hits, and of the hits in doubt.
	 * @return the meters
	 */
	public MeterBinder meters() {
		return new GuardMeters(this);
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

	/**
	 * Returns the number of entries that were found in doubt.
	 * @param cause the cause of the doubt
	 * @param served whether they were young enough to be served
	 * @return the number of entries
	 */
	public long count(Doubt cause, boolean served) {
		return (served ? this.servedInDoubt : this.refusedInDoubt)[cause.ordinal()].sum();
	}

	void refused(HitRefusal reason, @Nullable Doubt doubt) {
		this.refusedHits[reason.ordinal()].increment();
		if (doubt != null && reason == HitRefusal.CERTIFICATE) {
			this.refusedInDoubt[doubt.ordinal()].increment();
		}
	}

	FreshnessWatermark watermark() {
		return this.watermark;
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

	Read read() {
		boolean afresh = PersistenceContexts.bound().isEmpty() && !account().hasBeenSuspended();
		return readSince(Long.MAX_VALUE, afresh);
	}

	/**
	 * Returns the read of a value that may have been read at any time during the current
	 * request or transaction.
	 */
	Read readSinceUnitOfWork() {
		return readSince(unitOfWorkBegin(), true);
	}

	/**
	 * Returns the time since when the current request or transaction may have read a
	 * value.
	 */
	long stampSinceUnitOfWork() {
		return Math.min(this.ticks.next(), oldestSince(unitOfWorkBegin()));
	}

	private long unitOfWorkBegin() {
		RequestBegin request = this.surroundings.request().get();
		return (request != null) ? request.stamp() : unitOfWork().oldestDiscarded();
	}

	/**
	 * Returns the oldest time from which a value may originate. An eviction of the same
	 * nanosecond counts as later.
	 * @return {@link PutGate#NEVER} if the begin of the transaction is unknown
	 */
	private long oldestSince(long begin) {
		long oldest = account().oldestRead();
		if (oldest == Long.MIN_VALUE) {
			return PutGate.NEVER;
		}
		return Math.min(oldest - 1, Math.min(begin, persistenceContextBegin()));
	}

	private Read readSince(long begin, boolean afresh) {
		long now = this.ticks.next();
		long oldest = oldestSince(begin);
		boolean unseen = this.transaction.mayWrite() && !account().observesStatements();
		return new Read(thread(), this.parallelReads, now, oldest, this.watermark.currentAt(now),
				this.transaction.mayWrite() || account().mayReadUncommitted(), this.agesUnknown || unseen, rollbacks(),
				afresh);
	}

	/**
	 * Returns whether a value to be stored now may be uncommitted.
	 */
	boolean mayBeUncommitted(Read read) {
		return isRolledBack(read) || account().mayReadUncommitted();
	}

	boolean isRolledBack(Read read) {
		return read.isRolledBack(thread(), rollbacks());
	}

	long rollbacks() {
		return account().rollbacks();
	}

	private TransactionAccount account() {
		return this.surroundings.account();
	}

	/**
	 * Returns the earliest begin of a bound persistence context. If no transaction has
	 * opened the context, it may be as old as the request, as with open-in-view.
	 */
	private long persistenceContextBegin() {
		List<Object> bound = PersistenceContexts.bound();
		OpenTransaction outermost = account().outermost();
		if (bound.isEmpty() || outermost != null && bound.stream().noneMatch(outermost::found)) {
			return Long.MAX_VALUE;
		}
		RequestBegin request = this.surroundings.request().get();
		return (request != null) ? request.stamp() : PutGate.NEVER;
	}

	private ThreadReads thread() {
		ThreadReads reads = this.threads.get();
		if (reads == null) {
			reads = new ThreadReads();
			this.threads.set(reads);
		}
		return reads;
	}

	/**
	 * Returns the record of the current thread, without what belongs to another request
	 * or transaction.
	 */
	private ThreadReads unitOfWork() {
		Object request = this.surroundings.request().get();
		return thread().in((request != null) ? request : account().outermost(), rollbacks());
	}

	/**
	 * Returns the begin of a request that starts on the current thread.
	 * @return the begin, to be supplied to the {@link CacheSurroundings}
	 */
	public RequestBegin requestBegins() {
		thread().servingRequest(true, rollbacks());
		return new RequestBegin(this.ticks.next());
	}

	/**
	 * Forgets the misses of the current thread at the end of a request.
	 */
	public void requestEnds() {
		ThreadReads reads = this.threads.get();
		if (reads != null) {
			reads.servingRequest(false, rollbacks());
		}
	}

	/**
	 * Records a miss for a possible put of the loaded value. An earlier miss stays,
	 * because the value may have been loaded before this miss.
	 */
	void missed(EntryId entry) {
		ThreadReads reads = unitOfWork();
		Miss earlier = reads.miss(entry);
		if (earlier == null || !isCurrent(earlier)) {
			reads.missed(entry, new Miss(read(), account().writes(), account().statements()));
		}
	}

	/**
	 * Ends and returns the miss of an entry in the current request or transaction.
	 */
	@Nullable Miss forget(EntryId entry) {
		return unitOfWork().take(entry);
	}

	/**
	 * Makes a read that began with a miss as old as the put value may be. The caller may
	 * have read the value at any time in its request or transaction, or at any time at
	 * all without them.
	 */
	Read sinceUnitOfWork(Read read) {
		RequestBegin request = this.surroundings.request().get();
		if (request != null) {
			read.mayBeFrom(request.stamp());
		}
		return ofKnownUnit(read);
	}

	/**
	 * Marks the value of a read to be served by its own age only, if it may have been
	 * read at any time.
	 */
	Read ofKnownUnit(Read read) {
		if (!unitOfWork().isInKnownUnit()) {
			read.ofUnknownAge();
		}
		return read;
	}

	/**
	 * Returns whether a transaction within the current request or transaction did not
	 * commit, so that a value that is put now may be lost.
	 */
	boolean hasRolledBack() {
		return unitOfWork().rollbacksBefore() != rollbacks();
	}

	/**
	 * Returns what a put after a miss stores.
	 * @param miss the miss, {@code null} if there was none
	 */
	Origin originOf(@Nullable Miss miss) {
		if (miss == null || !isCurrent(miss)) {
			return Origin.CHANGE;
		}
		long writes = account().writes();
		boolean observed = writes != TransactionAccount.UNKNOWN && miss.writes() != TransactionAccount.UNKNOWN;
		if (observed && writes != miss.writes() || this.transaction.mayWrite() && !observed) {
			return Origin.CHANGE;
		}
		return (observed && account().statements() != miss.statements()) ? Origin.LOAD : Origin.DOUBTFUL;
	}

	private boolean isCurrent(Miss miss) {
		return thread().isInKnownUnit() || now() - miss.read().began() <= this.watermark.maxStaleness();
	}

	@Nullable CacheChanges changes() {
		return this.surroundings.changes().get();
	}

	OwnEvictions ownEvictions() {
		return this.transaction.mayWrite() ? this.transaction.evictions() : unitOfWork().evictions();
	}

	/**
	 * Returns the record of the current transaction or request, {@code null} if it has
	 * none.
	 */
	@Nullable OwnEvictions currentEvictions() {
		OwnEvictions ofTransaction = this.transaction.currentEvictions();
		if (ofTransaction != null) {
			return ofTransaction;
		}
		ThreadReads reads = this.threads.get();
		return (reads != null) ? reads.evictions() : null;
	}

	/**
	 * Returns the last eviction of all entries that a value takes into account. The
	 * current request or transaction may have evicted them itself before the read.
	 * Without a request or transaction, the thread may have evicted them for another
	 * caller.
	 */
	long clearStamp(GuardedStore store, Read read, long origin) {
		long stamp = read.stamp();
		ThreadReads reads = unitOfWork();
		if (!read.isOf(reads)) {
			return stamp;
		}
		if (reads.isInKnownUnit()) {
			stamp = reads.evictions().clearStamp(store, stamp, origin);
		}
		OwnEvictions ofTransaction = this.transaction.currentEvictions();
		return (ofTransaction != null) ? ofTransaction.clearStamp(store, stamp, origin) : stamp;
	}

	/**
	 * Records that the current thread receives a loaded value.
	 */
	void served(long stamp, boolean ofUnknownAge) {
		ThreadReads reads = this.threads.get();
		if (reads != null) {
			reads.served().served(stamp);
		}
		if (ofUnknownAge) {
			servedOfUnknownAge();
		}
	}

	/**
	 * Records that the current thread has received a value whose age is unknown, such as
	 * one of Hibernate's second-level cache. Values computed from it are served for
	 * max-staleness at most.
	 */
	public void servedOfUnknownAge() {
		ThreadReads reads = thread();
		reads.served().servedOfUnknownAge();
		if (!reads.isServingRequest()) {
			this.parallelReads.servedOfUnknownAge();
		}
	}

	/**
	 * Lets each value that is loaded from now on be served for max-staleness at most.
	 */
	public void agesAreUnknown() {
		this.agesUnknown = true;
	}

	/**
	 * Records that an entry is served to the current thread.
	 * @param doubt why it is served for max-staleness at most, {@code null} if it is not
	 * @return {@code false} if the thread must not receive cached entries
	 */
	boolean hit(GuardedEntry entry, @Nullable Doubt doubt) {
		if (doubt != null) {
			this.servedInDoubt[doubt.ordinal()].increment();
		}
		if (doubt == Doubt.UNSEEN_CHANGE || entry.isOfUnknownAge()) {
			servedOfUnknownAge();
		}
		long asOf = entry.asOf();
		ThreadReads reads = this.threads.get();
		if (reads != null) {
			if (reads.isBypassing()) {
				return false;
			}
			reads.served().served(asOf);
		}
		if (reads == null || !reads.isServingRequest()) {
			this.parallelReads.served(asOf);
		}
		return true;
	}

	/**
	 * Runs a task on the current thread that receives no cached entries.
	 */
	<T extends @Nullable Object> T bypassing(Callable<T> task) throws Exception {
		ThreadReads reads = thread();
		reads.bypassing(true);
		try {
			return task.call();
		}
		finally {
			reads.bypassing(false);
		}
	}

	/**
	 * Returns the audit if it selects the next hit of a cache. Returns {@code null} in a
	 * writing transaction, because the audit cannot see what this has changed.
	 */
	@Nullable CacheAudit audit(String cache) {
		CacheAudit audit = this.surroundings.audit().get();
		return (audit != null && !this.transaction.mayWrite() && audit.selects(cache)) ? audit : null;
	}

	/**
	 * Adds to the read what the current thread has received from caches meanwhile.
	 */
	void received(Read read) {
		read.received(thread(), rollbacks());
		long oldest = account().oldestRead();
		if (oldest != Long.MIN_VALUE && oldest < read.began()) {
			// This thread has used a connection whose transaction another one has begun.
			read.mayBeFrom(oldest - 1);
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
				logger.warn("A PutGate failed; a value that it cannot check is not cached", ex);
			}
		}
	}

	private static LongAdder[] counters(int number) {
		return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
	}

	/**
	 * What a caller puts into a cache.
	 */
	enum Origin {

		/**
		 * A value that observed statements have read since the miss of the same request
		 * or transaction, with nothing written since. Without a request or transaction,
		 * the miss is recent.
		 */
		LOAD,

		/**
		 * A value after a miss, but no observed statement has loaded it, or it is unknown
		 * whether something was written.
		 */
		DOUBTFUL,

		/**
		 * A new value.
		 */
		CHANGE

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
		 * The transaction of the value prevents it: the key, group or cache was evicted
		 * after its begin, it changed the value or did not commit, it is read-only and
		 * the value was put, or the value may contain other uncommitted changes.
		 */
		TRANSACTION,

		/**
		 * A change in progress may affect the value.
		 */
		WITHHELD,

		/**
		 * The {@link PutGate} reports that the value is too old or that its age is
		 * unknown.
		 */
		GATE,

		/**
		 * The caches are bypassed, because this instance has left the group.
		 */
		BYPASS,

		/**
		 * The time of the read, or the begin of its persistence context, is unknown.
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
		 * The entry is older than the {@link FreshnessWatermark} allows.
		 */
		CERTIFICATE,

		/**
		 * A change in progress affects the entry.
		 */
		WITHHELD

	}

	/**
	 * Finds the persistence contexts that are bound to the current thread, which may hold
	 * entities that were read long before.
	 */
	static final class PersistenceContexts {

		private static final boolean PRESENT = ClassUtils.isPresent("org.springframework.orm.jpa.EntityManagerHolder",
				PersistenceContexts.class.getClassLoader());

		private PersistenceContexts() {
		}

		/**
		 * Returns the bound persistence contexts.
		 * @return their holders, to be compared by identity
		 */
		static List<Object> bound() {
			return PRESENT ? Holders.bound() : List.of();
		}

		/**
		 * A separate class, because Spring ORM is optional.
		 */
		private static final class Holders {

			private Holders() {
			}

			static List<Object> bound() {
				List<Object> holders = new ArrayList<>(1);
				for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
					if (resource instanceof EntityManagerHolder) {
						holders.add(resource);
					}
				}
				return holders;
			}

		}

	}

}
