package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * A log that answers what a test says, and records what it is told.
 */
final class ScriptedLog implements InvalidationLog {

	static final LogPosition END = new LogPosition("1", "10:10:");

	final Deque<Supplier<LogReading>> readings = new ArrayDeque<>();

	final List<@Nullable LogPosition> positions = new ArrayList<>();

	final List<Event> appended = new ArrayList<>();

	final Map<String, Set<String>> held = new TreeMap<>();

	final List<PendingChange> abandoned = new ArrayList<>();

	int holds;

	int maintained;

	int members;

	boolean failing;

	@Nullable Error error;

	boolean appending = true;

	boolean holding = true;

	final List<Event> joined = new ArrayList<>();

	boolean waiting;

	@Override
	public String origin() {
		return "a";
	}

	@Override
	public boolean waits() {
		return this.waiting;
	}

	@Override
	public LogReading read(@Nullable LogPosition after, Duration interval) {
		check();
		this.positions.add(after);
		Supplier<LogReading> next = this.readings.poll();
		return (next != null) ? next.get()
				: new LogReading(END, (after != null) ? Continuity.CONTINUED : Continuity.BEGUN, List.of(), List.of());
	}

	void answer(Continuity continuity, List<Event> events, PendingChange... pending) {
		this.readings.add(() -> new LogReading(END, continuity, events, List.of(pending)));
	}

	@Override
	public boolean join(List<Event> events) {
		check();
		this.joined.addAll(events);
		return true;
	}

	@Override
	public void append(List<Event> events) {
		check();
		if (!this.appending) {
			throw new LogUnavailableException("Nothing can be appended", null);
		}
		this.appended.addAll(events);
	}

	@Override
	public void hold(Map<String, Set<String>> changes) {
		check();
		if (!this.holding) {
			throw new LogUnavailableException("No change can be held", null);
		}
		this.holds++;
		this.held.putAll(changes);
	}

	@Override
	public void release(String change) {
		check();
		this.held.remove(change);
	}

	@Override
	public void abandon(PendingChange change) {
		check();
		this.abandoned.add(change);
	}

	@Override
	public int maintain() {
		check();
		this.maintained++;
		return this.members;
	}

	private void check() {
		if (this.error != null) {
			throw this.error;
		}
		if (this.failing) {
			throw new LogUnavailableException("The log fails", null);
		}
	}

}
