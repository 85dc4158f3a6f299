package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;

/**
 * Advises on the maximum size of a pool: large enough for the load, and within the
 * connection limit of the database.
 */
final class PoolSizeAdvice {

	private static final String FORMULA = "ceil((borrowed + waiting) / " + PoolWindow.BUSY
			+ "), at most twice the size, and (max_connections - reserved) / instances";

	private static final String SOURCE = "Little's law; HikariCP, About Pool Sizing";

	private final String pool;

	private final int current;

	private final AdviceFacts facts;

	private final PoolLoad load;

	private final List<String> inputs = new ArrayList<>();

	PoolSizeAdvice(String pool, int current, AdviceFacts facts) {
		this.pool = pool;
		this.current = current;
		this.facts = facts;
		this.load = PoolLoad.busiest(facts.windows(), pool);
	}

	Advice compute() {
		int measured = measured();
		int upper = upper();
		int start = start(upper);
		if (measured > this.current && this.load.stoppedShare() > PoolWindow.PAUSED) {
			return refused(("The JVM is paused for %s of the time in which connections are active: "
					+ "fix garbage collection first, because more connections would wait as well.")
				.formatted(Figures.percent(this.load.stoppedShare())));
		}
		if (measured > this.current && this.load.sqlShare() < PoolWindow.USED) {
			return refused(("Statements run for %s of the time in which connections are active: "
					+ "hold connections for a shorter time instead of enlarging the pool.")
				.formatted(Figures.percent(this.load.sqlShare())));
		}
		int needed = Math.max(1, measured);
		if (needed > upper) {
			return refused("The database accepts too few connections: " + needed + " are needed and " + upper
					+ " are available. Use fewer instances or a connection pooler such as PgBouncer.");
		}
		if (this.current > upper) {
			return advice(upper, "All instances together may open more connections than the database accepts.");
		}
		if (measured == 0) {
			return (start > 0) ? advice(start,
					"A start value from the processor cores of the database server, until the load is measured.")
					: refused(String.format(Locale.ROOT,
							"A minute with at least %d connection usages is needed; the busiest has %d in %.0f s.",
							PoolLoad.ENOUGH_USAGES, this.load.usages(), this.load.seconds()));
		}
		if (measured > this.current) {
			return advice(measured,
					(start > 0 && measured > start)
							? "The load of the busiest minute needs them; the database has fewer processor cores, "
									+ "so faster statements would help more."
							: "The load of the busiest minute needs them.");
		}
		return advice(this.current, "It is sufficient for the busiest minute.");
	}

	private int measured() {
		if (!this.load.enough()) {
			return 0;
		}
		this.inputs.add(String.format(Locale.ROOT, "%.1f borrowed on average", this.load.meanBorrowed()));
		this.inputs.add(String.format(Locale.ROOT, "%.1f threads waiting on average", this.load.meanWaiting()));
		this.inputs.add("statements run for " + Figures.percent(this.load.sqlShare()) + " of it");
		return Math.max(1, PoolWindow.sizeFor(this.load.meanBorrowed(), this.load.meanWaiting(), this.current));
	}

	private int upper() {
		DatabaseFacts database = this.facts.databases().get(this.pool);
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
		if (this.facts.databaseCores() <= 0) {
			return 0;
		}
		this.inputs.add("the database server has " + this.facts.databaseCores() + " processor cores");
		return Math.min(upper, Math.max(1, this.facts.databaseCores() * 2 / instances()));
	}

	private int instances() {
		return Math.max(1, this.facts.instances());
	}

	private Advice refused(String reason) {
		return advice("", reason);
	}

	private Advice advice(int recommended, String reason) {
		return advice(Integer.toString(recommended), reason);
	}

	private Advice advice(String recommended, String reason) {
		return new Advice("maximum size of " + this.pool, Integer.toString(this.current), recommended, FORMULA,
				this.inputs, SOURCE, reason);
	}

}
