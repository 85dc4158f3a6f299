package io.perfstarter.coherence.simulation;

import java.util.List;

import io.perfstarter.coherence.simulation.Strike.Step;

/**
 * Lets go wrong what can go wrong, up to a moment at which everything is repaired.
 */
final class Faults {

	private final Simulation simulation;

	private final VirtualTime time;

	private final Chance chance;

	private final Tally tally;

	private final Trace trace;

	private final long end;

	private final double secondsBetween;

	private final boolean bursts;

	private final boolean sharing;

	private int registryFailing;

	private int registryEmpty;

	private final int[] cutFromRegistry;

	Faults(Simulation simulation, long end, double secondsBetween, boolean bursts, boolean sharing) {
		this.simulation = simulation;
		this.time = simulation.time;
		this.chance = simulation.chance;
		this.tally = simulation.tally;
		this.trace = simulation.trace;
		this.end = end;
		this.secondsBetween = secondsBetween;
		this.bursts = bursts;
		this.sharing = sharing;
		this.cutFromRegistry = new int[simulation.hosts()];
	}

	void begin() {
		next();
		if (this.sharing) {
			// When the others have joined.
			this.time.after(this.chance.seconds(80, 90), () -> {
				List<Instance> instances = this.simulation.instances();
				if (!instances.isEmpty()) {
					shareAddress(this.chance.of(instances));
				}
			});
		}
		if (this.bursts) {
			this.time.after(this.chance.seconds(20, 80), () -> burst(2_500, Fault.BACKLOG_OVER_2_000));
			this.time.after(this.chance.seconds(80, 120), () -> burst(10_500, Fault.BACKLOG_OVER_10_000));
		}
	}

	boolean registryFails(int host) {
		return this.registryFailing > 0 || this.cutFromRegistry[host] > 0;
	}

	boolean registryForgets() {
		return this.registryEmpty > 0;
	}

	/**
	 * Whether nothing goes wrong for so many seconds from now on because of the end.
	 */
	boolean isWithin(double seconds) {
		return this.time.now() + seconds * 1e9 < this.end;
	}

	private void next() {
		this.time.after(this.chance.interval(this.secondsBetween), () -> {
			if (this.time.now() < this.end) {
				strike();
				next();
			}
		});
	}

	private void strike() {
		List<Instance> instances = this.simulation.instances();
		if (instances.isEmpty()) {
			return;
		}
		Instance instance = this.chance.of(instances);
		switch (this.chance.number(0, 17)) {
			case 0 -> partition(Fault.PARTITION, otherHost(instance), true, true, instance);
			case 1 -> partition(Fault.ONE_WAY_PARTITION, otherHost(instance), true, false, instance);
			case 2 -> isolate(Fault.ISOLATION, instance, true, true);
			case 3 -> isolateOneWay(instance);
			case 4 -> cutFromRegistry(instance);
			case 5 -> registryOutage();
			case 6, 7 -> pause(instance, Fault.PAUSE);
			case 8 -> crash(instance, Fault.CRASH);
			case 9 -> stop(instance);
			case 10, 11 -> refuseConnections(instance);
			case 12 -> crashLoop(instance, this.chance.number(2, 5));
			case 13 -> shareAddress(instance);
			case 14 -> overload(instance);
			default -> instance.arm(new Strike(this.chance.of(List.of(Step.values())), this.chance.in(0.6)));
		}
	}

	void strikes(Instance instance, Strike strike) {
		if (this.time.now() >= this.end) {
			return;
		}
		if (strike.crash()) {
			crash(instance, strike.fault());
		}
		else {
			pause(instance, strike.fault());
		}
	}

	private int otherHost(Instance instance) {
		return (instance.host + this.chance.number(1, this.simulation.hosts() - 1)) % this.simulation.hosts();
	}

	private void partition(Fault fault, int other, boolean there, boolean back, Instance instance) {
		this.tally.count(fault);
		cut(instance.host, other, there, back, length(2, 45));
	}

	private void cut(int host, int other, boolean there, boolean back, long length) {
		this.trace.note("cut %s%s%s for %.1f s", Simulation.name(host), there ? (back ? " <-> " : " --> ") : " <-- ",
				Simulation.name(other), length / 1e9);
		SimulatedNetwork network = this.simulation.network;
		if (there) {
			network.cut(host, other);
		}
		if (back) {
			network.cut(other, host);
		}
		this.time.after(length, () -> {
			if (there) {
				network.heal(host, other);
			}
			if (back) {
				network.heal(other, host);
			}
		});
	}

	private void isolateOneWay(Instance instance) {
		boolean there = this.chance.in(0.5);
		isolate(Fault.ONE_WAY_ISOLATION, instance, there, !there);
	}

	private void isolate(Fault fault, Instance instance, boolean there, boolean back) {
		this.tally.count(fault);
		long length = length(2, 45);
		for (int other = 0; other < this.simulation.hosts(); other++) {
			if (other != instance.host) {
				cut(instance.host, other, there, back, length);
			}
		}
		if (there && back && this.chance.in(0.5)) {
			cutFromRegistry(instance);
		}
	}

