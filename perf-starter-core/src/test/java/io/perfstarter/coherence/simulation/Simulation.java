package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Wire;
import org.jspecify.annotations.Nullable;

/**
 * One run: some minutes in the life of three to five instances to which everything
 * happens, repeatable by its seed, in one thread and without real time.
 *
 * <p>
 * It keeps to what the bound assumes: the registry does not delist who is alive, its lag
 * is within what {@link ProtocolTimings} says, looking it up included, all clocks run at
 * the right rate, who says goodbye has no change under way, who is at the address of
 * another instance was registered after it, and a commit that is under way when its
 * instance crashes takes effect at once or not at all.
 */
final class Simulation {

	private static final double LONGEST_LAG = 49;

	private static final long SECOND = 1_000_000_000L;

	// Until the last entry of a crashed instance is not listed any more for anybody.
	private static final long QUIET = 170;

	private static final int BURSTS_EACH = 25;

	private static final int SHARED_EACH = 3;

	private final long seed;

	final Variant variant;

	final VirtualTime time = new VirtualTime();

	final Tally tally = new Tally();

	final SimulatedDatabase database = new SimulatedDatabase();

	final Chance chance;

	final Trace trace;

	private final ProtocolTimings timings;

	final Bound bound;

	private final @Nullable Instance[] hosts;

	// The last address of each host.
	private final @Nullable URI[] addresses;

	// The address of another instance that the next one at a host gets.
	private final @Nullable URI[] shared;

	private final int[] starts;

	final SimulatedNetwork network;

	final SimulatedRegistry registry;

	final Faults faults;

	final Workload workload;

	private final long faultsEnd;

	// The share of the instances that know since when they listen.
	final double listening;

	// Whether some changes are unseen, or fail after a commit.
	final boolean unusualChanges;

	Simulation(long seed, Variant variant, boolean traced) {
		this.seed = seed;
		this.variant = variant;
		this.chance = new Chance(seed);
		this.trace = new Trace(traced, this.time);
		this.timings = new ProtocolTimings(Duration.ofSeconds(this.chance.of(List.of(15, 15, 15, 6, 40))),
				Duration.ofSeconds(60));
		this.bound = new Bound(this, this.timings.maxStaleness());
		this.hosts = new Instance[this.chance.number(3, 5)];
		this.addresses = new URI[this.hosts.length];
		this.shared = new URI[this.hosts.length];
		this.starts = new int[this.hosts.length];
		this.network = new SimulatedNetwork(this, this.hosts.length, this.chance.of(List.of(0.0, 0.02, 0.1)),
				this.chance.of(List.of(0.0, 0.01, 0.05)), this.chance.of(List.of(0.0, 0.03)));
		this.registry = new SimulatedRegistry(this.time, this.chance, this.tally,
				this.chance.of(List.of(0.0, 10.0, LONGEST_LAG, LONGEST_LAG)));
		this.faultsEnd = this.chance.seconds(120, 180);
		this.faults = new Faults(this, this.faultsEnd, this.chance.of(List.of(5.0, 10.0, 20.0)),
				seed % BURSTS_EACH == 0, seed % SHARED_EACH == 0);
		this.workload = new Workload(this, 4);
		this.listening = 0.8;
		this.unusualChanges = true;
	}

	/**
	 * A run in which nothing goes wrong, with the default bound and a registry that takes
	 * up to ten seconds.
	 * @param hosts where instances may run
	 */
	Simulation(long seed, int hosts) {
		this.seed = seed;
		this.variant = Variant.COMPLETE;
		this.chance = new Chance(seed);
		this.trace = new Trace(false, this.time);
		this.timings = new ProtocolTimings(Duration.ofSeconds(15), Duration.ofSeconds(60));
		this.bound = new Bound(this, this.timings.maxStaleness());
		this.hosts = new Instance[hosts];
		this.addresses = new URI[hosts];
		this.shared = new URI[hosts];
		this.starts = new int[hosts];
		this.network = new SimulatedNetwork(this, hosts, 0, 0, 0);
		this.registry = new SimulatedRegistry(this.time, this.chance, this.tally, 10);
		this.faultsEnd = 0;
		this.faults = new Faults(this, 0, 1, false, false);
		this.workload = new Workload(this, 60);
		this.listening = 1;
		this.unusualChanges = false;
	}

