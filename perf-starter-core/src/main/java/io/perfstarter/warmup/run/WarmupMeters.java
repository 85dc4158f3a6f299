package io.perfstarter.warmup.run;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupReport;
import org.jspecify.annotations.Nullable;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Publishes the progress and the result of the warm-up as meters.
 */
final class WarmupMeters implements MeterBinder {

	private static final String METERS = "perf.starter.warmup.";

	private final Supplier<WarmupReport> report;

	private final List<String> calls;

	WarmupMeters(Supplier<WarmupReport> report, List<String> calls) {
		this.report = report;
		this.calls = calls;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		TimeGauge.builder(METERS + "duration", () -> this.report.get().millis(), MILLISECONDS)
			.description("Duration of the warm-up")
			.register(registry);
		Gauge.builder(METERS + "classes", () -> this.report.get().linkedClasses())
			.description("Classes loaded by the first calls")
			.register(registry);
		for (WarmupPhase phase : WarmupPhase.values()) {
			Gauge.builder(METERS + "state", () -> (this.report.get().phase() == phase) ? 1 : 0)
				.description("1 for the current phase of the warm-up, 0 for the others")
				.tag("phase", phase.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
		this.calls.forEach((call) -> bind(registry, call));
	}

	private void bind(MeterRegistry registry, String call) {
		count(registry, call, "success", (report) -> report.calls() - report.failures());
		count(registry, call, "failure", CallReport::failures);
		TimeGauge
			.builder(METERS + "call.last", () -> value(call, (report) -> orNone(report.lastMillis())), MILLISECONDS)
			.description("Median time of the last burst of the call")
			.tag("call", call)
			.register(registry);
	}

	private void count(MeterRegistry registry, String call, String outcome, ToDoubleFunction<CallReport> value) {
		FunctionCounter.builder(METERS + "calls", this, (meters) -> meters.value(call, value))
			.description("Warm-up requests")
			.tags("call", call, "outcome", outcome)
			.register(registry);
	}

	private static double orNone(@Nullable Double millis) {
		return (millis != null) ? millis : Double.NaN;
	}

	private double value(String call, ToDoubleFunction<CallReport> value) {
		return this.report.get()
			.calls()
			.stream()
			.filter((report) -> report.name().equals(call))
			.mapToDouble(value)
			.findFirst()
			.orElse(0);
	}

}