	/**
	 * Requests do not pass in one direction, but answers to those in the other do.
	 */
	private void refuseConnections(Instance instance) {
		this.tally.count(Fault.NO_CONNECTIONS);
		int host = instance.host;
		int other = otherHost(instance);
		long length = length(2, 45);
		this.trace.note("no connections from %s to %s for %.1f s", Simulation.name(host), Simulation.name(other),
				length / 1e9);
		this.simulation.network.refuse(host, other);
		this.time.after(length, () -> this.simulation.network.accept(host, other));
	}

	private void cutFromRegistry(Instance instance) {
		this.tally.count(Fault.CUT_FROM_REGISTRY);
		this.cutFromRegistry[instance.host]++;
		this.time.after(length(2, 45), () -> this.cutFromRegistry[instance.host]--);
	}

	private void registryOutage() {
		long length = length(5, 90);
		if (this.chance.in(0.5)) {
			this.tally.count(Fault.REGISTRY_FAILS);
			this.registryFailing++;
			this.time.after(length, () -> this.registryFailing--);
		}
		else {
			this.tally.count(Fault.REGISTRY_FORGETS);
			this.registryEmpty++;
			this.time.after(length, () -> this.registryEmpty--);
		}
		this.trace.note("the registry is out for %.1f s", length / 1e9);
	}

	private void pause(Instance instance, Fault fault) {
		if (instance.isPaused()) {
			return;
		}
		this.tally.count(fault);
		long length = length(0.3, 30);
		this.trace.note("%s pauses for %.1f s: %s", instance, length / 1e9, fault);
		instance.pause();
		this.time.after(length, () -> {
			if (instance.isAlive()) {
				this.trace.note("%s goes on", instance);
				instance.resume();
			}
		});
	}

	private void crash(Instance instance, Fault fault) {
		crash(instance, fault, restart());
	}

	private void crash(Instance instance, Fault fault, long restart) {
		this.tally.count(fault);
		this.trace.note("%s crashes: %s", instance, fault);
		instance.crash();
		this.simulation.gone(instance);
		this.time.after(this.chance.seconds(0, 90), () -> this.simulation.registry.deregister(instance));
		this.time.after(restart, () -> this.simulation.start(instance.host));
	}

	private void crashLoop(Instance instance, int times) {
		this.tally.count(Fault.CRASH_LOOP);
		crash(instance, Fault.CRASH, length(0.1, 5));
		if (times > 1) {
			this.time.after(length(5, 20), () -> {
				Instance next = this.simulation.instanceAt(instance.host);
				if (next != null && this.time.now() < this.end) {
					crashLoop(next, times - 1);
				}
			});
		}
	}

	/**
	 * Starts again at the address of another instance, for some time.
	 */
	private void shareAddress(Instance instance) {
		List<Instance> others = this.simulation.instances().stream().filter((other) -> other != instance).toList();
		if (others.isEmpty() || instance.isDraining() || !isWithin(35)) {
			return;
		}
		this.simulation.share(instance.host, this.chance.of(others).address);
		stop(instance, length(0.1, 5));
		this.time.after(length(20, 55), () -> {
			this.simulation.share(instance.host, null);
			Instance next = this.simulation.instanceAt(instance.host);
			if (next != null) {
				crash(next, Fault.CRASH, length(0.1, 5));
			}
		});
	}

	/**
	 * Answers nobody, but sends.
	 */
	private void overload(Instance instance) {
		this.tally.count(Fault.OVERLOAD);
		int host = instance.host;
		long length = length(2, 60);
		this.trace.note("%s is overloaded for %.1f s", instance, length / 1e9);
		for (int other = 0; other < this.simulation.hosts(); other++) {
			int from = other;
			this.simulation.network.refuse(from, host);
			this.time.after(length, () -> this.simulation.network.accept(from, host));
		}
	}

	private void stop(Instance instance) {
		if (!instance.isDraining() && isWithin(35)) {
			stop(instance, restart());
		}
	}

	private void stop(Instance instance, long restart) {
		this.tally.count(Fault.CLEAN_STOP);
		this.trace.note("%s is about to stop", instance);
		instance.drain();
		this.simulation.registry.deregister(instance);
		awaitChanges(instance, restart);
	}

	private void awaitChanges(Instance instance, long restart) {
		instance.later(this.chance.seconds(0.05, 3), () -> {
			if (instance.isChanging()) {
				awaitChanges(instance, restart);
			}
			else {
				instance.leave(() -> {
					this.trace.note("%s has stopped", instance);
					this.simulation.gone(instance);
					this.time.after(restart, () -> this.simulation.start(instance.host));
				});
			}
		});
	}

	private long restart() {
		boolean fast = this.chance.in(0.85);
		if (fast) {
			this.tally.count(Fault.FAST_RESTART);
		}
		return fast ? length(0.1, 40) : length(40, 120);
	}

	private void burst(int evictions, Fault fault) {
		List<Instance> serving = this.simulation.instances().stream().filter(Instance::isServing).toList();
		if (!serving.isEmpty()) {
			Instance writer = this.chance.of(serving);
			this.tally.count(fault);
			cut(writer.host, otherHost(writer), true, this.chance.in(0.5), length(5, 20));
			this.simulation.workload.burst(writer, evictions);
		}
	}

	private long length(double shortest, double longest) {
		return Math.min(this.chance.seconds(shortest, longest), Math.max(this.end - this.time.now(), 0));
	}

}
