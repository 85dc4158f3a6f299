package io.perfstarter.async.limit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.perfstarter.support.ResourceUse;

/**
 * Chooses a concurrency limit: the smallest at which the scarcest of the resources that
 * requests share has no idle time. A request that waits for a resource makes no use of
 * it, so the limit falls if too many requests wait. The limit rises while requests wait
 * for it and each resource has idle time. A rise without more use of the scarcest
 * resource is undone. Latency does not count, because the latency without load is
 * unknown. Not thread-safe.
 */
final class AdaptiveLimit {

	// Up to this share, a resource has idle time for more requests. Above it, fewer
	// requests may be enough, if it is unknown how many wait. Less than 1, because other
	// processes and the measurement also take time.
	private static final double BUSY = 0.95;

	// The share of the limit that may wait for resources, so that no resource becomes
	// idle between two requests.
	private static final double RESERVE = 0.1;

	// The longest step, as a share of the limit.
	private static final double STEP = 0.25;

	// The first step down if it is unknown how many requests wait for a resource. Each
	// further step in a row is twice as long.
	private static final double SMALL_STEP = 0.03;

	// The shortest step up that must increase the use, as a share of the limit. The
	// effect of a shorter step cannot be told from chance.
	private static final double CLEAR_STEP = 0.1;

	// If the scarcest resource is used this much, a step up must increase its use. Below,
	// no measured resource is scarce, and a small use varies by chance.
	private static final double SCARCE = 0.25;

	// A step was worth it if the use of the scarcest resource has grown by at least this
	// share of the step.
	private static final double WORTH = 1.0 / 3;

	// The maximum pause, in periods, after a step up that was not worth it. The first
	// pause is one period, and each further pause is twice as long.
	private static final int LONGEST_PAUSE = 32;

	private static final ResourceUse NONE = new ResourceUse("resources", 0, 0, ResourceUse.UNKNOWN);

	private final int min;

	private final int max;

	private double limit;

	private double step;

	private double before;

	private double wanted;

	private int pause;

	private int paused;

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

	String reason() {
		return this.reason;
	}

	/**
	 * Ends a period.
	 * @param reached whether requests waited for the limit, or were rejected by it
	 * @param uses the use of each resource in the period, or while requests waited
	 */
	void next(boolean reached, List<ResourceUse> uses) {
		ResourceUse scarcest = max(uses.stream(), ResourceUse::busy);
		ResourceUse awaited = max(uses.stream(), ResourceUse::waiting);
		ResourceUse unseen = max(uses.stream().filter((use) -> use.waiting() < 0), ResourceUse::busy);
		double tooMany = awaited.waiting() - Math.max(1, RESERVE * this.limit);
		double step = 0;
		double wanted = 0;
		if (tooMany > 0) {
			fall(tooMany / 2, "%s are awaited by %.1f requests", awaited.name(), awaited.waiting());
		}
		else if (unseen.busy() > BUSY) {
			step = Math.max(SMALL_STEP, Math.min(STEP, 2 * this.step));
			fall(step * this.limit, "%s are %.0f %% busy", unseen.name(), 100 * unseen.busy());
		}
		else if (reached && scarcest.busy() < BUSY) {
			wanted = rise(scarcest);
		}
		this.step = step;
		this.wanted = wanted;
	}

	private void fall(double by, String reason, Object... figures) {
		this.paused = 0;
		change(-by, reason, figures);
	}

	/**
	 * Raises the limit. If the last step has not increased the use of the resource,
	 * undoes it, because requests wait for something else.
	 * @return the use that the resource must reach to make the step worth it, 0 for none
	 */
	private double rise(ResourceUse scarcest) {
		if (this.paused > 0) {
			this.paused--;
			return 0;
		}
		if (scarcest.busy() < this.wanted) {
			this.pause = Math.min(LONGEST_PAUSE, Math.max(1, 2 * this.pause));
			this.paused = this.pause;
			this.limit = this.before;
			this.reason = "a higher limit does not use more of the " + scarcest.name();
			return 0;
		}
		if (this.wanted > 0) {
			this.pause = 0;
		}
		this.before = this.limit;
		change((BUSY / Math.max(scarcest.busy(), SMALL_STEP) - 1) * this.limit,
				"requests wait although %s are only %.0f %% busy", scarcest.name(), 100 * scarcest.busy());
		double step = this.limit / this.before - 1;
		return (step >= CLEAR_STEP && scarcest.busy() >= SCARCE) ? scarcest.busy() * (1 + WORTH * step) : 0;
	}

	private static ResourceUse max(Stream<ResourceUse> uses, ToDoubleFunction<ResourceUse> figure) {
		return uses.max(Comparator.comparingDouble(figure)).orElse(NONE);
	}

	private void change(double by, String reason, Object... figures) {
		double longest = Math.max(1, STEP * this.limit);
		double next = this.limit + Math.max(-longest, Math.min(longest, by));
		this.limit = Math.max(this.min, Math.min(this.max, next));
		this.reason = String.format(Locale.ROOT, reason, figures);
	}

}
