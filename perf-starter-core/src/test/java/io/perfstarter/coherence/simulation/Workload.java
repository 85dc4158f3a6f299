package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.protocol.Event;

/**
 * What users do: many reads everywhere, and a change now and then somewhere.
 */
final class Workload {

	private static final double SECONDS_BETWEEN_READS = 0.2;

	private final Simulation simulation;

	private final Chance chance;

	private final double secondsBetweenChanges;

	private boolean changing = true;

	Workload(Simulation simulation, double secondsBetweenChanges) {
		this.simulation = simulation;
		this.secondsBetweenChanges = secondsBetweenChanges;
		this.chance = simulation.chance;
	}

	void begin() {
		for (int host = 0; host < this.simulation.hosts(); host++) {
			readAt(host);
		}
		change();
	}

	void endChanges() {
		this.changing = false;
	}

	private void readAt(int host) {
		this.simulation.time.after(this.chance.interval(SECONDS_BETWEEN_READS), () -> {
			Instance instance = this.simulation.instanceAt(host);
			if (instance != null && instance.isServing()) {
				instance.read(this.chance.of(this.simulation.database.rows()));
			}
			readAt(host);
		});
	}

	private void change() {
		this.simulation.time.after(this.chance.interval(this.secondsBetweenChanges), () -> {
			if (!this.changing) {
				return;
			}
			List<Instance> serving = this.simulation.instances().stream().filter(Instance::isServing).toList();
			if (!serving.isEmpty()) {
				changeBy(this.chance.of(serving));
			}
			change();
		});
	}

	private void changeBy(Instance writer) {
		Row row = this.chance.of(this.simulation.database.rows());
		if (this.chance.in(0.7) || row.group() == null) {
			change(writer, someRows(), 0);
		}
		else if (this.chance.in(0.7)) {
			List<Row> rows = rowsOf(row.cache()).stream().filter((other) -> row.group().equals(other.group())).toList();
			new Change(this.simulation, writer, rows, List.of(Event.groups(row.cache(), List.of(row.group()))), 0)
				.begin();
		}
		else {
			new Change(this.simulation, writer, rowsOf(row.cache()), List.of(Event.all(row.cache())), 0).begin();
		}
	}

	/**
	 * Changes some rows and, at once, very many that nobody has cached.
	 */
	void burst(Instance writer, int others) {
		change(writer, someRows(), others);
	}

	private void change(Instance writer, List<Row> rows, int others) {
		List<Event> events = new ArrayList<>();
		for (String cache : SimulatedDatabase.CACHES) {
			List<Integer> keys = rows.stream().filter((row) -> row.cache().equals(cache)).map(Row::key).toList();
			if (!keys.isEmpty()) {
				events.add(Event.keys(cache, keys));
			}
		}
		new Change(this.simulation, writer, rows, events, others).begin();
	}

	private List<Row> someRows() {
		Set<Row> rows = new LinkedHashSet<>();
		int number = this.chance.number(1, 3);
		for (int i = 0; i < number; i++) {
			rows.add(this.chance.of(this.simulation.database.rows()));
		}
		return new ArrayList<>(rows);
	}

	private List<Row> rowsOf(String cache) {
		return this.simulation.database.rows().stream().filter((row) -> row.cache().equals(cache)).toList();
	}

}
