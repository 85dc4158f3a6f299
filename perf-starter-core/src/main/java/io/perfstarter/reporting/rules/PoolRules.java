package io.perfstarter.reporting.rules;

import java.util.EnumSet;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes of waits for connections of a pool.
 */
final class PoolRules {

	/**
	 * Minimum share of the samples of waiting threads in which the pool checks a
	 * connection.
	 */
	static final double CHECKED = 0.5;

	/**
	 * Minimum number of connections that a thread needs at once for a deadlock.
	 */
	static final int SEVERAL = 2;

	/**
	 * Maximum share of statements in the borrowed time of a deadlock. If it is larger,
	 * the connections make progress.
	 */
	static final double PROGRESS = 0.1;

	/**
	 * Maximum share of remote calls in the borrowed time of a deadlock. If it is larger,
	 * the threads wait for the calls.
	 */
	static final double CALLING = 0.5;

	/**
	 * Minimum share of remote calls in the borrowed time for them to be the reason.
	 */
	static final double REMOTE = 0.3;

	/**
	 * Minimum average time of a slow statement, in nanoseconds. Such a statement is a
	 * reason besides the pool size.
	 */
	static final long SLOW = 100_000_000;

	/**
	 * Minimum share of a slow statement in the statement time of the pool.
	 */
	static final double MOST = 0.5;

	private static final int SQL_LENGTH = 80;

	private PoolRules() {
	}

	/**
	 * {@link Cause#DEAD_CONNECTIONS}: stacks show that callers wait until the pool has
	 * checked idle connections, because those are dead or slow to validate.
	 */
	static @Nullable Verdict deadConnections(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		ThreadSamples waits = judged.seenIn(TimeComponent.POOL);
		int checks = waits.count(EnumSet.of(Activity.CONNECTION_CHECK));
		if (pool == null || checks == 0 || checks < CHECKED * waits.all()) {
			return null;
		}
		return judged.verdict(Cause.DEAD_CONNECTIONS, pool.name(), judged.share(TimeComponent.POOL),
				"Requests waited up to %s for a connection; in %s of %s samples the pool checked an idle connection whose database did not answer."
					.formatted(Figures.time(pool.longestWait()), checks, waits.all()),
				"Set hikari.max-lifetime and hikari.keepalive-time of this pool below the idle timeouts of the database and the firewall; remove a slow hikari.connection-test-query.");
	}

	/**
	 * {@link Cause#CONNECTIONS_REFUSED} or {@link Cause#SLOW_CONNECT}: callers wait
	 * although the pool may open more connections. The database refuses new connections,
	 * or they open slowly.
	 */
	static @Nullable Verdict slowConnect(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		boolean waited = pool != null && (pool.refused() > 0
				|| judged.perSlowRequest(judged.breakdown().nanos(TimeComponent.POOL)) <= pool.longestWait());
		if (pool == null || pool.peak() >= pool.max() || !waited || busy(judged, pool) >= PoolWindow.BUSY) {
			return null;
		}
		double share = judged.share(TimeComponent.POOL);
		String evidence = "Requests waited up to %s for a connection, and %s timed out; at most %s of %s were active."
			.formatted(Figures.time(pool.longestWait()), pool.refused(), pool.peak(), pool.max());
		return judged.sessions(pool)
			.filter((sessions) -> !sessions.refusal().isEmpty())
			.map((sessions) -> judged.verdict(Cause.CONNECTIONS_REFUSED, pool.name(), share,
					evidence + " A connection outside of the pool failed, too: %s.".formatted(sessions.refusal()),
					"If the database has too many connections, use smaller pools on all its clients, or a connection pooler such as PgBouncer; check that it is up and that the credentials are valid."))
			.orElseGet(() -> judged.verdict(Cause.SLOW_CONNECT, pool.name(), share, evidence,
					"Keep connections open: leave hikari.minimum-idle of this pool equal to hikari.maximum-pool-size. Check what a new connection waits for: name lookup, network, TLS, authentication."));
	}

