package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The truth: every version of every row, when it was committed, and by whom.
 */
final class SimulatedDatabase {

	static final List<String> CACHES = List.of("tickets", "zones");

	private static final int ROWS_OF_A_CACHE = 8;

	private final Map<Row, List<Commit>> commits = new LinkedHashMap<>();

	SimulatedDatabase() {
		for (String cache : CACHES) {
			for (int key = 0; key < ROWS_OF_A_CACHE; key++) {
				this.commits.put(new Row(cache, key), new ArrayList<>());
			}
		}
	}

	List<Row> rows() {
		return List.copyOf(this.commits.keySet());
	}

	Version read(Row row) {
		return new Version(row, commitsOf(row).size());
	}

	void commit(Collection<Row> rows, Instance writer, long now) {
		rows.forEach((row) -> commitsOf(row).add(new Commit(now, writer)));
	}

	/**
	 * The changes since a version, the first being the one that made it stale.
	 */
	List<Commit> since(Version version) {
		List<Commit> commits = commitsOf(version.row());
		return commits.subList(version.number(), commits.size());
	}

	private List<Commit> commitsOf(Row row) {
		return this.commits.get(row);
	}

	/**
	 * A change of one row.
	 *
	 * @param at when it became visible
	 * @param writer who did it
	 */
	record Commit(long at, Instance writer) {
	}

}
