package io.perfstarter.reporting;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the periods as meters. Updated by one thread and readable by any.
 */
final class ReportingMeters implements MeterBinder {

	private static final String METERS = "perf.starter.reporting.";

	private final Map<TimeComponent, LongAdder> breakdown = new EnumMap<>(TimeComponent.class);

	private final Map<Cause, LongAdder> verdicts = new EnumMap<>(Cause.class);

	private final LongAdder slow = new LongAdder();

	private final LongAdder faults = new LongAdder();

	private final List<MultiGauge> peaks = new CopyOnWriteArrayList<>();

	private volatile @Nullable Window last;

	ReportingMeters() {
		Stream.of(TimeComponent.values()).forEach((component) -> this.breakdown.put(component, new LongAdder()));
		Stream.of(Cause.values()).forEach((cause) -> this.verdicts.put(cause, new LongAdder()));
	}

	void add(JudgedWindow judged) {
		Window window = judged.window();
		ComponentTimes measured = window.requests().breakdown();
		this.breakdown.forEach((component, sum) -> sum.add(measured.nanos(component)));
		this.slow.add(Math.max(0, window.requests().slow()));
		Verdict verdict = judged.verdict();
		if (verdict != null) {
			add(verdict.cause());
			verdict.others().forEach((other) -> add(other.cause()));
		}
		this.last = window;
		this.peaks.forEach((peak) -> peak.register(rows(window), true));
	}

	/**
	 * Counts a failed report.
	 */
	void failed() {
		this.faults.increment();
	}

	private void add(Cause cause) {
		LongAdder periods = this.verdicts.get(cause);
		if (periods != null) {
			periods.increment();
		}
	}

	private static List<Row<?>> rows(Window window) {
		return window.pools()
			.stream()
			.<Row<?>>map((pool) -> Row.of(Tags.of("pool", pool.name()), pool.peak()))
			.toList();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.breakdown.forEach((component, sum) -> counter(registry, "parts",
				"Request time by component; the CPU time of fast requests is in blocked", "seconds",
				Tags.of("part", component.label()), sum, (nanos) -> nanos.sum() / 1e9));
		this.verdicts
			.forEach((cause, periods) -> counter(registry, "verdicts", "Periods with this cause of slow requests",
					"periods", Tags.of("cause", cause.name()), periods, LongAdder::sum));
		counter(registry, "slow", "Slow requests; one that hangs counts in each period", "requests", Tags.empty(),
				this.slow, LongAdder::sum);
		counter(registry, "faults", "Reports that failed", "periods", Tags.empty(), this.faults, LongAdder::sum);
		Gauge.builder(METERS + "stopped", this, ReportingMeters::stopped)
			.description("Share of the last period in which the JVM was paused")
			.strongReference(true)
			.register(registry);
		this.peaks.add(MultiGauge.builder(METERS + "pool.peak")
			.description("Maximum number of active connections in the last period")
			.baseUnit("connections")
			.register(registry));
	}

	/**
	 * Registers a counter that holds a weak reference to the counted object.
	 */
	private static <T> void counter(MeterRegistry registry, String name, String description, String unit, Tags tags,
			T counted, ToDoubleFunction<T> count) {
		FunctionCounter.builder(METERS + name, counted, count)
			.description(description)
			.baseUnit(unit)
			.tags(tags)
			.register(registry);
	}

	private double stopped() {
		Window window = this.last;
		if (window == null) {
			return Double.NaN;
		}
		MachineWindow machine = window.machine();
		return (machine.stopped() < 0) ? Double.NaN : (double) machine.stopped() / window.length().toNanos();
	}

}
