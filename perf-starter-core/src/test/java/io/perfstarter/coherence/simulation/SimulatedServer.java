package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.log.Snapshot;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * A database server with the rows of one cache, and the log: transactions, snapshots and
 * promotions. The rows of the other cache are in another database, which loses nothing.
 */
final class SimulatedServer {

	private static final long RETENTION = 5_000_000_000L;

	private final VirtualTime time;

	private final LogVariant variant;

	private final Map<Row, Version> elsewhere = new LinkedHashMap<>();

	// When the versions that are not current were replaced, or lost.
	private final Map<Version, Long> replacedAt = new HashMap<>();

	// The transactions in progress, with what they have written to the log.
	private final Map<Long, List<LogRow>> open = new TreeMap<>();

	private final Set<String> heldOnce = new HashSet<>();

	private State state;

	private @Nullable State standby;

	private int epoch;

	private int versions;

	private long downUntil;

	private long clockStep;

	SimulatedServer(VirtualTime time, LogVariant variant) {
		this.time = time;
		this.variant = variant;
		this.state = new State(new LinkedHashMap<>(), new ArrayList<>(), new LinkedHashMap<>());
		new SimulatedDatabase().rows().forEach((row) -> table(row).put(row, new Version(row, 0)));
	}

	private Map<Row, Version> table(Row row) {
		return isElsewhere(row) ? this.elsewhere : this.state.current;
	}

	static boolean isElsewhere(Row row) {
		return row.cache().equals(SimulatedDatabase.CACHES.get(1));
	}

	boolean isDown() {
		return this.time.now() < this.downUntil;
	}

	Version current(Row row) {
		return table(row).get(row);
	}

	/**
	 * How long a version has not been current at a time.
	 */
	long staleness(Version version, long at) {
		return at - this.replacedAt.getOrDefault(version, at);
	}

	Transaction begin() {
		Transaction transaction = new Transaction(this.epoch, this.state.nextXid++);
		this.open.put(transaction.xid(), new ArrayList<>());
		return transaction;
	}

	void write(Transaction transaction, String writer, List<Event> events) {
		if (isOpen(transaction)) {
			this.open.get(transaction.xid()).add(new LogRow(transaction.xid(), this.time.now(), writer, events));
		}
	}

	/**
	 * Commits a transaction, unless it was lost in a promotion.
	 */
	void commit(Transaction transaction, List<Row> changed) {
		if (isOpen(transaction)) {
			this.state.log.addAll(ended(transaction));
			change(changed);
		}
	}

	void rollback(Transaction transaction) {
		if (isOpen(transaction)) {
			ended(transaction);
		}
	}

	private boolean isOpen(Transaction transaction) {
		return transaction.epoch() == this.epoch && this.open.containsKey(transaction.xid());
	}

	private List<LogRow> ended(Transaction transaction) {
		this.state.xmax = Math.max(this.state.xmax, transaction.xid() + 1);
		return this.open.remove(transaction.xid());
	}

	void change(List<Row> rows) {
		for (Row row : rows) {
			this.replacedAt.put(current(row), this.time.now());
			table(row).put(row, new Version(row, ++this.versions));
		}
	}

	void append(String writer, List<Event> events) {
		Transaction transaction = begin();
		write(transaction, writer, events);
		commit(transaction, List.of());
	}

	void hold(String writer, Map<String, Set<String>> changes) {
		changes.forEach((id, caches) -> {
			if (this.heldOnce.add(id) || this.variant != LogVariant.WITHOUT_RENEWALS) {
				Pending before = this.state.pending.get(id);
				this.state.pending.put(id, new Pending(writer, (before != null) ? before.renewals() + 1 : 0, caches));
			}
		});
	}

	void release(String change) {
		this.state.pending.remove(change);
	}

	void abandon(PendingChange change) {
		Pending pending = this.state.pending.get(change.id());
		if (pending != null && pending.renewals() == change.renewals()) {
			this.state.pending.remove(change.id());
			append("", pending.caches().stream().map(Event::all).toList());
		}
	}

	LogReading read(String reader, @Nullable LogPosition after) {
		Snapshot snapshot = snapshot();
		LogPosition end = new LogPosition(String.valueOf(this.epoch), "%d:%d:%s".formatted(snapshot.xmin(),
				snapshot.xmax(), snapshot.xip().stream().map(String::valueOf).collect(Collectors.joining(","))));
		if (after == null) {
			return new LogReading(end, Continuity.BEGUN, List.of(), pending(reader));
		}
		Snapshot before = Snapshot.parse(after.offset());
		boolean same = after.epoch().equals(end.epoch()) && before.isContinuedBy(snapshot);
		if (!same && this.variant != LogVariant.WITHOUT_EPOCHS) {
			return new LogReading(end, Continuity.OTHER_EPOCH, List.of(), pending(reader));
		}
		if (before.mayNeedBelow(this.state.trimmed) && this.variant != LogVariant.WITHOUT_MARK_OF_TRIMMING) {
			return new LogReading(end, Continuity.TOO_OLD, List.of(), pending(reader));
		}
		List<Event> events = this.state.log.stream()
			.filter((row) -> isNew(row, before) && !row.writer().equals(reader))
			.flatMap((row) -> row.events().stream())
			.toList();
		return new LogReading(end, Continuity.CONTINUED, events, pending(reader));
	}

