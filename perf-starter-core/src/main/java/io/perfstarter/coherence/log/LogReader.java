package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Reads an {@link InvalidationLog} again and again, applies its evictions, and advances
 * the freshness watermark to the time of the question less the lag of the answer. What
 * was committed before this time is in the answer.
 *
 * <p>
 * A change in progress that is new in an answer began after the previous answer, so the
 * watermark of its caches stays at the time of the previous answer. Thread-safe; the
 * timer executes the tasks one after the other.
 */
public final class LogReader {

	private final InvalidationLog log;

	private final LogTimings timings;

	private final LocalCopies copies;

	private final FreshnessWatermark watermark;

	private final Surroundings surroundings;

	private final LogListener listener;

	// Guarded by the lock of this object, as the watermark is.
	private boolean closed;

	// The fields below are confined to the thread of the timer.

	private @Nullable LogPosition position;

	// The time up to which the log is known.
	private long known;

	// Whether changes in progress may be missing, because a promotion may have lost them.
	private boolean settling;

	private long settled;

	private Map<String, Seen> pending = Map.of();

	private volatile int members;

	private long nextMaintenance;

	/**
	 * Creates a reader, which is inactive until it is started.
	 * @param log the log
	 * @param timings the timings
	 * @param copies the caches of this instance
	 * @param watermark the freshness watermark of this instance, with the same clock
	 * @param surroundings the environment
	 * @param listener receives the events of the reader
	 */
	public LogReader(InvalidationLog log, LogTimings timings, LocalCopies copies, FreshnessWatermark watermark,
			Surroundings surroundings, LogListener listener) {
		this.log = log;
		this.timings = timings;
		this.copies = copies;
		this.watermark = watermark;
		this.surroundings = surroundings;
		this.listener = listener;
	}

	/**
	 * Reads the log from now on. Until it has been read, entries are served by their own
	 * age only.
	 */
	public void start() {
		this.watermark.awaitPeers();
		this.nextMaintenance = this.surroundings.now();
		this.surroundings.after(Duration.ZERO, this::readAndRepeat);
	}

	/**
	 * Returns the number of instances that read the log.
	 * @return the number, zero if it is not known
	 */
	public int members() {
		return this.members;
	}

	private void readAndRepeat() {
		if (isClosed()) {
			return;
		}
		long asked = this.surroundings.now();
		Duration interval = this.timings.interval(this.members);
		boolean waited = false;
		try {
			waited = read(asked, interval) && this.log.waits();
			maintain(asked);
		}
		finally {
			long rest = waited ? 0 : asked + this.surroundings.jittered(interval).toNanos() - this.surroundings.now();
			this.surroundings.after(Duration.ofNanos(Math.max(rest, 0)), this::readAndRepeat);
		}
	}

	private boolean read(long asked, Duration interval) {
		try {
			LogReading reading = this.log.read(this.position, interval);
			apply(reading, asked);
			this.listener.read();
			return true;
		}
		catch (RuntimeException ex) {
			unlessClosed(() -> this.listener.readFailed(ex));
			return false;
		}
	}

	private void apply(LogReading reading, long asked) {
		long now = this.surroundings.now();
		long complete = asked - reading.lag().toNanos();
		boolean continued = reading.continuity() == Continuity.CONTINUED;
		if (!continued) {
			this.pending = Map.of();
			this.listener.missed(reading.continuity());
		}
		if (!continued && reading.continuity() != Continuity.DEPARTURE) {
			this.settling = true;
			this.settled = now + this.timings.settling().toNanos();
		}
		evict(reading.events());
		reading.events().forEach((event) -> doubt(event, now));
		if (this.settling || !continued) {
			this.watermark.missedUpTo(now);
		}
		Map<String, Long> behind = behind(reading.pending(), continued ? this.known : complete, asked);
		this.settling = this.settling && asked < this.settled;
		if (!this.settling) {
			advance(complete, behind);
		}
		this.position = reading.end();
		this.known = complete;
	}

	private void evict(List<Event> events) {
		List<Event> known = events.stream()
			.filter((event) -> event.scope() != Scope.DOUBT && this.copies.knows(event.cache()))
			.toList();
		try {
			if (!known.isEmpty()) {
				this.copies.evict(known);
			}
		}
		catch (RuntimeException ex) {
			// Guarded caches already reject these entries.
			this.listener.evictionFailed(ex);
		}
	}

	private void doubt(Event event, long now) {
		if (event.scope() == Scope.DOUBT && event.ids().get(0) instanceof Long millis) {
			this.watermark.doubted(event.cache(), now + TimeUnit.MILLISECONDS.toNanos(millis));
		}
	}

	/**
	 * Returns the times at which the watermarks of single caches stay.
	 * @param pending the changes in progress
	 * @param before a time before which no new change has become visible
	 * @param asked the time of the question
	 */
	private Map<String, Long> behind(List<PendingChange> pending, long before, long asked) {
		Map<String, Seen> still = new HashMap<>();
		Map<String, Long> behind = new HashMap<>();
		for (PendingChange change : pending) {
			Seen seen = this.pending.getOrDefault(change.id(), new Seen(before, change.renewals(), asked));
			if (seen.renewals() != change.renewals()) {
				seen = new Seen(seen.since(), change.renewals(), asked);
			}
			else if (asked - seen.renewedAt() > this.timings.maxStaleness().toNanos()) {
				abandon(change);
			}
			still.put(change.id(), seen);
			long since = seen.since();
			change.caches().forEach((cache) -> behind.merge(cache, since, Math::min));
		}
		this.pending = still;
		return behind;
	}

	/**
	 * Ends a change. The next answer contains its evictions, and until then the
	 * watermarks of its caches stay.
	 */
	private void abandon(PendingChange change) {
		try {
			this.log.abandon(change);
			this.listener.abandoned(change);
		}
		catch (RuntimeException ex) {
			unlessClosed(() -> this.listener.maintenanceFailed(ex));
		}
	}

	private void maintain(long asked) {
		if (asked < this.nextMaintenance) {
			return;
		}
		this.nextMaintenance = asked + this.surroundings.jittered(this.timings.maintenance()).toNanos();
		try {
			this.members = this.log.maintain();
		}
		catch (RuntimeException ex) {
			unlessClosed(() -> this.listener.maintenanceFailed(ex));
		}
	}

	/**
	 * Reports a failure, unless the stop of this instance may be its cause.
	 */
	private void unlessClosed(Runnable report) {
		if (!isClosed()) {
			report.run();
		}
	}

	private synchronized void advance(long moment, Map<String, Long> behind) {
		if (!this.closed) {
			this.watermark.heardUpTo(moment, behind);
		}
	}

	private synchronized boolean isClosed() {
		return this.closed;
	}

	/**
	 * Reads no more, and bypasses the caches from now on.
	 */
	public synchronized void close() {
		this.closed = true;
		this.watermark.bypass();
	}

	/**
	 * A change in progress as it was read.
	 *
	 * @param since a time before which it has not become visible
	 * @param renewals the number of its renewals
	 * @param renewedAt the time at which this number was read first
	 */
	private record Seen(long since, long renewals, long renewedAt) {
	}

}
