package io.perfstarter.reporting.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.Looks;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.StatementUse;

/**
 * What is kept of the slow requests of one period. Not thread-safe.
 */
final class SlowRequests {

	private static final int NAMES = 200;

	private static final int COSTLIEST = 10;

	private final Costs statements = new Costs(NAMES);

	private final Costs targets = new Costs(NAMES);

	private final Map<String, Long> routes = new HashMap<>();

	private final Map<String, Long> pools = new HashMap<>();

	private Parts parts = Parts.NONE;

	private long count;

	private long executions;

	private long rows;

	private long allocated;

	private Looks looks = Looks.NONE;

	void add(ServedRequest request, Ledger ledger) {
		this.parts = (this.count != 0) ? this.parts.plus(request.parts()) : request.parts();
		this.count++;
		this.executions += request.statements();
		this.rows += request.rows();
		this.allocated += Math.max(0, request.allocated());
		this.looks = this.looks.plus(request.looks());
		this.statements.add(ledger.statements());
		Costs called = ledger.targets();
		if (called != null) {
			this.targets.add(called);
		}
		add(this.routes, request.route(), request.nanos());
		if (request.awaitedPool() != null) {
			add(this.pools, request.awaitedPool(), request.parts().nanos(Part.POOL));
		}
	}

	private static void add(Map<String, Long> sums, String name, long nanos) {
		boolean room = sums.size() < NAMES || sums.containsKey(name);
		sums.merge(room ? name : Costs.OTHER, nanos, Long::sum);
	}

	/**
	 * The figures of the period, with those of all its requests.
	 */
	RequestsWindow window(Times times, Parts all, int connections) {
		List<StatementUse> costliest = this.statements.costliest(COSTLIEST).map(Cost::toStatement).toList();
		List<RemoteUse> remotes = this.targets.costliest(COSTLIEST).map(Cost::toRemote).toList();
		return new RequestsWindow(times.count(), this.count, times.quantile(0.5), times.quantile(0.99), all, this.parts,
				this.executions, this.rows, this.allocated, this.looks, connections, longest(this.pools),
				longest(this.routes), costliest, remotes);
	}

	private static String longest(Map<String, Long> sums) {
		return sums.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
	}

}
