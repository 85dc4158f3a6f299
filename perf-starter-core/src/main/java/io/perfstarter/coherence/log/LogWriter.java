package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Surroundings;

/**
 * Writes the evictions of this instance, and its changes in progress, to an
 * {@link InvalidationLog}. A failure does not reach the caller: evictions that cannot be
 * written are written later, as evictions of all entries. Thread-safe.
 */
public final class LogWriter {

	private static final Runnable NOTHING = () -> {
	};

	private final InvalidationLog log;

	private final String origin;

	private final LogTimings timings;

	private final Surroundings surroundings;

	private final LogListener listener;

	private final AtomicLong number = new AtomicLong();

	// Not a monitor, which would keep the carrier of a virtual thread.
	private final Lock lock = new ReentrantLock();

	// The changes in progress that are in the log, and one change for each cache whose
	// evictions could not be written. Guarded by the lock. A thread also holds the lock
	// while it renews or ends a change: a renewal must not restore an ended change.
	private final Map<String, Set<String>> held = new HashMap<>();

	// The end of the last written doubt about each cache. Guarded by the lock.
	private final Map<String, Long> doubted = new HashMap<>();

	private volatile boolean closed;

	/**
	 * Creates a writer, which renews no changes until it is started.
	 * @param log the log
	 * @param timings the timings
	 * @param surroundings the environment
	 * @param listener receives the events of the writer
	 */
	public LogWriter(InvalidationLog log, LogTimings timings, Surroundings surroundings, LogListener listener) {
		this.log = log;
		this.origin = log.origin();
		this.timings = timings;
		this.surroundings = surroundings;
		this.listener = listener;
	}

	/**
	 * Renews the changes in progress from now on, and writes what could not be written.
	 */
	public void start() {
		this.surroundings.after(this.timings.renewal(), () -> {
			if (!this.closed) {
				try {
					renew();
					writeAgain();
				}
				finally {
					start();
				}
			}
		});
	}

	/**
	 * Adds evictions to the transaction of the current thread, before its commit.
	 * @param events the evictions
	 * @return {@code false} if the transaction is of another database, so that the
	 * evictions must be written after the commit
	 */
	public boolean join(List<Event> events) {
		try {
			return this.log.join(events);
		}
		catch (RuntimeException | Error ex) {
			this.listener.writeFailed(caches(events), ex);
			return false;
		}
	}

	/**
	 * Begins a change, before it can be visible to others. If the log cannot be written,
	 * evicts all entries in the current transaction, if it is of the same database.
	 * @param caches the names of the caches that it may make stale
	 * @return ends the change, after its evictions were written or it was rolled back;
	 * may be called more than once
	 */
	public Runnable begin(Collection<String> caches) {
		String change = this.origin + "/" + this.number.incrementAndGet();
		Set<String> changed = Set.copyOf(caches);
		try {
			this.log.hold(Map.of(change, changed));
		}
		catch (RuntimeException | Error ex) {
			this.listener.writeFailed(changed, ex);
			join(changed.stream().map(Event::all).toList());
			return NOTHING;
		}
		locked(() -> this.held.put(change, changed));
		AtomicBoolean ended = new AtomicBoolean();
		return () -> {
			if (ended.compareAndSet(false, true)) {
				end(change, changed);
			}
		};
	}

	/**
	 * Ends a change. If this fails, the other instances end the change when it is not
	 * renewed.
	 */
	private void end(String change, Set<String> caches) {
		locked(() -> {
			this.held.remove(change);
			try {
				this.log.release(change);
			}
			catch (RuntimeException | Error ex) {
				this.listener.writeFailed(caches, ex);
			}
		});
	}

	/**
	 * Writes evictions. If this succeeds, others can see them when this method returns.
	 * @param events the evictions of one transaction or call
	 * @return whether they were written
	 */
	public boolean append(List<Event> events) {
		try {
			this.log.append(events);
			return true;
		}
		catch (RuntimeException | Error ex) {
			List<String> caches = caches(events);
			this.listener.writeFailed(caches, ex);
			locked(() -> {
				// A new set for each failure, so that writeAgain notices a later failure.
				caches.forEach((cache) -> this.held.put(unwritten(cache), new HashSet<>(Set.of(cache))));
				renew();
			});
			return false;
		}
	}

	/**
	 * Writes a doubt about a cache, unless an earlier doubt still lasts. A doubt lasts a
	 * quarter of the bound.
	 * @param cache the name of the cache
	 */
	public void doubt(String cache) {
		locked(() -> {
			long now = this.surroundings.now();
			Long until = this.doubted.get(cache);
			if (until == null || until - now <= 0) {
				Duration duration = this.timings.renewal();
				if (append(List.of(Event.doubt(cache, duration)))) {
					this.doubted.put(cache, now + duration.toNanos());
				}
			}
		});
	}

	/**
	 * Returns the id of a change that is in progress until all entries of the cache are
	 * evicted.
	 */
	private String unwritten(String cache) {
		return this.origin + "/unwritten/" + cache;
	}

	private void renew() {
		locked(() -> {
			if (!this.held.isEmpty()) {
				try {
					this.log.hold(Map.copyOf(this.held));
				}
				catch (RuntimeException | Error ex) {
					this.held.values().forEach((caches) -> this.listener.writeFailed(caches, ex));
				}
			}
		});
	}

	/**
	 * Writes what could not be written, as evictions of all entries.
	 */
	public void writeAgain() {
		Map<String, Set<String>> failed = new HashMap<>();
		locked(() -> this.held.forEach((change, caches) -> {
			if (change.startsWith(unwritten(""))) {
				failed.put(change, caches);
			}
		}));
		if (failed.isEmpty()) {
			return;
		}
		List<String> caches = failed.values().stream().flatMap(Set::stream).toList();
		try {
			this.log.append(caches.stream().map(Event::all).toList());
		}
		catch (RuntimeException | Error ex) {
			this.listener.writeFailed(caches, ex);
			return;
		}
		locked(() -> failed.forEach((change, names) -> {
			if (this.held.get(change) == names) {
				end(change, names);
			}
		}));
		this.listener.writtenAgain();
	}

	private void locked(Runnable work) {
		this.lock.lock();
		try {
			work.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	private static List<String> caches(List<Event> events) {
		return events.stream().map(Event::cache).distinct().toList();
	}

	/**
	 * Tries once more to write what could not be written, and renews nothing any more.
	 */
	public void close() {
		this.closed = true;
		writeAgain();
	}

}
