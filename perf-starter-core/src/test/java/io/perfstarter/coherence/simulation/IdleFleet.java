package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogListener;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReader;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogSurroundings;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Registered;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.peer.RegisteredInstance;
import org.jspecify.annotations.Nullable;

/**
 * Instances that change nothing, with the code of the protocols, and without faults and
 * real time: counts what they ask.
 */
final class IdleFleet {

	private static final long LATENCY = Duration.ofMillis(1).toNanos();

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final Duration BOUND = Duration.ofSeconds(15);

	private final VirtualTime time = new VirtualTime();

	private final Chance chance = new Chance(1);

	private final List<FreshnessWatermark> watermarks = new ArrayList<>();

	private final Map<URI, CoherenceNode> nodes = new LinkedHashMap<>();

	private final int size;

	private long questions;

	private IdleFleet(int size) {
		this.size = size;
	}

	/**
	 * Instances that ask each other, all started in the same second.
	 */
	static IdleFleet ofPeers(int size) {
		IdleFleet fleet = new IdleFleet(size);
		ProtocolTimings timings = new ProtocolTimings(BOUND, Duration.ofSeconds(60));
		Surroundings surroundings = new Surroundings(fleet::send, new Simulation.SimulatedWire(), fleet::later,
				fleet.time::now, fleet.chance.generator());
		for (int number = 0; number < size; number++) {
			URI address = URI.create("http://peer-%d".formatted(number));
			fleet.nodes.put(address, new CoherenceNode("origin-%d".formatted(number), timings, fleet.local(),
					surroundings, () -> Set.of(address), new CoherenceListener() {
					}));
		}
		List<RegisteredInstance> registered = Registered.at(fleet.nodes.keySet());
		fleet.nodes.values().forEach((node) -> fleet.time.after(fleet.chance.seconds(0, 1), () -> {
			node.listening();
			node.start();
			node.discovered(registered);
		}));
		return fleet;
	}

	/**
	 * Instances that read a log which answers at once, all started in the same second.
	 */
	static IdleFleet ofReaders(int size) {
		IdleFleet fleet = new IdleFleet(size);
		for (int number = 0; number < size; number++) {
			LocalSide local = fleet.local();
			LogReader reader = new LogReader(fleet.new EmptyLog(), new LogTimings(BOUND, Duration.ofSeconds(1)),
					local.copies(), local.watermark(),
					new LogSurroundings(fleet::later, fleet.time::now, fleet.chance.generator()), new LogListener() {
					});
			fleet.time.after(fleet.chance.seconds(0, 1), reader::start);
		}
		return fleet;
	}

	private LocalSide local() {
		FreshnessWatermark watermark = new FreshnessWatermark(BOUND, this.time::now);
		watermark.awaitPeers();
		this.watermarks.add(watermark);
		return new LocalSide(new ModelCopies(watermark, this.time::now, Variant.COMPLETE), watermark,
				new PendingCommits(this.time::now));
	}

	private void later(Duration delay, Runnable task) {
		this.time.after(delay.toNanos(), task);
	}

	private CompletionStage<Answer> send(URI address, Message message) {
		this.questions++;
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		this.time.after(LATENCY, () -> {
			Answer answered = this.nodes.get(address).receive(message);
			this.time.after(LATENCY, () -> answer.complete(answered));
		});
		return answer;
	}

	/**
	 * Returns after how many seconds all instances serve entries of any age.
	 */
	double certified() {
		while (this.watermarks.stream().anyMatch(FreshnessWatermark::isExpired)) {
			this.time.runUntil(this.time.now() + SECOND / 10);
			if (this.time.now() > 300 * SECOND) {
				throw new IllegalStateException("They are never certified");
			}
		}
		return (double) this.time.now() / SECOND;
	}

	/**
	 * Returns the questions of all instances in a second, after the first ones.
	 */
	double questionsPerSecond() {
		this.time.runUntil(this.time.now() + 40 * SECOND);
		long before = this.questions;
		this.time.runUntil(this.time.now() + 20 * SECOND);
		return (this.questions - before) / 20.0;
	}

	/**
	 * A log in which nothing happens.
	 */
	private final class EmptyLog implements InvalidationLog {

		@Override
		public String origin() {
			return "reader";
		}

		@Override
		public LogReading read(@Nullable LogPosition after, Duration interval) {
			IdleFleet.this.questions++;
			return new LogReading(new LogPosition("1", "0"), (after != null) ? Continuity.CONTINUED : Continuity.BEGUN,
					List.of(), List.of());
		}

		@Override
		public void append(List<Event> events) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void hold(Map<String, Set<String>> changes) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void release(String change) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void abandon(PendingChange change) {
			throw new UnsupportedOperationException();
		}

		@Override
		public int maintain() {
			return IdleFleet.this.size;
		}

	}

}
