package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * One run: some minutes in the life of three instances that share a log, to which
 * everything happens, repeatable by its seed, in one thread and without real time.
 *
 * <p>
 * It keeps to what the bound assumes: an instance that changes data in another database
 * reaches that of the log when the change begins, and a commit that is under way when its
 * instance crashes takes effect at once or not at all.
 */
final class LogSimulation {

	private static final long SECOND = 1_000_000_000L;

	private static final Duration BOUND = Duration.ofSeconds(15);

	private static final int INSTANCES = 3;

	private static final long FAULTS_END = 200 * SECOND;

	// Longer than the longest change.
	private static final long QUIET = 200 * SECOND;

	// Longer than what is paused or cut off.
	private static final Duration DEPARTURE = Duration.ofSeconds(75);

	private final long seed;

	final VirtualTime time = new VirtualTime();

	final Chance chance;

	final LogVariant variant;

	final SimulatedServer server;

	final SimulatedStream stream;

	private final LogInstance[] instances = new LogInstance[INSTANCES];

	final List<Row> rows = new SimulatedDatabase().rows();

	private final Map<String, Integer> happened = new TreeMap<>();

	private int starts;

	private long reads;

	private long hits;

	private double worst;

	private final double rare;

	private final double betweenFaults;

	private @Nullable String violation;

	LogSimulation(long seed, LogVariant variant) {
		this.seed = seed;
		this.chance = new Chance(seed);
		this.variant = variant;
		// A member that is late holds all caches of the others back, so that too many
		// would
		// leave nothing to see.
		this.rare = variant.isRedis() ? 0.004 : 0.1;
		this.betweenFaults = variant.isRedis() ? 15 : 8;
		this.stream = new SimulatedStream(this.time, variant, DEPARTURE);
		this.server = new SimulatedServer(this.time, variant);
	}

	Outcome run() {
		for (int host = 0; host < INSTANCES; host++) {
			start(host);
		}
		this.rows.forEach(this::readNow);
		changeLater();
		strikeLater();
		this.time.runUntil(FAULTS_END + QUIET);
		String unrecovered = null;
		for (LogInstance instance : this.instances) {
			if (!instance.isCertified()) {
				unrecovered = instance + " is not certified";
			}
		}
		return new Outcome(this.seed, this.violation, unrecovered, this.happened, (double) this.hits / this.reads,
				this.worst);
	}

	private void readNow(Row row) {
		this.time.after(this.chance.interval(0.5), () -> {
			LogInstance reader = this.instances[this.chance.number(0, INSTANCES - 1)];
			if (reader.isRunning()) {
				reader.read(row);
			}
			readNow(row);
		});
	}

	private void start(int host) {
		if (this.stream.isDown()) {
			this.time.after(SECOND, () -> start(host));
			return;
		}
		this.starts++;
		this.instances[host] = new LogInstance(this, "%c#%d".formatted('A' + host, this.starts), BOUND);
	}

	private void changeLater() {
		this.time.after(this.chance.interval(0.5), () -> {
			if (this.time.now() < FAULTS_END) {
				if (!this.server.isDown()) {
					change();
				}
				changeLater();
			}
		});
	}

	private void change() {
		Row row = this.chance.of(this.rows);
		List<Event> events = List.of(event(row));
		LogInstance writer = this.instances[this.chance.number(0, INSTANCES - 1)];
		if (this.variant.isRedis() || SimulatedServer.isElsewhere(row)) {
			if (writer.isRunning()) {
				changeElsewhere(writer, row, events);
			}
		}
		else if (this.chance.in(0.5)) {
			changeByHand(row, events);
		}
		else if (writer.isRunning()) {
			changeInTransaction(writer, row, events);
		}
	}

	private Event event(Row row) {
		if (this.chance.in(0.1)) {
			return Event.all(row.cache());
		}
		Integer group = row.group();
		return (group != null && this.chance.in(0.3)) ? Event.groups(row.cache(), List.of(group))
				: Event.keys(row.cache(), List.of(row.key()));
	}

	/**
	 * SQL typed by hand, which a trigger writes to the log, perhaps long before the
	 * commit.
	 */
	private void changeByHand(Row row, List<Event> events) {
		SimulatedServer.Transaction transaction = this.server.begin();
		this.server.write(transaction, "", events);
		this.time.after(duration("transaction open for long", 0.03, 60), () -> {
			if (this.chance.in(0.1)) {
				this.server.rollback(transaction);
			}
			else {
				this.server.commit(transaction, List.of(row));
			}
		});
	}

