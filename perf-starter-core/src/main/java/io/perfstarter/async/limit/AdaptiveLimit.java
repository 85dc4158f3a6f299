package io.perfstarter.async.limit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Chooses a concurrency limit by the use of the resources that requests share: the
 * smallest limit at which the scarcest resource has no idle time. A request that waits
 * for a resource makes no use of it, so the limit falls by the number of those that wait;
 * while requests wait for the limit although each resource has idle time, it rises.
 * Latency does not count, because what it would be without load is not known. Not
 * thread-safe.
 */
final class AdaptiveLimit {

	/**
	 * Up to this share, a resource has idle time for more requests. Beyond it, fewer may
	 * be enough if it is not known how many wait for the resource. Less than 1, because
	 * some time goes to other processes and to the measurement.
	 */
	private static final double BUSY = 0.95;

	/**
	 * The share of the limit that may wait for resources, so that these do not become
	 * idle between two requests.
	 */
	private static final double RESERVE = 0.1;

	/**
	 * The longest step, as a share of the limit.
	 */
	private static final double STEP = 0.25;

	/**
	 * The first step down while it is not known how many requests wait for a resource;
	 * each further one without a pause is twice as long.
	 */
	private static final double SMALL_STEP = 0.03;

	private static final ResourceUse NONE = new ResourceUse("resources", 0, ResourceUse.UNKNOWN);

	private final int min;

	private final int max;

	private double limit;

	private double step;

	private String reason = "not adapted yet";

	/**
	 * Creates a limit.
	 * @param min the lowest limit
	 * @param max the highest limit
	 * @param first the limit until the first period has ended
	 */
	AdaptiveLimit(int min, int max, int first) {
		this.min = min;
		this.max = max;
		this.limit = Math.max(min, Math.min(max, first));
	}

	int limit() {
		return (int) Math.round(this.limit);
	}

	/**
	 * Returns why the limit has its value.
	 */
	String reason() {
		return this.reason;
	}

	/**
	 * Ends a period.
	 * @param reached whether requests waited for the limit, or were rejected by it
	 * @param uses the use of each resource in the period, or while requests waited
	 */
	void next(boolean reached, List<ResourceUse> uses) {
		ResourceUse scarcest = max(uses, Comparator.comparingDouble(ResourceUse::busy));
		ResourceUse awaited = max(uses, Comparator.comparingDouble(ResourceUse::waiting));
		double step = 0;
		double tooMany = awaited.waiting() - Math.max(1, RESERVE * this.limit);
		if (tooMany > 0) {
			change(-tooMany / 2, "%s are awaited by %.1f requests", awaited.name(), awaited.waiting());
		}
		else if (scarcest.busy() > BUSY && scarcest.waiting() < 0) {
			step = Math.max(SMALL_STEP, Math.min(STEP, 2 * this.step));
			change(-step * this.limit, "%s are %.0f %% busy", scarcest.name(), 100 * scarcest.busy());
		}
		else if (reached && scarcest.busy() < BUSY) {
			change((BUSY / Math.max(scarcest.busy(), SMALL_STEP) - 1) * this.limit,
					"requests wait although %s are only %.0f %% busy", scarcest.name(), 100 * scarcest.busy());
		}
		this.step = step;
	}

	private static ResourceUse max(List<ResourceUse> uses, Comparator<ResourceUse> by) {
		return uses.stream().max(by).orElse(NONE);
	}

	private void change(double by, String reason, Object... figures) {
		double longest = Math.max(1, STEP * this.limit);
		double next = this.limit + Math.max(-longest, Math.min(longest, by));
		this.limit = Math.max(this.min, Math.min(this.max, next));
		this.reason = String.format(Locale.ROOT, reason, figures);
	}

}