	/**
	 * {@link Cause#POOL_DEADLOCK_RISK}: threads that hold a connection wait for another,
	 * and all are borrowed. Threads that need only one connection cannot deadlock.
	 */
	static @Nullable Verdict deadlockRisk(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		int connections = judged.requests().connections();
		if (pool == null || pool.max() <= 0 || connections < SEVERAL || pool.peak() < pool.max()
				|| pool.sqlShare() >= PROGRESS || pool.remote() >= CALLING * pool.borrowedNanos()
				|| (pool.refused() == 0 && pool.waiting() == 0)) {
			return null;
		}
		// If each thread holds one connection less than it needs, one more lets a thread
		// proceed.
		ThreadsWindow threads = judged.window().threads();
		String floor = (threads != null && threads.max() > 0) ? String.valueOf(threads.max() * (connections - 1) + 1)
				: "threads x %s + 1".formatted(connections - 1);
		return judged.verdict(Cause.POOL_DEADLOCK_RISK, pool.name(), judged.share(TimeComponent.POOL),
				"A thread needs %s connections at once; all %s are active and used for %s of that time; %s requests timed out, %s wait."
					.formatted(connections, pool.max(), Figures.percent(pool.sqlShare()), pool.refused(),
							pool.waiting()),
				"Use one connection per thread: REQUIRES_NEW takes a second one. As long as it does, only a pool of at least %s connections cannot deadlock."
					.formatted(floor));
	}

