package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists who is there, to each reader with delays of its own.
 *
 * <p>
 * An instance that is alive and registered is never delisted.
 */
final class SimulatedRegistry {

	private final VirtualTime time;

	private final Chance chance;

	private final Tally tally;

	private final double longestLag;

	private final List<Entry> entries = new ArrayList<>();

	SimulatedRegistry(VirtualTime time, Chance chance, Tally tally, double longestLag) {
		this.time = time;
		this.chance = chance;
		this.tally = tally;
		this.longestLag = longestLag;
	}

	/**
	 * Registers an instance in place of who was registered at its address, unless that
	 * one is alive.
	 */
	void register(Instance instance) {
		this.entries.forEach((entry) -> {
			if (entry.instance.address.equals(instance.address) && !entry.instance.isAlive()) {
				entry.remove(this.time.now());
			}
		});
		this.entries.add(new Entry(instance, this.time.now()));
	}

	void deregister(Instance instance) {
		this.entries.forEach((entry) -> {
			if (entry.instance == instance) {
				entry.remove(this.time.now());
			}
		});
	}

	boolean lists(Instance instance) {
		return this.entries.stream().anyMatch((entry) -> entry.instance == instance);
	}

	List<Instance> listFor(Instance reader) {
		return this.entries.stream()
			.filter((entry) -> entry.isListedFor(reader))
			.map((entry) -> entry.instance)
			.toList();
	}

	private long lag() {
		double longest = this.chance.in(0.5) ? Math.min(5, this.longestLag) : this.longestLag;
		long lag = this.chance.seconds(0, longest + 0.001);
		if (lag > 30_000_000_000L) {
			this.tally.count(Fault.REGISTRY_LAG_OVER_30_SECONDS);
		}
		return lag;
	}

	/**
	 * An instance in the registry.
	 */
	private final class Entry {

		private final Instance instance;

		private final long registeredAt;

		private long removedAt = Long.MAX_VALUE;

		// By host: how long it takes until a reader there is told.
		private final Map<Integer, Long> appearing = new HashMap<>();

		private final Map<Integer, Long> disappearing = new HashMap<>();

		private Entry(Instance instance, long registeredAt) {
			this.instance = instance;
			this.registeredAt = registeredAt;
		}

		void remove(long now) {
			this.removedAt = Math.min(this.removedAt, now);
		}

		boolean isListedFor(Instance reader) {
			long now = SimulatedRegistry.this.time.now();
			long appears = this.registeredAt + lagFor(reader, this.appearing);
			if (now < appears) {
				return false;
			}
			return this.removedAt == Long.MAX_VALUE || now < this.removedAt + lagFor(reader, this.disappearing);
		}

		private long lagFor(Instance reader, Map<Integer, Long> lags) {
			return lags.computeIfAbsent(reader.host, (host) -> lag());
		}

	}

}
