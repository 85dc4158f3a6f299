package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Missed;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Registered;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.protocol.Wire;
import io.perfstarter.peer.RegisteredInstance;
import org.jspecify.annotations.Nullable;

/**
 * A process from its start to its stop or crash: the real protocol on a clock of its own.
 * While it is paused its clock runs on and everything else waits.
 */
final class Instance {

	private static final long LOOK_UP = Duration.ofSeconds(11).toNanos();

	private final Simulation simulation;

	final int host;

	final URI address;

	final String origin;

	private final LongSupplier clock;

	private final FreshnessWatermark watermark;

	final PendingCommits commits;

	private final Copies copies;

	final CoherenceNode node;

	private final Deque<Runnable> waiting = new ArrayDeque<>();

	// Whom this instance has heard of, with or without success in reaching him.
	private final Set<String> known = new HashSet<>();

	private List<RegisteredInstance> listed = List.of();

	private long listedAt = -LOOK_UP;

	private long endedAt = Long.MAX_VALUE;

	// Whether its registration tells which incarnation it is.
	private final boolean announced;

	private boolean alive = true;

	private boolean paused;

	private boolean draining;

	private int changes;

	private @Nullable Strike strike;

	private int sendsUntilStrike = -1;

	Instance(Simulation simulation, int host, URI address, String origin, ProtocolTimings timings, Wire wire) {
		this.simulation = simulation;
		this.host = host;
		this.address = address;
		this.origin = origin;
		long zero = simulation.chance.generator().nextLong(-1L << 60, 1L << 60);
		LongSupplier clock = () -> simulation.time.now() + zero;
		this.clock = clock;
		this.watermark = new FreshnessWatermark(timings.maxStaleness(), clock);
		this.commits = new PendingCommits(clock, (simulation.variant != Variant.WITHOUT_OWN_CHANGES) ? this.watermark
				: new FreshnessWatermark(timings.maxStaleness(), clock));
		this.copies = simulation.copies(this.watermark, clock);
		Surroundings surroundings = new Surroundings((delay, task) -> later(delay.toNanos(), task), clock,
				simulation.chance.generator());
		boolean knowsItsAddress = simulation.chance.in(0.7);
		this.announced = simulation.chance.in(0.5);
		this.node = new CoherenceNode(origin, timings, new LocalSide(this.copies.local(), this.watermark, this.commits),
				(to, message) -> simulation.network.send(this, to, message), wire, surroundings,
				() -> knowsItsAddress ? Set.of(address) : Set.of(), new Listener());
	}

	void start() {
		if (this.simulation.chance.in(this.simulation.listening)) {
			this.node.listening();
		}
		this.node.start();
	}

	LocalCopies local() {
		return this.copies.local();
	}

	/**
	 * Whether values older than the bound are served from a cache.
	 */
	boolean servesOldValues(String cache) {
		return this.watermark.forCache(cache).covers(this.clock.getAsLong() - this.watermark.maxStaleness() - 1);
	}

	boolean isAlive() {
		return this.alive;
	}

	boolean isPaused() {
		return this.paused;
	}

	boolean isServing() {
		return this.alive && !this.paused && !this.draining;
	}

	boolean knows(Instance other) {
		return other == this || this.known.contains(other.origin);
	}

	/**
	 * Whether the registry has told lately who is there, or had at the end.
	 */
	boolean hasList() {
		return Math.min(this.simulation.time.now(), this.endedAt) - this.listedAt < LOOK_UP;
	}

	void listed(List<Instance> peers) {
		if (!peers.isEmpty()) {
			this.listedAt = this.simulation.time.now();
			peers.stream().filter((peer) -> canBeFound(peer, peers)).forEach((peer) -> hearOf(peer.origin));
		}
		this.listed = (this.simulation.variant != Variant.WITHOUT_COUNTING_REGISTRATIONS)
				? peers.stream().map(Instance::registration).toList()
				: Registered.at(peers.stream().map((peer) -> peer.address).collect(Collectors.toSet()));
		this.node.discovered(this.listed);
	}

	private RegisteredInstance registration() {
		return new RegisteredInstance(this.address, this.origin, this.announced ? this.origin : null);
	}

	/**
	 * Whether nobody else is where a peer is listed, or both are listed there.
	 */
	private boolean canBeFound(Instance peer, List<Instance> peers) {
		Instance there = this.simulation.instanceAt(peer.address);
		return there == null || there == peer
				|| (peer.alive && (peer.address.equals(this.address) || isShared(peer.address, peers)));
	}

	private static boolean isShared(URI address, List<Instance> peers) {
		return peers.stream().filter((peer) -> peer.address.equals(address)).count() > 1;
	}

	/**
	 * The registry does not answer, and the last answer stands.
	 */
	void listedAsBefore() {
		this.node.discovered(this.listed);
	}

	void hearOf(String peer) {
		this.known.add(peer);
	}

	/**
	 * Does something now, or when the pause is over, or never after a crash.
	 */
	void run(Runnable task) {
		if (this.paused) {
			this.waiting.add(task);
		}
		else if (this.alive) {
			task.run();
		}
	}