	Outcome run() {
		for (int host = 0; host < this.hosts.length; host++) {
			int starting = host;
			this.time.after(this.chance.seconds(0, this.chance.in(0.2) ? 60 : 5), () -> start(starting));
		}
		this.workload.begin();
		this.faults.begin();
		this.time.runUntil(this.faultsEnd + (QUIET - 45) * SECOND);
		this.workload.endChanges();
		this.time.runUntil(this.faultsEnd + QUIET * SECOND);
		String unrecovered = unrecovered();
		if (unrecovered == null) {
			unrecovered = heldBack();
		}
		instances().forEach((instance) -> this.database.rows().forEach(instance::read));
		this.time.runUntil(this.time.now() + SECOND);
		return new Outcome(this.seed, this.bound.violation, unrecovered, this.tally, this.trace.lines());
	}

	private @Nullable String unrecovered() {
		if (instances().size() != this.hosts.length) {
			return "Only %s are there".formatted(instances());
		}
		for (Instance instance : instances()) {
			// Losses go on, so that a peer may be silent for a moment.
			long deadline = this.time.now() + 30 * SECOND;
			while (!isRecovered(instance)) {
				if (this.time.now() > deadline) {
					return "%s is not certified, or not heard by all: %s".formatted(instance, instance.node.status());
				}
				this.time.runUntil(this.time.now() + SECOND / 10);
			}
		}
		return null;
	}

	/**
	 * Holds a change of one cache open for longer than the bound, which must take nothing
	 * from the other cache.
	 */
	private @Nullable String heldBack() {
		String changed = SimulatedDatabase.CACHES.get(0);
		String other = SimulatedDatabase.CACHES.get(1);
		Runnable change = instances().get(0).commits.begin(List.of(changed));
		this.time.runUntil(this.time.now() + this.timings.maxStaleness().toNanos() + SECOND);
		for (Instance instance : instances()) {
			long deadline = this.time.now() + 30 * SECOND;
			while (!instance.servesOldValues(other)) {
				if (this.time.now() > deadline) {
					return "A change of %s holds back %s on %s: %s".formatted(changed, other, instance,
							instance.node.status());
				}
				this.time.runUntil(this.time.now() + SECOND / 10);
			}
			if (this.variant == Variant.COMPLETE && instance.servesOldValues(changed)) {
				return "A change of %s holds nothing back on %s: %s".formatted(changed, instance,
						instance.node.status());
			}
		}
		change.run();
		return null;
	}

	private boolean isRecovered(Instance instance) {
		NodeStatus status = instance.node.status();
		return status.mode() == Mode.CERTIFIED && instance.node.peers() == this.hosts.length - 1
				&& instances().stream().allMatch((peer) -> peer.hasDone(instance.origin, status.mark()));
	}

	void start(int host) {
		if (this.hosts[host] != null) {
			return;
		}
		String origin = name(host) + "#" + (++this.starts[host]);
		Instance instance = new Instance(this, host, freeAddress(host), origin, this.timings, new SimulatedWire());
		this.hosts[host] = instance;
		this.trace.note("%s starts at %s", instance, instance.address);
		instance.start();
		instance.later(this.chance.seconds(0, 0.5), () -> lookForPeers(instance));
		instance.later(registration(), () -> {
			if (!instance.isDraining()) {
				this.trace.note("%s registers", instance);
				this.registry.register(instance);
			}
		});
	}

