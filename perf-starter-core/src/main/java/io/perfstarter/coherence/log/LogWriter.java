package io.perfstarter.coherence.log;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.protocol.Event;

/**
 * Writes the evictions of this instance, and its changes in progress, to an
 * {@link InvalidationLog}. A failure does not reach the caller: evictions that cannot be
 * written are written later, as evictions of all entries. Thread-safe.
 */
public final class LogWriter {

	private static final Runnable NOTHING = () -> {
	};

	private final InvalidationLog log;

	private final LogTimings timings;

	private final LogSurroundings surroundings;

	private final LogListener listener;

	private final AtomicLong number = new AtomicLong();

	// The changes in progress that are in the log. Guarded by itself, also while the log
	// is written to, so that a renewal does not restore a change that has ended.
	private final Map<String, Set<String>> held = new HashMap<>();

	// The caches with evictions that could not be written. Guarded by itself.
	private final Set<String> unwritten = new HashSet<>();

	private volatile boolean closed;

	/**
	 * Creates a writer, which renews no changes until it is started.
	 * @param log the log
	 * @param timings the timings
	 * @param surroundings the environment
	 * @param listener receives the events of the writer
	 */
	public LogWriter(InvalidationLog log, LogTimings timings, LogSurroundings surroundings, LogListener listener) {
		this.log = log;
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
				renew();
				writeAgain();
				start();
			}
		});
	}

	/**
	 * Adds evictions to the transaction of the current thread, before its commit.
	 * @param events the evictions
	 * @return {@code false} if the transaction is not one of the log's database, so that
	 * the evictions must be written after the commit
	 */
	public boolean join(List<Event> events) {
		try {
			return this.log.join(events);
		}
		catch (RuntimeException ex) {
			this.listener.writeFailed(caches(events), ex);
			return false;
		}
	}

	/**
	 * Begins a change, before it can be visible to others.
	 * @param caches the names of the caches that it may make stale
	 * @return ends the change, after its evictions were written or it was rolled back;
	 * may be called more than once
	 */
	public Runnable begin(Collection<String> caches) {
		String change = this.log.origin() + "/" + this.number.incrementAndGet();
		Set<String> changed = Set.copyOf(caches);
		try {
			this.log.hold(Map.of(change, changed));
		}
		catch (RuntimeException ex) {
			this.listener.writeFailed(changed, ex);
			return NOTHING;
		}
		synchronized (this.held) {
			this.held.put(change, changed);
		}
		AtomicBoolean ended = new AtomicBoolean();
		return () -> {
			if (ended.compareAndSet(false, true)) {
				end(change, changed);
			}
		};
	}

	/**
	 * Ends a change. If that fails, the other instances end it when it is not renewed.
	 */
	private void end(String change, Set<String> caches) {
		synchronized (this.held) {
			this.held.remove(change);
			try {
				this.log.release(change);
			}
			catch (RuntimeException ex) {
				this.listener.writeFailed(caches, ex);
			}
		}
	}

	/**
	 * Writes evictions, which are visible to others when this method returns unless the
	 * log cannot be written.
	 * @param events the evictions of one transaction or call
	 */
	public void append(List<Event> events) {
		try {
			this.log.append(events);
		}
		catch (RuntimeException ex) {
			List<String> caches = caches(events);
			synchronized (this.unwritten) {
				this.unwritten.addAll(caches);
			}
			this.listener.writeFailed(caches, ex);
			synchronized (this.held) {
				caches.forEach((cache) -> this.held.put(unwritten(cache), Set.of(cache)));
			}
			renew();
		}
	}

	/**
	 * Returns the id of a change that is in progress until all entries of the cache are
	 * evicted.
	 */
	private String unwritten(String cache) {
		return this.log.origin() + "/unwritten/" + cache;
	}

	private void renew() {
		synchronized (this.held) {
			if (!this.held.isEmpty()) {
				try {
					this.log.hold(Map.copyOf(this.held));
				}
				catch (RuntimeException ex) {
					this.held.values().forEach((caches) -> this.listener.writeFailed(caches, ex));
				}
			}
		}
	}

	private void writeAgain() {
		Set<String> caches;
		synchronized (this.unwritten) {
			caches = Set.copyOf(this.unwritten);
			this.unwritten.clear();
		}
		if (!caches.isEmpty()) {
			append(caches.stream().map(Event::all).toList());
			Set<String> still;
			synchronized (this.unwritten) {
				still = Set.copyOf(this.unwritten);
			}
			caches.stream()
				.filter((cache) -> !still.contains(cache))
				.forEach((cache) -> end(unwritten(cache), Set.of(cache)));
			if (still.isEmpty()) {
				this.listener.writtenAgain();
			}
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