	private void changeInTransaction(LogInstance writer, Row row, List<Event> events) {
		SimulatedServer.Transaction transaction = this.server.begin();
		writer.transactions.add(transaction);
		writer.later(duration("transaction open for long", 0.03, 60), () -> {
			Runnable endOfChange = writer.commits.begin(List.of(row.cache()));
			writer.local().withhold(events);
			this.server.write(transaction, writer.origin, events);
			writer.transactions.remove(transaction);
			this.time.after(this.chance.seconds(0, 0.02), () -> {
				this.server.commit(transaction, List.of(row));
				writer.later(duration("late eviction", 0.1, 40), () -> {
					writer.local().evict(events);
					writer.local().release(events);
					endOfChange.run();
				});
			});
		});
	}

	private void changeElsewhere(LogInstance writer, Row row, List<Event> events) {
		Runnable endHere = writer.commits.begin(List.of(row.cache()));
		Runnable endThere = writer.writer.begin(List.of(row.cache()));
		writer.later(duration("long change elsewhere", this.rare, 60), () -> {
			this.server.change(List.of(row));
			writer.later(duration("late eviction elsewhere", this.rare, 40), () -> {
				if (this.chance.in(0.1)) {
					fail(writer, row.cache());
				}
				else {
					writer.local().evict(events);
					writer.writer.append(events);
				}
				endThere.run();
				endHere.run();
			});
		});
	}

	/**
	 * A call fails that has committed, so nobody knows which entries it has changed.
	 */
	private void fail(LogInstance writer, String cache) {
		this.happened.merge("failed call", 1, Integer::sum);
		writer.commits.doubtEverywhere(cache);
		if (!this.variant.isWithoutDoubts()) {
			writer.writer.doubt(cache);
		}
	}

	private long duration(String name, double probability, double longest) {
		if (this.chance.in(probability)) {
			this.happened.merge(name, 1, Integer::sum);
			return this.chance.seconds(0, longest);
		}
		return this.chance.seconds(0, this.chance.in(0.3) ? 3 : 0.02);
	}

	private void strikeLater() {
		this.time.after(this.chance.interval(this.betweenFaults), () -> {
			if (this.time.now() < FAULTS_END) {
				strike();
				strikeLater();
			}
		});
	}

	private void strike() {
		int host = this.chance.number(0, INSTANCES - 1);
		LogInstance instance = this.instances[host];
		switch (this.chance.number(0, 5)) {
			case 0 -> pause(instance);
			case 1 -> restart(host, instance);
			case 2, 3 -> {
				this.happened.merge("cut off from the log", 1, Integer::sum);
				instance.cutOff(this.chance.seconds(1, this.variant.isRedis() ? 30 : 90));
			}
			case 4 -> promote();
			default -> {
				this.happened.merge("step of the clock", 1, Integer::sum);
				long step = this.chance.seconds(-3_600, 3_600);
				this.server.stepClock(step);
				this.stream.stepClock(step);
			}
		}
	}

	private void pause(LogInstance instance) {
		if (instance.isRunning()) {
			this.happened.merge("pause", 1, Integer::sum);
			instance.pause();
			this.time.after(this.chance.seconds(1, 40), () -> {
				if (instance.isAlive()) {
					instance.resume();
				}
			});
		}
	}

	private void restart(int host, LogInstance instance) {
		if (instance.isAlive()) {
			this.happened.merge("crash", 1, Integer::sum);
			instance.crash();
			this.time.after(this.chance.seconds(1, 20), () -> start(host));
		}
	}

	private void promote() {
		if (this.variant.isRedis()) {
			this.happened.merge("promotion", 1, Integer::sum);
			this.stream.cutReplica();
			this.time.after(this.chance.seconds(0, 2), () -> this.stream.promote(this.chance.seconds(1, 5)));
		}
		else if (!this.server.isDown()) {
			this.happened.merge("promotion", 1, Integer::sum);
			this.server.cutStandby();
			this.time.after(this.chance.seconds(0, 2), () -> this.server.promote(this.chance.seconds(1, 5)));
		}
	}

	void check(LogInstance reader, Version version, long start, boolean hit) {
		this.reads++;
		if (hit) {
			this.hits++;
		}
		long staleness = this.server.staleness(version, start);
		this.worst = Math.max(this.worst, (double) staleness / BOUND.toNanos());
		if (staleness > BOUND.toNanos() && this.violation == null) {
			this.violation = String.format(Locale.ROOT, "at %.3f s %s reads %s by a %s, %.3f s after it was replaced",
					this.time.now() / 1e9, reader, version, hit ? "hit" : "load", staleness / 1e9);
		}
	}

	/**
	 * What came of a run.
	 *
	 * @param seed its seed
	 * @param violation the first read that broke the bound, {@code null} for none
	 * @param unrecovered who serves only young entries at the end, {@code null} for none
	 * @param happened the faults, and how many times they happened
	 * @param hitRate the share of reads that were served from a cache
	 * @param worst the worst staleness in relation to the bound
	 */
	record Outcome(long seed, @Nullable String violation, @Nullable String unrecovered, Map<String, Integer> happened,
			double hitRate, double worst) {
	}

}
