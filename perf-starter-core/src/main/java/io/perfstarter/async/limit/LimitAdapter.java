package io.perfstarter.async.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;

/**
 * Measures the use of shared resources, and adapts a limit to it once in a second.
 * Confined to one thread.
 */
final class LimitAdapter {

	static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int SAMPLES = 10;

	// Requests have reached the limit in a period if at least this many of its samples
	// say so. Two may be only the start and the end of a burst.
	private static final int MIN_REACHED = 3;

	private final AdaptiveLimit limit;

	private final SharedResource processors;

	private final Supplier<? extends Collection<SharedResource>> others;

	private final List<Sample> samples = new ArrayList<>();

	private List<SharedResource> resources = List.of();

	private long passed;

	/**
	 * Creates an adapter.
	 * @param processors the processors
	 * @param others supplies the other resources anew for each period, because some may
	 * be created late
	 */
	LimitAdapter(AdaptiveLimit limit, SharedResource processors,
			Supplier<? extends Collection<SharedResource>> others) {
		this.limit = limit;
		this.processors = processors;
		this.others = others;
	}

	/**
	 * Takes a sample; to be called once in each {@link #INTERVAL}.
	 * @param passed how many requests have waited for the limit or were rejected by it,
	 * in total
	 * @param waiting how many requests wait now
	 * @param active how many requests run now
	 * @return the limit
	 */
	int sample(long passed, int waiting, int active) {
		if (this.samples.isEmpty()) {
			this.resources = Stream.concat(Stream.of(this.processors), this.others.get().stream()).toList();
		}
		this.samples.add(new Sample(passed > this.passed || waiting > 0,
				this.resources.stream().map((resource) -> byRequests(resource.use(), active)).toList()));
		this.passed = passed;
		if (this.samples.size() == SAMPLES) {
			adapt();
			this.samples.clear();
		}
		return this.limit.limit();
	}

	/**
	 * Leaves out waiting threads that cannot belong to requests, because a lower limit
	 * does not reduce them.
	 */
	private static ResourceUse byRequests(ResourceUse use, int active) {
		return new ResourceUse(use.name(), use.size(), use.busy(),
				Math.min(use.waiting(), Math.max(0, active - use.size())));
	}

	/**
	 * If requests wait for the limit, only the idle time during their wait counts.
	 */
	private void adapt() {
		List<Sample> reached = this.samples.stream().filter(Sample::reached).toList();
		boolean limited = reached.size() >= MIN_REACHED;
		this.limit.next(limited, mean(limited ? reached : this.samples));
	}

	private List<ResourceUse> mean(List<Sample> samples) {
		return IntStream.range(0, this.resources.size())
			.mapToObj((i) -> meanUse(samples.stream().map((sample) -> sample.uses().get(i)).toList()))
			.toList();
	}

	private static ResourceUse meanUse(List<ResourceUse> uses) {
		ResourceUse first = uses.get(0);
		return new ResourceUse(first.name(), first.size(),
				uses.stream().mapToDouble(ResourceUse::busy).average().orElseThrow(),
				uses.stream().mapToDouble(ResourceUse::waiting).average().orElseThrow());
	}

	String reason() {
		return this.limit.reason();
	}

	/**
	 * What was measured in an interval.
	 *
	 * @param reached whether a request waited for the limit, or was rejected by it
	 * @param uses the use of each resource
	 */
	private record Sample(boolean reached, List<ResourceUse> uses) {

	}

}
