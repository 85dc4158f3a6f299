package io.perfstarter.coherence.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import org.jspecify.annotations.Nullable;

/**
 * An invalidation log in a stream that no transaction contains: each member claims a time
 * up to which all its changes are in the stream, and the log is complete up to the lowest
 * claim. Thread-safe; one thread reads.
 *
 * <p>
 * Changes in progress stay in this instance, and hold back its claim.
 */
public final class RedisLog implements InvalidationLog, AutoCloseable {

	private static final long MICROSECOND = 1_000;

	private static final long PAUSE = Duration.ofSeconds(1).toNanos();

	private final String origin;

	private final LogStream stream;

	private final LongSupplier clock;

	// When each change in progress has begun.
	private final Map<String, Long> changes = new ConcurrentHashMap<>();

	// For each call that adds evictions now: a time before their changes.
	private final Map<Long, Long> adding = new ConcurrentHashMap<>();

	// The evictions that could not be added, by the name of the cache.
	private final Map<String, Unwritten> unwritten = new ConcurrentHashMap<>();

	private final AtomicLong appends = new AtomicLong();

	// The time at which a thread may try again to add evictions after a failure. Zero if
	// there was none.
	private final AtomicLong retryAt = new AtomicLong();

	private volatile int members;

	// The fields below are confined to the thread that reads.

	private @Nullable Heard heard;

	// The time up to which the log was complete.
	private long complete;

	/**
	 * Creates a log.
	 * @param origin the id of this incarnation of the instance
	 * @param stream the stream, which this log closes
	 * @param clock a monotonic clock in nanoseconds
	 */
	public RedisLog(String origin, LogStream stream, LongSupplier clock) {
		this.origin = origin;
		this.stream = stream;
		this.clock = clock;
	}

	@Override
	public String origin() {
		return this.origin;
	}

	/**
	 * Tries to read, and makes this instance a member. The bound does not cover earlier
	 * changes of this instance. Must be called before the first reading.
	 * @throws LogUnavailableException if the stream cannot be used; if it has received
	 * the claim, the other instances wait for this one
	 */
	public void register() {
		this.stream.await(Long.MAX_VALUE, Duration.ofMillis(1));
		claim(null);
	}

	@Override
	public boolean waits() {
		return true;
	}

	@Override
	public LogReading read(@Nullable LogPosition after, Duration interval) {
		long asked = this.clock.getAsLong();
		Heard last = this.heard;
		if (after == null || last == null) {
			return certify(after, asked);
		}
		Duration rest = interval.minusNanos(asked - last.asked());
		// Redis waits without limit if the time is zero.
		return (rest.toMillis() > 0) ? await(after, asked, rest) : certify(after, asked);
	}

	private LogReading await(LogPosition after, long asked, Duration rest) {
		long before = number(after);
		List<LogStream.StreamEntry> entries = this.stream.await(before, rest);
		long end = entries.isEmpty() ? before : entries.get(entries.size() - 1).number();
		return reading(before, new LogPosition(after.epoch(), Long.toString(end)), entries, asked);
	}

	private LogReading certify(@Nullable LogPosition after, long asked) {
		LogStream.Certificate certificate = claim(after);
		LogPosition end = position(certificate, certificate.last());
		if (after == null || !after.epoch().equals(certificate.epoch()) || number(after) > certificate.last()) {
			completeUpToClaims(certificate, asked);
			return incomplete(end, (after != null) ? Continuity.OTHER_EPOCH : Continuity.BEGUN, asked);
		}
		List<LogStream.StreamEntry> entries = certificate.entries();
		if (entries.size() == LogStream.MAX_ENTRIES) {
			// There may be more entries, so the log is not known up to the claims.
			return reading(number(after), position(certificate, entries.get(entries.size() - 1).number()), entries,
					asked);
		}
		completeUpToClaims(certificate, asked);
		return reading(number(after), end, entries, asked);
	}

	private void completeUpToClaims(LogStream.Certificate certificate, long asked) {
		long lag = (certificate.lowest() != null) ? Math.max(0, certificate.time() - certificate.lowest()) : 0;
		this.complete = asked - lag * MICROSECOND;
	}

	private static LogPosition position(LogStream.Certificate certificate, long number) {
		return new LogPosition(certificate.epoch(), Long.toString(number));
	}

	/**
	 * Claims a time. Repeats the claim if the first one was not valid because this
	 * instance did not know the time of the stream.
	 */
	private LogStream.Certificate claim(@Nullable LogPosition after) {
		Heard before = this.heard;
		LogStream.Certificate certificate = claimOnce(before, after);
		Heard now = this.heard;
		return (before != null && before.epoch().equals(certificate.epoch())) ? certificate : claimOnce(now, after);
	}

	private LogStream.Certificate claimOnce(@Nullable Heard before, @Nullable LogPosition after) {
		long asked = this.clock.getAsLong();
		Long number = (after != null) ? number(after) : null;
		LogStream.Claim claim = (before != null) ? new LogStream.Claim(this.origin, before.epoch(),
				before.timeAt(oldest(asked)), before.timeAt(asked), number)
				: new LogStream.Claim(this.origin, "", 0, 0, number);
		LogStream.Certificate certificate = this.stream.certify(claim);
		this.heard = new Heard(certificate.epoch(), certificate.time(), asked, this.clock.getAsLong());
		this.members = certificate.members();
		return certificate;
	}

