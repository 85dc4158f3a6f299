package io.perfstarter.coherence;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;

/**
 * The report of evictions of other instances, by messages or by a log.
 *
 * @param <M> the reasons for which evictions may have been missed
 */
abstract class EvictionReport<M extends Enum<M>> {

	static final String METERS = "perf.starter.coherence.";

	private final MeterRegistry registry;

	private final Log logger;

	private final Map<M, Counter> missed;

	private final Counter evictionsFailed;

	private final LogOnce once = new LogOnce();

	EvictionReport(MeterRegistry registry, Log logger, Collection<M> missed) {
		this.registry = registry;
		this.logger = logger;
		this.missed = counters("missed",
				"Times that evictions of a peer may have been missed, so that entries loaded before are served by their age only",
				"times", "reason", missed);
		this.evictionsFailed = counter("evictions.failed", "Messages of peers whose evictions failed in a cache",
				"messages");
	}

	final <T> void publishPeers(T fanOut, ToDoubleFunction<T> peers) {
		Gauge.builder(METERS + "peers", fanOut, peers)
			.description("Other instances of this service")
			.baseUnit("instances")
			.register(this.registry);
	}

	final Counter counter(String name, String description, String unit, String... tags) {
		return Counter.builder(METERS + name)
			.description(description)
			.baseUnit(unit)
			.tags(tags)
			.register(this.registry);
	}

	final <E extends Enum<E>> Map<E, Counter> counters(String name, String description, String unit, String tag,
			Collection<E> values) {
		Map<E, Counter> counters = new HashMap<>();
		values.forEach((value) -> counters.put(value,
				counter(name, description, unit, tag, value.name().toLowerCase(Locale.ROOT).replace('_', '-'))));
		return counters;
	}

	static <E> void increment(Map<E, Counter> counters, E value) {
		Counter counter = counters.get(value);
		if (counter != null) {
			counter.increment();
		}
	}

	final void countMissed(M reason, String message) {
		increment(this.missed, reason);
		warnOnce(reason, message + "; entries loaded before are served only until they are as old as max-staleness");
	}

	final void warnOnce(Object event, String message) {
		if (isFirst(event)) {
			this.logger.warn(message + "; further times are logged at DEBUG");
		}
		else {
			this.logger.debug(message);
		}
	}

	final boolean isFirst(Object event) {
		return this.once.isFirst(event);
	}

	/**
	 * Counts evictions that failed in a cache.
	 * @param failure the failure
	 */
	public void evictionFailed(RuntimeException failure) {
		this.evictionsFailed.increment();
		if (isFirst("eviction")) {
			this.logger.error("A cache could not evict entries; further failures are only counted", failure);
		}
	}

}
