package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Advises on the maximum lifetime of pooled connections: shorter than the idle timeout of
 * the server, so that callers never borrow a connection that the server has closed.
 */
final class MaxLifetimeAdvice {

	private static final String FORMULA = "idle timeout of the server - 30 s; keepalive shorter than that";

	private static final String SOURCE = "HikariCP, maxLifetime and keepaliveTime";

	private static final Duration MARGIN = Duration.ofSeconds(30);

	/**
	 * Minimum difference between the idle timeout and a lifetime that needs no change.
	 */
	private static final Duration SMALLEST_MARGIN = Duration.ofSeconds(5);

	/**
	 * Minimum lifetime that HikariCP accepts. It replaces smaller values with its default
	 * of 1800 s.
	 */
	private static final Duration SHORTEST = Duration.ofSeconds(30);

	private final PoolSettings pool;

	private final List<String> inputs = new ArrayList<>();

	private MaxLifetimeAdvice(PoolSettings pool) {
		this.pool = pool;
	}

	static Advice of(PoolSettings pool) {
		return new MaxLifetimeAdvice(pool).compute();
	}

	private Advice compute() {
		Duration idle = (this.pool.database() != null) ? this.pool.database().idleTimeout() : null;
		Duration lifetime = this.pool.maxLifetime();
		Duration keepalive = this.pool.keepalive();
		if (idle == null) {
			return advice("", "The idle timeout of the server is not known.");
		}
		this.inputs.add("idle timeout " + seconds(idle));
		if (keepalive != null && !keepalive.isZero()) {
			this.inputs.add("keepalive " + seconds(keepalive));
		}
		Duration limit = idle.minus(MARGIN);
		if (limit.compareTo(SHORTEST) < 0) {
			return advice("", "The server closes idle connections so early that no lifetime helps: HikariCP accepts no "
					+ "less than 30 s. Raise the server's timeout for these connections.");
		}
		if (lifetime == null) {
			return advice("", "The pool's setting is not known.");
		}
		boolean fits = !lifetime.isZero() && lifetime.compareTo(idle.minus(SMALLEST_MARGIN)) <= 0;
		Duration recommended = fits ? lifetime : limit;
		String reason = fits ? "The pool retires connections before the server closes them."
				: "The server closes connections that the pool still considers valid.";
		if (keepalive != null && keepalive.compareTo(recommended) >= 0) {
			reason += " The keepalive of " + seconds(keepalive) + " never takes effect: it must be shorter.";
		}
		return advice(seconds(recommended), reason);
	}

	private Advice advice(String recommended, String reason) {
		Duration lifetime = this.pool.maxLifetime();
		String current = (lifetime != null) ? seconds(lifetime) : "";
		return new Advice("maximum lifetime of " + this.pool.name(), current, recommended, FORMULA, this.inputs, SOURCE,
				Confidence.HIGH, reason);
	}

	private static String seconds(Duration time) {
		return time.toSeconds() + " s";
	}

}