	/**
	 * Returns the start of the oldest change that may be missing in the stream. A change
	 * enters the next of the maps before it leaves the previous one.
	 */
	private long oldest(long now) {
		long oldest = now;
		for (long begun : this.changes.values()) {
			oldest = Math.min(oldest, begun);
		}
		for (long since : this.adding.values()) {
			oldest = Math.min(oldest, since);
		}
		for (Unwritten evictions : this.unwritten.values()) {
			oldest = Math.min(oldest, evictions.since());
		}
		return oldest;
	}

	private LogReading reading(long before, LogPosition end, List<LogStream.StreamEntry> entries, long asked) {
		List<Event> events = new ArrayList<>();
		Continuity continuity = Continuity.CONTINUED;
		long expected = before;
		for (LogStream.StreamEntry entry : entries) {
			expected++;
			String text = entry.evictions();
			if (entry.number() != expected || !decode(text, events)) {
				return incomplete(end, Continuity.TOO_OLD, asked);
			}
			continuity = (text != null) ? continuity : Continuity.DEPARTURE;
		}
		return new LogReading(end, continuity, events, List.of(), lag(asked));
	}

	private boolean decode(@Nullable String text, List<Event> events) {
		if (text == null) {
			return true;
		}
		try {
			LoggedEvictions evictions = LoggedEvictions.decode(text);
			if (!evictions.writer().equals(this.origin)) {
				events.addAll(evictions.events());
			}
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private LogReading incomplete(LogPosition end, Continuity continuity, long asked) {
		return new LogReading(end, continuity, List.of(), List.of(), lag(asked));
	}

	private Duration lag(long asked) {
		return Duration.ofNanos(asked - this.complete);
	}

	private static long number(LogPosition position) {
		return Long.parseLong(position.offset());
	}

	/**
	 * Adds evictions. They hold back the claim until they are added, or all entries of
	 * their caches have been evicted. After a failure, one thread a second tries, and the
	 * others fail at once.
	 */
	@Override
	public void append(List<Event> events) {
		if (events.isEmpty()) {
			return;
		}
		long number = this.appends.incrementAndGet();
		long since = oldest(this.clock.getAsLong());
		this.adding.put(number, since);
		try {
			checkTurn();
			add(new LoggedEvictions(this.origin, events).encode());
			events.stream()
				.filter((event) -> event.scope() == Scope.ALL)
				.forEach((event) -> this.unwritten.computeIfPresent(event.cache(),
						(cache, earlier) -> (earlier.number() < number) ? null : earlier));
		}
		catch (RuntimeException | Error ex) {
			events
				.forEach((event) -> this.unwritten.merge(event.cache(), new Unwritten(number, since), Unwritten::with));
			throw ex;
		}
		finally {
			this.adding.remove(number);
		}
	}

	private void add(String text) {
		try {
			this.stream.append(text);
			this.retryAt.set(0);
		}
		catch (LogUnavailableException ex) {
			this.retryAt.set(this.clock.getAsLong() + PAUSE);
			throw ex;
		}
	}

	private void checkTurn() {
		long at = this.retryAt.get();
		long now = this.clock.getAsLong();
		if (at != 0 && (now - at < 0 || !this.retryAt.compareAndSet(at, now + PAUSE))) {
			throw new LogUnavailableException("Not added: the stream has just failed", null);
		}
	}

	/**
	 * Sends nothing: a change in progress holds back the next claim.
	 */
	@Override
	public void hold(Map<String, Set<String>> changes) {
		long now = this.clock.getAsLong();
		changes.keySet().forEach((change) -> this.changes.putIfAbsent(change, now));
	}

	@Override
	public void release(String change) {
		this.changes.remove(change);
	}

	/**
	 * Does nothing, because no reading contains changes in progress.
	 */
	@Override
	public void abandon(PendingChange change) {
	}

	/**
	 * Removes nothing, because each new entry takes the place of an old one.
	 */
	@Override
	public int maintain() {
		return this.members;
	}

	/**
	 * Ends the membership, so that the others do not wait for this instance. Must be
	 * called after the last reading. Closes the connection for readings. If not all its
	 * changes are in the stream, it remains a member until the others notice that it does
	 * not read any more.
	 * @throws LogUnavailableException if the stream cannot be reached
	 */
	public void leave() {
		close();
		if (this.changes.isEmpty() && this.adding.isEmpty() && this.unwritten.isEmpty()) {
			this.stream.leave(this.origin);
		}
	}

	/**
	 * Closes the connection for readings. A later reading opens another one.
	 */
	@Override
	public void close() {
		this.stream.close();
	}

	/**
	 * The time of the stream in the last answer.
	 *
	 * @param epoch the epoch of the stream in which the time is valid
	 * @param time the time of the stream in microseconds
	 * @param asked the time of this instance before the question
	 * @param answered the time of this instance after the answer
	 */
	private record Heard(String epoch, long time, long asked, long answered) {

		/**
		 * Returns the time of the stream at a time of this instance, or an earlier time:
		 * the stream has read its clock before the answer arrived.
		 */
		long timeAt(long moment) {
			return this.time + Math.floorDiv(moment - this.answered, MICROSECOND);
		}

	}

	/**
	 * Evictions of one cache that could not be added.
	 *
	 * @param number the number of the last of them
	 * @param since a time before their changes
	 */
	private record Unwritten(long number, long since) {

		Unwritten with(Unwritten other) {
			return new Unwritten(Math.max(this.number, other.number), Math.min(this.since, other.since));
		}

	}

}