	private boolean isNew(LogRow row, Snapshot before) {
		return row.xid() >= before.xmax()
				|| (this.variant != LogVariant.WITHOUT_TRANSACTIONS_IN_PROGRESS && before.xip().contains(row.xid()));
	}

	private List<PendingChange> pending(String reader) {
		if (this.variant == LogVariant.WITHOUT_PENDING_CHANGES) {
			return List.of();
		}
		return this.state.pending.entrySet()
			.stream()
			.filter((change) -> !change.getValue().writer().equals(reader))
			.map((change) -> new PendingChange(change.getKey(), change.getValue().renewals(),
					change.getValue().caches()))
			.toList();
	}

	private Snapshot snapshot() {
		List<Long> xip = this.open.keySet().stream().filter((xid) -> xid < this.state.xmax).toList();
		return new Snapshot(xip.isEmpty() ? this.state.xmax : xip.get(0), this.state.xmax, xip);
	}

	void maintain() {
		if (this.variant == LogVariant.TRIMMING_BY_AGE) {
			this.state.log.removeIf((row) -> row.writtenAt() < this.time.now() - RETENTION);
			return;
		}
		long clock = this.time.now() + this.clockStep;
		if (Math.abs(clock - this.state.nextAt) >= RETENTION) {
			this.state.trimmed = this.state.next;
			this.state.next = snapshot().xmin();
			this.state.nextAt = clock;
			this.state.log.removeIf((row) -> row.xid() < this.state.trimmed);
		}
	}

	/**
	 * Moves the wall clock, which decides only when rows are removed.
	 */
	void stepClock(long nanos) {
		this.clockStep += nanos;
	}

	/**
	 * The standby receives nothing more from now on.
	 */
	void cutStandby() {
		this.standby = this.state.copy();
	}

	/**
	 * Promotes the standby: what it has not received is lost, and its transaction ids are
	 * used again.
	 * @param down for how long nobody can reach it
	 */
	void promote(long down) {
		State promoted = this.standby;
		if (promoted == null) {
			return;
		}
		long now = this.time.now();
		promoted.current.forEach((row, version) -> {
			Version lost = current(row);
			if (!lost.equals(version)) {
				this.replacedAt.put(lost, now);
				this.replacedAt.remove(version);
			}
		});
		promoted.xmax = promoted.nextXid;
		this.state = promoted;
		this.standby = null;
		this.open.clear();
		this.epoch++;
		this.downUntil = now + down;
	}

	/**
	 * What a standby copies.
	 */
	private static final class State {

		private final Map<Row, Version> current;

		private final List<LogRow> log;

		private final Map<String, Pending> pending;

		private long nextXid = 100;

		private long xmax = 100;

		private long trimmed;

		private long next;

		private long nextAt;

		State(Map<Row, Version> current, List<LogRow> log, Map<String, Pending> pending) {
			this.current = current;
			this.log = log;
			this.pending = pending;
		}

		State copy() {
			State copy = new State(new LinkedHashMap<>(this.current), new ArrayList<>(this.log),
					new LinkedHashMap<>(this.pending));
			copy.nextXid = this.nextXid;
			copy.xmax = this.xmax;
			copy.trimmed = this.trimmed;
			copy.next = this.next;
			copy.nextAt = this.nextAt;
			return copy;
		}

	}

	/**
	 * A transaction.
	 *
	 * @param epoch the epoch in which it began
	 * @param xid its id, which another epoch may use again
	 */
	record Transaction(int epoch, long xid) {
	}

	/**
	 * A row of the log.
	 *
	 * @param xid the transaction that has written it
	 * @param writtenAt when it was written, which may be long before the commit
	 * @param writer the instance, empty for others
	 * @param events what it evicts
	 */
	private record LogRow(long xid, long writtenAt, String writer, List<Event> events) {
	}

	/**
	 * A change in progress.
	 *
	 * @param writer the instance
	 * @param renewals how many times it was renewed
	 * @param caches the caches that it may make stale
	 */
	private record Pending(String writer, long renewals, Set<String> caches) {
	}

}
