package io.perfstarter.async.limit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.perfstarter.support.ResourceUse;

/**
 * Chooses a concurrency limit by the use of the resources that requests share: the
 * smallest limit at which the scarcest resource has no idle time. A request that waits
 * for a resource makes no use of it, so the limit falls by the number of waiting
 * requests. The limit rises while requests wait for it and each resource has idle time. A
 * rise without more use of the scarcest resource is undone. Latency does not count,
 * because the latency without load is not known. Not thread-safe.
 */
final class AdaptiveLimit {

	// Up to this share, a resource has idle time for more requests. Beyond it, fewer may
	// be enough if it is not known how many wait for the resource. Less than 1, because
	// some time goes to other processes and to the measurement.
	private static final double BUSY = 0.95;

	// The share of the limit that may wait for resources, so that these do not become
	// idle between two requests.
	private static final double RESERVE = 0.1;

	// The longest step, as a share of the limit.
	private static final double STEP = 0.25;

	// The first step down while it is not known how many requests wait for a resource;
	// each further one without a pause is twice as long.
	private static final double SMALL_STEP = 0.03;

	// The shortest step up after which more use is expected, as a share of the limit;
	// less cannot be told from chance.
	private static final double CLEAR_STEP = 0.1;

	// From this use of the scarcest resource on, a step up must increase it. Below,
	// nothing that is measured is scarce, and a small use changes by chance.
	private static final double SCARCE = 0.25;

	// A step was worth it if the use of the scarcest resource has grown by at least this
	// share of the step.
	private static final double WORTH = 1.0 / 3;

	// The maximum pause, in periods, after a step up that was not worth it. The first
	// pause is one period, and each further one twice as long.
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
	 * Raises the limit, or undoes a step that has not increased the use of the resource:
	 * requests wait for something else.
	 * @return the use that makes the step worth it, 0 if this cannot be told
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
