package io.perfstarter.reporting.pool;

import io.perfstarter.jdbc.ConnectionUsage.Figures;

/**
 * The sums of the {@link Figures} of several connection usages. Mutable, because a record
 * would be one more allocation per request. Not thread-safe.
 */
final class UsageTimes {

	private long held;

	private long active;

	private long remote;

	private long paused;

	void add(Figures figures) {
		this.held += figures.held();
		this.active += figures.active();
		this.remote += figures.remote();
		this.paused += figures.paused();
	}

	void add(UsageTimes times) {
		this.held += times.held;
		this.active += times.active;
		this.remote += times.remote;
		this.paused += times.paused;
	}

	/**
	 * Returns what these sums have that earlier ones have not. A usage that ends while
	 * the sums are computed may be missing in these; then the next ones have it.
	 */
	UsageTimes since(UsageTimes before) {
		UsageTimes since = new UsageTimes();
		since.held = Math.max(0, this.held - before.held);
		since.active = Math.max(0, this.active - before.active);
		since.remote = Math.max(0, this.remote - before.remote);
		since.paused = Math.max(0, this.paused - before.paused);
		return since;
	}

	long held() {
		return this.held;
	}

	long active() {
		return this.active;
	}

	long remote() {
		return this.remote;
	}

	long paused() {
		return this.paused;
	}

}