	void later(long nanos, Runnable task) {
		if (this.alive) {
			this.simulation.time.after(nanos, () -> run(task));
		}
	}

	Answer receive(Message message) {
		hearOf(message.origin());
		return this.node.receive(message);
	}

	void read(Row row) {
		long start = this.simulation.time.now();
		boolean[] loaded = new boolean[1];
		this.copies.read(row, () -> {
			loaded[0] = true;
			return load(row);
		}).thenAccept((version) -> {
			if (this.alive) {
				this.simulation.bound.check(this, version, start, !loaded[0]);
			}
		});
	}

	private CompletableFuture<Version> load(Row row) {
		CompletableFuture<Version> result = new CompletableFuture<>();
		Chance chance = this.simulation.chance;
		long duration = chance.seconds(0.001, chance.in(0.01) ? 20 : 0.5);
		long snapshot = chance.in(0.5) ? 0 : chance.seconds(0, duration / 1e9);
		// The database answers whatever becomes of us meanwhile.
		this.simulation.time.after(snapshot, () -> {
			Version version = this.simulation.database.read(row);
			later(duration - snapshot, () -> result.complete(version));
		});
		return result;
	}

	boolean hasDone(String peer, long mark) {
		return peer.equals(this.origin) || done(peer) >= mark;
	}

	/**
	 * The number of a peer up to which everything was carried out here.
	 */
	long done(String peer) {
		return this.node.status()
			.members()
			.stream()
			.filter((member) -> peer.equals(member.origin()))
			.mapToLong(NodeStatus.Member::done)
			.findFirst()
			.orElse(0);
	}

	void changeBegins() {
		this.changes++;
	}

	void changeEnds() {
		this.changes--;
	}

	boolean isChanging() {
		return this.changes > 0;
	}

	void arm(@Nullable Strike armed) {
		this.strike = armed;
	}

	/**
	 * Reaches a step of a change, at which something may strike.
	 */
	void reach(Strike.Step step) {
		Strike armed = this.strike;
		if (armed != null && armed.step() == step && this.alive && !this.paused) {
			this.strike = null;
			if (step == Strike.Step.IN_FAN_OUT) {
				this.sendsUntilStrike = this.simulation.chance.number(0, 3);
				later(0, () -> strike(armed));
			}
			else {
				strike(armed);
			}
		}
	}

	private void strike(Strike armed) {
		this.sendsUntilStrike = -1;
		this.simulation.faults.strikes(this, armed);
	}

	/**
	 * Sends a message, if nothing strikes before.
	 * @return whether the message leaves
	 */
	boolean sends() {
		if (this.sendsUntilStrike == 0) {
			return false;
		}
		if (this.sendsUntilStrike > 0) {
			this.sendsUntilStrike--;
		}
		return this.alive;
	}

	void pause() {
		this.paused = true;
	}

	/**
	 * Goes on, first with what users ask for.
	 */
	void resume() {
		this.paused = false;
		this.simulation.database.rows().forEach(this::read);
		while (!this.waiting.isEmpty() && this.alive && !this.paused) {
			this.waiting.poll().run();
		}
	}

	void crash() {
		end();
		this.paused = false;
		this.waiting.clear();
	}

	private void end() {
		this.alive = false;
		this.endedAt = this.simulation.time.now();
	}

	void drain() {
		this.draining = true;
	}

	boolean isDraining() {
		return this.draining;
	}

	/**
	 * Stops as an application does: says goodbye, waits a second, is gone.
	 */
	void leave(Runnable gone) {
		this.node.leave();
		long start = this.simulation.time.now();
		awaitIdle(start, gone);
	}

	private void awaitIdle(long start, Runnable gone) {
		if (this.node.closeIfIdle() || this.simulation.time.now() - start >= Duration.ofSeconds(1).toNanos()) {
			this.node.close();
			end();
			gone.run();
		}
		else {
			later(Duration.ofMillis(5).toNanos(), () -> awaitIdle(start, gone));
		}
	}

	@Override
	public String toString() {
		return this.origin;
	}

	/**
	 * Traces what the protocol does.
	 */
	private final class Listener implements CoherenceListener {

		@Override
		public void repaired(long numbers, String peer) {
			Instance.this.simulation.trace.note("%s repairs %d numbers of %s", Instance.this, numbers, peer);
		}

		@Override
		public void missed(Missed reason, String peer) {
			Instance.this.simulation.trace.note("%s may have missed something of %s: %s", Instance.this, peer, reason);
			Instance.this.copies.missed();
		}

		@Override
		public void departed(String peer, boolean goodbye) {
			Instance.this.simulation.trace.note("%s forgets %s %s", Instance.this, peer,
					goodbye ? "after its goodbye" : "without a goodbye");
		}

		@Override
		public void evictionFailed(RuntimeException failure) {
			throw new IllegalStateException("The caches of the simulation do not fail", failure);
		}

	}

}
