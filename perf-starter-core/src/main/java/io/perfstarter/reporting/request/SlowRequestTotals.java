package io.perfstarter.reporting.request;

import java.util.function.Function;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;

/**
 * Collects the figures of the slow requests of one period. Not thread-safe.
 */
final class SlowRequestTotals {

	private static final int NAMES = 200;

	private static final int COSTLIEST = 10;

	private final Costs statements = new Costs(NAMES);

	private final Costs targets = new Costs(NAMES);

	private final Costs routes = new Costs(NAMES);

	private final Costs pools = new Costs(NAMES);

	private final Costs limiters = new Costs(NAMES);

	private ComponentTimes breakdown = ComponentTimes.NONE;

	private long count;

	private int connections;

	private long executions;

	private long rows;

	private long allocated;

	private ThreadSamples samples = ThreadSamples.NONE;

	void add(ServedRequest request, TimeBreakdown breakdown) {
		this.breakdown = (this.count != 0) ? this.breakdown.plus(request.breakdown()) : request.breakdown();
		this.count++;
		this.executions += request.figures().statements();
		this.rows += request.figures().rows();
		this.allocated += Math.max(0, request.figures().allocated());
		this.samples = this.samples.plus(request.figures().samples());
		this.statements.add(breakdown.statements());
		Costs called = breakdown.targets();
		if (called != null) {
			this.targets.add(called);
		}
		this.routes.of(request.route()).add(request.nanos());
		if (!request.figures().awaitedPool().isEmpty()) {
			this.pools.of(request.figures().awaitedPool()).add(request.breakdown().nanos(TimeComponent.POOL));
		}
		if (!request.figures().awaitedLimiter().isEmpty()) {
			this.limiters.of(request.figures().awaitedLimiter()).add(request.breakdown().nanos(TimeComponent.LIMITER));
		}
	}

	/**
	 * Adds a request that is in flight, with its operations in progress.
	 * @param text returns the text of a statement without literals
	 */
	void addInFlight(ServedRequest request, TimeBreakdown breakdown, Function<Execution, String> text) {
		add(request, breakdown);
		this.connections = Math.max(this.connections, breakdown.connections());
		breakdown.forEachOpen((operation, nanos) -> {
			if (operation instanceof Execution execution) {
				Costs.Cost statement = this.statements.of(text.apply(execution));
				if (execution.kind() == Kind.FETCH) {
					statement.addToLast(nanos);
				}
				else {
					statement.add(nanos);
				}
			}
			else if (operation instanceof RemoteCall call) {
				this.targets.of(call.target()).add(nanos);
			}
		});
	}

	/**
	 * Returns the figures of the period, combined with the figures of all requests.
	 */
	RequestsWindow window(Times times, ComponentTimes all, int connections) {
		// A request that completes meanwhile may count in one period, and as slow in the
		// next.
		return new RequestsWindow(Math.max(times.count(), this.count), this.count, times.quantile(0.5),
				times.quantile(0.99), all, Math.max(connections, this.connections), longest(this.routes),
				new RequestFigures(this.breakdown, this.executions, this.rows, this.allocated, this.samples,
						longest(this.pools), longest(this.limiters), this.statements.costliest(COSTLIEST),
						this.targets.costliest(COSTLIEST)));
	}

	private static String longest(Costs costs) {
		return costs.costliest(1).stream().map(Use::name).findFirst().orElse("");
	}

}
