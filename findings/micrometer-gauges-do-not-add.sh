#!/usr/bin/env bash
# With MeterFilter.ignoreTags the counters of two pools add up, and their gauges and function counters show the first pool only.
#
# Guess:     a dropped tag adds up what differs in that tag.
# Version:   Micrometer 1.17.0.
# Behaviour: both pools get the same meter. A counter is incremented by both; of two gauges or function counters the second is
#            ignored, with one WARN in the life of the process for gauges and none for function counters.
# Product:   its gauge of the peak of a pool differs in the tag "pool" only, so a filter that drops it hides all pools but one.

. "$(dirname "$0")/support/java.sh"

expect \
  "counter: 8.0" \
  "gauge: 3.0" \
  "function counter: 3.0"

java_with io.micrometer:micrometer-core:1.17.0 << 'EOF'
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

class Program {

	public static void main(String[] args) {
		MeterRegistry registry = new SimpleMeterRegistry();
		registry.config().meterFilter(MeterFilter.ignoreTags("pool"));
		AtomicInteger first = new AtomicInteger(3);
		AtomicInteger second = new AtomicInteger(5);
		register("first", first, registry);
		register("second", second, registry);
		System.out.println("counter: " + registry.get("borrowed").counter().count());
		System.out.println("gauge: " + registry.get("active").gauge().value());
		System.out.println("function counter: " + registry.get("created").functionCounter().count());
	}

	private static void register(String pool, AtomicInteger value, MeterRegistry registry) {
		registry.counter("borrowed", "pool", pool).increment(value.get());
		Gauge.builder("active", value, AtomicInteger::get).tag("pool", pool).register(registry);
		FunctionCounter.builder("created", value, AtomicInteger::get).tag("pool", pool).register(registry);
	}

}
EOF
