package io.perfstarter.async.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the use of shared resources, and adapts a limit to it once in a second.
 * Confined to one thread.
 */
final class LimitAdapter {

	static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int SAMPLES = 10;

	private final AdaptiveLimit limit;

	private final List<SharedResource> resources;

	private final double[] busy;

	private final double[] waiting;

	private int samples;

	private long reached;

	LimitAdapter(AdaptiveLimit limit, List<SharedResource> resources) {
		this.limit = limit;
		this.resources = resources;
		this.busy = new double[resources.size()];
		this.waiting = new double[resources.size()];
	}

	/**
	 * Takes a sample; to be called once in each {@link #INTERVAL}.
	 * @param reached how often a request has waited for the limit or was rejected by it
	 * so far
	 * @return the limit
	 */
	int sample(long reached) {
		for (int i = 0; i < this.busy.length; i++) {
			this.busy[i] += this.resources.get(i).busy();
			this.waiting[i] += this.resources.get(i).waiting();
		}
		if (++this.samples == SAMPLES) {
			this.limit.next(reached > this.reached, uses());
			this.reached = reached;
			this.samples = 0;
		}
		return this.limit.limit();
	}

	private List<ResourceUse> uses() {
		List<ResourceUse> uses = new ArrayList<>();
		for (int i = 0; i < this.busy.length; i++) {
			uses.add(new ResourceUse(this.resources.get(i).name(), this.busy[i] / SAMPLES, this.waiting[i] / SAMPLES));
			this.busy[i] = 0;
			this.waiting[i] = 0;
		}
		return uses;
	}

	String reason() {
		return this.limit.reason();
	}

}