	private URI freeAddress(int host) {
		URI shared = this.shared[host];
		this.shared[host] = null;
		Instance there = (shared != null) ? instanceAt(shared) : null;
		if (shared != null && there != null && this.registry.lists(there)) {
			this.tally.count(Fault.SHARED_ADDRESS);
			return shared;
		}
		URI usual = this.addresses[host];
		if (usual != null && instanceAt(usual) == null && this.chance.in(0.7)) {
			return usual;
		}
		List<URI> free = new ArrayList<>();
		for (int number = 0; number < this.hosts.length + 2; number++) {
			URI address = URI.create("http://10.0.0." + number);
			if (instanceAt(address) == null) {
				free.add(address);
			}
		}
		URI address = this.chance.of(free);
		if (usual != null && !usual.equals(address)) {
			this.tally.count(Fault.NEW_ADDRESS);
		}
		for (int other = 0; other < this.hosts.length; other++) {
			if (other != host && address.equals(this.addresses[other])) {
				this.tally.count(Fault.TAKEN_OVER_ADDRESS);
			}
		}
		this.addresses[host] = address;
		return address;
	}

	private long registration() {
		if (this.faults.isWithin(90) && this.chance.in(0.1)) {
			this.tally.count(Fault.LATE_REGISTRATION);
			return this.chance.seconds(3, 90);
		}
		return this.chance.seconds(0, 3);
	}

	private void lookForPeers(Instance instance) {
		if (this.faults.registryForgets()) {
			instance.node.discovered(List.of());
		}
		else if (!this.faults.registryFails(instance.host)) {
			instance.listed(this.registry.listFor(instance));
		}
		else if (this.chance.in(0.5)) {
			instance.listedAsBefore();
		}
		if (!instance.isDraining()) {
			instance.later(this.chance.in(0.1) ? this.chance.seconds(0.1, 10) : 10 * SECOND,
					() -> lookForPeers(instance));
		}
	}

	void gone(Instance instance) {
		this.hosts[instance.host] = null;
	}

	@Nullable Instance instanceAt(int host) {
		return this.hosts[host];
	}

	List<Instance> instances() {
		List<Instance> instances = new ArrayList<>();
		for (Instance instance : this.hosts) {
			if (instance != null) {
				instances.add(instance);
			}
		}
		return instances;
	}

	int hosts() {
		return this.hosts.length;
	}

	static String name(int host) {
		return String.valueOf((char) ('A' + host));
	}

	/**
	 * Lets the next instance at a host have the address of another one.
	 */
	void share(int host, @Nullable URI address) {
		this.shared[host] = address;
	}

	/**
	 * The instance that a message reaches: of several at one address the sender itself,
	 * or the first.
	 */
	@Nullable Instance recipient(Instance from, URI address) {
		return (from.isAlive() && from.address.equals(address)) ? from : instanceAt(address);
	}

	@Nullable Instance instanceAt(URI address) {
		for (Instance instance : this.hosts) {
			if (instance != null && instance.address.equals(address)) {
				return instance;
			}
		}
		return null;
	}

	Copies copies(FreshnessWatermark watermark, LongSupplier clock) {
		if (this.seed % 2 == 0 || this.variant == Variant.WITHOUT_GUARD
				|| this.variant == Variant.WITHOUT_MISSED_EVICTIONS) {
			return new ModelCopies(watermark, clock, this.variant);
		}
		// One that is never told anything covers everything.
		return new GuardedCopies((this.variant != Variant.WITHOUT_CERTIFICATE) ? watermark
				: new FreshnessWatermark(this.timings.maxStaleness(), clock), clock);
	}

	/**
	 * What came of a run.
	 *
	 * @param seed repeats it
	 * @param violation the first read older than the bound
	 * @param unrecovered what is still wrong two minutes after the last fault
	 * @param tally what happened
	 * @param trace the same line by line, if it was wanted
	 */
	record Outcome(long seed, @Nullable String violation, @Nullable String unrecovered, Tally tally,
			List<String> trace) {
	}

	/**
	 * Carries four hundred keys in a message.
	 */
	private static final class SimulatedWire implements Wire {

		@Override
		public int weight(@Nullable Object id) {
			return 1;
		}

		@Override
		public int capacity() {
			return 400;
		}

		@Override
		public int pendingCapacity() {
			return 100;
		}

	}

}
