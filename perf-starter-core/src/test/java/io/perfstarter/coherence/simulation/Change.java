package io.perfstarter.coherence.simulation;

import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * A transaction that changes rows: noted as pending and withheld, committed, evicted
 * here, told to the peers. It may be cut off at each step.
 *
 * <p>
 * Some changes are methods without a transaction that go on long after what they have
 * committed: pending, but not withheld. Some of them fail, and all doubt the cache.
 * Others nobody sees: the new value is put, and the peers doubt the cache.
 */
final class Change {

	private static final double ROLLBACKS = 0.05;

	private static final double SLOW = 0.03;

	private static final double WITHOUT_TRANSACTION = 0.06;

	private static final double FAILING = 0.03;

	private static final double UNSEEN = 0.05;

	// In seconds.
	private static final double SOON = 0.02;

	private final Simulation simulation;

	private final Instance writer;

	private final List<Row> rows;

	private final List<Event> events;

	private final int burst;

	private final double longestStep;

	private final boolean withoutTransaction;

	private final boolean failing;

	private final boolean unseen;

	private Runnable pending = () -> {
	};

	/**
	 * Plans a change.
	 * @param writer who does it
	 * @param rows what changes
	 * @param events what is evicted
	 * @param burst how many evictions of other keys follow
	 */
	Change(Simulation simulation, Instance writer, List<Row> rows, List<Event> events, int burst) {
		this.simulation = simulation;
		this.writer = writer;
		this.rows = rows;
		this.events = events;
		this.burst = burst;
		this.longestStep = simulation.chance.in(SLOW) ? 10 : SOON;
		double kind = simulation.unusualChanges ? simulation.chance.generator().nextDouble() : 1;
		this.withoutTransaction = kind < WITHOUT_TRANSACTION;
		this.failing = kind < FAILING;
		this.unseen = !this.withoutTransaction && kind < WITHOUT_TRANSACTION + UNSEEN;
	}

	void begin() {
		if (this.unseen) {
			unseen();
			return;
		}
		this.writer.changeBegins();
		this.pending = this.writer.commits.begin(this.events.stream().map(Event::cache).toList());
		if (this.withoutTransaction) {
			this.simulation.tally.count(Fault.CHANGE_WITHOUT_TRANSACTION);
		}
		else {
			this.writer.local().withhold(this.events);
		}
		later(this::commit);
	}

	private void unseen() {
		this.simulation.tally.count(Fault.UNSEEN_CHANGE);
		this.simulation.database.commit(this.rows, this.writer, this.simulation.time.now());
		this.simulation.trace.note("%s commits %s unseen", this.writer, this.rows);
		this.writer.local().evict(this.events);
		if (this.simulation.variant != Variant.WITHOUT_DOUBTS) {
			this.events.forEach((event) -> this.writer.commits.doubt(event.cache()));
		}
	}

	private void commit() {
		this.writer.reach(Strike.Step.BEFORE_COMMIT);
		this.writer.run(() -> {
			if (this.simulation.chance.in(ROLLBACKS)) {
				this.simulation.tally.count(Fault.ROLLBACK);
				later(this::end);
				return;
			}
			// From here on the database goes through with it alone.
			this.simulation.time.after(delay(), this::committed);
		});
	}

	private void committed() {
		if (!this.writer.isAlive() && this.longestStep > SOON) {
			// The database rolls back what it has not begun to commit.
			this.simulation.tally.count(Fault.ROLLBACK);
			return;
		}
		this.simulation.database.commit(this.rows, this.writer, this.simulation.time.now());
		this.simulation.trace.note("%s commits %s", this.writer, this.rows);
		this.writer.reach(Strike.Step.AFTER_COMMIT);
		this.writer.later(this.withoutTransaction ? this.simulation.chance.seconds(0, 60) : delay(), this::evict);
	}

	private void evict() {
		if (this.failing) {
			fail();
			return;
		}
		this.writer.local().evict(this.events);
		this.writer.reach(Strike.Step.AFTER_EVICTION);
		later(this::publish);
	}

	private void fail() {
		this.simulation.tally.count(Fault.FAILED_CALL);
		this.simulation.trace.note("%s fails after it has committed %s", this.writer, this.rows);
		if (this.simulation.variant != Variant.WITHOUT_DOUBTS_OF_FAILED_CALLS) {
			this.events.forEach((event) -> this.writer.commits.doubtEverywhere(event.cache()));
		}
		end();
	}

	private void publish() {
		this.writer.reach(Strike.Step.IN_FAN_OUT);
		this.writer.node.publish(this.events);
		for (int key = 0; key < this.burst; key++) {
			this.writer.node.publish(List.of(Event.keys(this.rows.get(0).cache(), List.of(1_000 + key))));
		}
		this.simulation.trace.note("%s publishes %s", this.writer, this.events);
		end();
	}

	private void end() {
		this.pending.run();
		if (!this.withoutTransaction) {
			this.writer.local().release(this.events);
		}
		this.writer.changeEnds();
	}

	private void later(Runnable step) {
		this.writer.later(delay(), step);
	}

	private long delay() {
		return this.simulation.chance.seconds(0, this.longestStep);
	}

}