	/**
	 * {@link Cause#CONNECTION_LEAK}: connections are borrowed, unused and not returned.
	 */
	static @Nullable Verdict leak(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.leaks().isEmpty()) {
			return null;
		}
		String line = pool.leaks().get(0);
		return judged.verdict(Cause.CONNECTION_LEAK, pool.name(), judged.share(TimeComponent.POOL),
				"At least %s connections are borrowed and unused for suspiciously long, for example: %s; %s of %s are active."
					.formatted(pool.leaks().size(), line, pool.active(), Figures.count(pool.max())),
				"Close this connection with try-with-resources or @Transactional: %s.".formatted(line));
	}

	/**
	 * The cause of the pauses, if connections are borrowed for long because the JVM is
	 * paused meanwhile.
	 */
	static @Nullable Verdict paused(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		return (pool != null && pool.stopped() > PoolWindow.PAUSED * pool.borrowedNanos())
				? Rule.first(CausalOrder.STOPS, judged.counting(TimeComponent.POOL, TimeComponent.JVM_PAUSE)) : null;
	}

	/**
	 * {@link Cause#CONNECTION_HELD_IDLE}: connections are borrowed for much longer than
	 * statements run on them. A larger pool would only hold more idle connections. If the
	 * threads compute meanwhile and wait for processors, the processors are the cause.
	 */
	static @Nullable Verdict heldIdle(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.sqlShare() >= PoolWindow.USED) {
			return null;
		}
		double remote = (pool.remote() >= 0) ? (double) pool.remote() / pool.borrowedNanos() : Double.NaN;
		boolean calling = remote >= REMOTE;
		ThreadSamples samples = judged.seenIn(TimeComponent.BLOCKED);
		boolean computed = samples.all() > 0 && samples.count(CpuRules.COMPUTING) >= BlockedRules.MOST * samples.all();
		if (!calling && computed && CpuRules.processWaits(judged)) {
			return CpuRules.processors(judged.counting(TimeComponent.POOL, TimeComponent.CPU_WAIT));
		}
		String target = judged.slowFigures().remotes().isEmpty() ? "the other service"
				: judged.slowFigures().remotes().get(0).name();
		return judged.verdict(Cause.CONNECTION_HELD_IDLE, pool.name(), judged.share(TimeComponent.POOL),
				"At most %s of %s connections were active, and statements ran on them for %s of that time; remote calls took %s of it."
					.formatted(pool.peak(), Figures.count(pool.max()), Figures.percent(pool.sqlShare()),
							Figures.percent(remote)),
				apart(pool)
						+ (calling ? "Move the call to %s out of @Transactional".formatted(target)
								: "Start @Transactional after the work that needs no connection")
						+ ", and with JPA set spring.jpa.open-in-view=false.");
	}

	/**
	 * {@link Cause#POOL_TOO_SMALL}: all connections are in use, and demand exceeds the
	 * pool size.
	 */
	static @Nullable Verdict tooSmall(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.max() <= 0 || (busy(judged, pool) < PoolWindow.BUSY && pool.peak() < pool.max())) {
			return null;
		}
		double mean = (double) pool.borrowedNanos() / Math.max(1, Math.max(pool.usages(), pool.active()));
		double rate = pool.requests() / judged.seconds();
		double borrowed = judged.ofPeriod(pool.borrowedNanos());
		int need = PoolWindow.sizeFor(borrowed, pool.meanWaiting(), pool.max());
		String apart = apart(pool);
		return judged.verdict(Cause.POOL_TOO_SMALL, pool.name(), judged.share(TimeComponent.POOL),
				"Of %s connections, %s were active on average and %s at most, for %s each, with statements for %s of that time; demand is %s connections per second, and %s threads waited on average."
					.formatted(pool.max(), Figures.count(borrowed), pool.peak(), Figures.time(mean),
							Figures.percent(pool.sqlShare()), Figures.count(rate), Figures.count(pool.meanWaiting())),
				(apart.isEmpty() ? size(judged, pool, need) : apart.strip()) + running(judged, pool));
	}

	/**
	 * Returns the remedy if threads outside of requests hold most connections, otherwise
	 * an empty text.
	 */
	private static String apart(PoolWindow pool) {
		return !pool.outside().isMost() ? ""
				: "Outside of requests, %s holds the connections for %s of the time: give this work a pool of its own, or let it use fewer at once. "
					.formatted(pool.outside().name(), Figures.percent(pool.outside().share()));
	}

	private static String size(Diagnosis judged, PoolWindow pool, int need) {
		Use slow = judged.slowFigures()
			.costliest()
			.stream()
			.filter((statement) -> statement.nanos() >= SLOW * statement.times())
			.filter((statement) -> statement.nanos() >= MOST * pool.sql())
			.findFirst()
			.orElse(null);
		if (slow != null) {
			return "First speed up this statement, which takes %s per execution: %s; without that, hikari.maximum-pool-size of this pool must be %s."
				.formatted(Figures.time(slow.mean()), Figures.shortened(slow.name(), SQL_LENGTH),
						Math.max(need, pool.max() + 1));
		}
		return (need > pool.max())
				? "Set hikari.maximum-pool-size of this pool to %s, if the database supports that many connections."
					.formatted(need)
				: "Set hikari.maximum-pool-size of this pool above %s, or smooth the bursts of requests."
					.formatted(pool.max());
	}

	/**
	 * Returns how many sessions already run in the database, empty if it is not known.
	 */
	private static String running(Diagnosis judged, PoolWindow pool) {
		return judged.sessions(pool)
			.filter((sessions) -> sessions.running() > 0)
			.map((sessions) -> " In the database %s sessions ran at once without waiting; if it has fewer processors than that, a larger pool makes it slower%s."
				.formatted(Figures.count(sessions.runningAtOnce()),
						(sessions.processors() != 0) ? ""
								: ": set perf-starter.reporting.database-cores to let this be checked"))
			.orElse("");
	}

	/**
	 * Returns the average utilization of a pool, by Little's law.
	 */
	static double busy(Diagnosis judged, PoolWindow pool) {
		return judged.ofPeriod(pool.borrowedNanos()) / Math.max(1, pool.max());
	}

	/**
	 * {@link Cause#UNSURE}: the measurements of the pool do not explain the wait. Always
	 * matches.
	 */
	static Verdict unknown(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		String evidence = (pool != null)
				? "Requests waited for a connection, but at most %s of %s were active in this period."
					.formatted(pool.peak(), Figures.count(pool.max()))
				: "Requests waited for a connection; the state of the pool is not known.";
		return judged.verdict(Cause.UNSURE, (pool != null) ? pool.name() : "", judged.share(TimeComponent.POOL),
				evidence, "Check the log of the pool (logging.level.com.zaxxer.hikari=debug).");
	}

}
