package io.perfstarter.reporting.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.perfstarter.reporting.window.ThreadsWindow;

/**
 * How many connections a pool should have: as many as the load needs and no deadlock is
 * possible with, and no more than the database gives.
 */
final class PoolSizeAdvice {

	private static final String FORMULA = "the larger of ceil(requests/s x mean lease / 0.8) and "
			+ "threads x (connections per thread - 1) + 1, at most (max_connections - reserved) / instances";

	private static final String SOURCE = "Little's law; HikariCP, About Pool Sizing";

	private static final double UTILIZATION = 0.8;

	private static final double USED = 0.5;

	private static final double STOPPED = 0.3;

	private final PoolSettings pool;

	private final AdviceFacts facts;

	private final PoolLoad load;

	private final List<String> inputs = new ArrayList<>();

	private PoolSizeAdvice(PoolSettings pool, AdviceFacts facts) {
		this.pool = pool;
		this.facts = facts;
		this.load = PoolLoad.busiest(facts.windows(), pool.name());
	}

	static Advice of(PoolSettings pool, AdviceFacts facts) {
		return new PoolSizeAdvice(pool, facts).compute();
	}

	private Advice compute() {
		int measured = measured();
		int floor = deadlockFloor();
		int upper = upper();
		int start = start(upper);
		int current = this.pool.max();
		int lower = Math.max(measured, floor);
		if (measured > current && measured > floor && this.load.stoppedShare() > STOPPED) {
			return refused(String.format(Locale.ROOT,
					"The JVM stands still for %s of the time for which connections are lent: "
							+ "its collector is to be cured first, more connections would wait as well.",
					Figures.percent(this.load.stoppedShare())));
		}
		if (measured > current && measured > floor && this.load.sqlShare() < USED) {
			return refused(String.format(Locale.ROOT,
					"Connections are used for %s of the time for which they are lent: "
							+ "hold them for a shorter time, a larger pool is the wrong cure.",
					Figures.percent(this.load.sqlShare())));
		}
		if (lower > upper) {
			return refused(String.format(Locale.ROOT,
					"The database's budget is too small: %d connections are needed and %d can be had. "
							+ "Use fewer instances or a pooler such as PgBouncer%s.",
					lower, upper, (floor > measured) ? ", or no transaction within a transaction" : ""));
		}
		if (current > upper) {
			return advice(upper, budgetConfidence(),
					"All instances together may ask for more connections than the database gives.");
		}
		if (floor > current && floor >= measured) {
			return advice(floor, Confidence.HIGH,
					"With fewer, threads that hold a connection can wait for each other's for ever.");
		}
		if (measured == 0) {
			return (start > 0)
					? advice(Math.max(start, floor), Confidence.LOW,
							"A start value by the processors of the database's server, until the load was measured.")
					: refused(String.format(Locale.ROOT,
							"A minute with %d leases is needed, and the busiest has %d in %.0f s.",
							PoolLoad.ENOUGH_LEASES, this.load.leases(), this.load.seconds()));
		}
		if (measured > current) {
			return advice(measured, Confidence.MEDIUM, (start > 0 && measured > start)
					? "The load of the busiest minute needs them; the database's processors serve fewer at once, "
							+ "so faster statements would help more."
					: "The load of the busiest minute needs them.");
		}
		return advice(current, Confidence.MEDIUM, "It carries the load of the busiest minute.");
	}

	private int measured() {
		if (!this.load.enough()) {
			return 0;
		}
		this.inputs.add(String.format(Locale.ROOT, "%.1f requests/s", this.load.rate()));
		this.inputs.add(String.format(Locale.ROOT, "mean lease %.4f s", this.load.meanLease()));
		this.inputs.add("used for " + Figures.percent(this.load.sqlShare()) + " of it");
		return Math.max(1, (int) Math.ceil(this.load.needed() / UTILIZATION));
	}

	private int deadlockFloor() {
		int connections = this.facts.windows()
			.stream()
			.mapToInt((window) -> window.requests().connections())
			.max()
			.orElse(0);
		if (connections < 2) {
			return 0;
		}
		this.inputs.add("at most " + connections + " connections wanted at once by a thread");
		if (this.facts.pools().size() > 1) {
			this.inputs.add("not known of which pool they are, so no floor against deadlocks");
			return 0;
		}
		int threads = this.facts.windows()
			.stream()
			.map((window) -> window.threads())
			.filter(Objects::nonNull)
			.mapToInt(ThreadsWindow::max)
			.max()
			.orElse(0);
		if (threads <= 0 || this.facts.virtualThreads()) {
			this.inputs.add("threads without a bound, so no size is safe against deadlocks");
			return 0;
		}
		this.inputs.add(threads + " threads");
		return threads * (connections - 1) + 1;
	}

	private int upper() {
		DatabaseFacts database = this.pool.database();
		if (database == null) {
			return Integer.MAX_VALUE;
		}
		this.inputs.add("max_connections " + database.maxConnections());
		this.inputs.add("reserved " + database.reserved());
		this.inputs.add((this.facts.instances() > 0) ? this.facts.instances() + " instances"
				: "instances not known, counted as 1");
		return Math.max(0, database.maxConnections() - database.reserved()) / instances();
	}

	private int start(int upper) {
		if (this.pool.databaseCores() <= 0) {
			return 0;
		}
		this.inputs.add("the database's server has " + this.pool.databaseCores() + " processors");
		return Math.min(upper, Math.max(1, this.pool.databaseCores() * 2 / instances()));
	}

	private int instances() {
		return Math.max(1, this.facts.instances());
	}

	private Confidence budgetConfidence() {
		return (this.facts.instances() > 0) ? Confidence.HIGH : Confidence.LOW;
	}

	private Advice refused(String reason) {
		return advice("", Confidence.MEDIUM, reason);
	}

	private Advice advice(int recommended, Confidence confidence, String reason) {
		return advice(Integer.toString(recommended), confidence, reason);
	}

	private Advice advice(String recommended, Confidence confidence, String reason) {
		return new Advice(Knob.POOL_SIZE, this.pool.name(), Integer.toString(this.pool.max()), recommended, FORMULA,
				this.inputs, SOURCE, confidence, reason);
	}

}
