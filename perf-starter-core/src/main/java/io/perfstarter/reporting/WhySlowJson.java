package io.perfstarter.reporting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Converts the results of reporting to objects of JSON: times in milliseconds, sizes in
 * bytes, shares from 0 to 1, and {@code null} for values that were not measured.
 */
final class WhySlowJson {

	// Changes when a member is removed or gets another meaning.
	private static final int VERSION = 1;

	private WhySlowJson() {
	}

	static Map<String, @Nullable Object> of(WhySlow state) {
		return object("version", VERSION, "at", state.at(), "instance", state.instance(), "windows",
				list(state.windows(), WhySlowJson::of), "slowest", list(state.slowest(), WhySlowJson::judgedRequest),
				"advice", list(state.advice(), WhySlowJson::advice), "capabilities", state.capabilities());
	}

	static Map<String, @Nullable Object> of(JudgedWindow judged) {
		return object("window", window(judged.window()), "verdict", verdict(judged.verdict()), "plan", judged.plan());
	}

	private static Map<String, @Nullable Object> judgedRequest(JudgedRequest judged) {
		return object("request", request(judged.request()), "verdict", verdict(judged.verdict()));
	}

	private static @Nullable Map<String, @Nullable Object> verdict(@Nullable Verdict verdict) {
		return (verdict != null) ? object("cause", verdict.cause(), "headline", verdict.headline(), "subject",
				verdict.subject(), "queued", verdict.queued(), "share", verdict.share(), "evidence", verdict.evidence(),
				"remedy", verdict.remedy(), "others", list(verdict.others(), WhySlowJson::verdict)) : null;
	}

	private static Map<String, @Nullable Object> advice(Advice advice) {
		return object("title", advice.setting(), "sentence", advice.sentence(), "details", advice.details());
	}

	private static Map<String, @Nullable Object> window(Window window) {
		return object("end", window.end(), "lengthMillis", window.length().toMillis(), "requests",
				requests(window.requests()), "pools", list(window.pools(), WhySlowJson::pool), "machine",
				machine(window.machine()), "threads", threads(window.threads()), "caches",
				list(window.caches(), WhySlowJson::cache), "executors", list(window.executors(), WhySlowJson::executor),
				"limiters", list(window.limiters(), WhySlowJson::limiter), "sessions",
				list(window.sessions(), WhySlowJson::sessions));
	}

	private static Map<String, @Nullable Object> requests(RequestsWindow requests) {
		RequestFigures slow = requests.slowFigures();
		return object("count", known(requests.count()), "slow", known(requests.slow()), "p50Millis",
				millis(requests.p50()), "p99Millis", millis(requests.p99()), "partsMillis", parts(requests.breakdown()),
				"slowPartsMillis", parts(slow.breakdown()), "slowStatements", known(slow.statements()), "slowRows",
				known(slow.rows()), "slowAllocatedBytes", known(slow.allocated()), "connections",
				known(requests.connections()), "slowestRoute", requests.slowestRoute(), "costliest",
				list(slow.costliest(), WhySlowJson::statement), "remotes", list(slow.remotes(), WhySlowJson::remote));
	}

	private static Map<String, @Nullable Object> parts(ComponentTimes breakdown) {
		Map<String, @Nullable Object> parts = new LinkedHashMap<>();
		for (TimeComponent component : TimeComponent.values()) {
			parts.put(component.label(), breakdown.measured(component) ? millis(breakdown.nanos(component)) : null);
		}
		return parts;
	}

	private static Map<String, @Nullable Object> statement(Use statement) {
		return object("sql", statement.name(), "executions", statement.times(), "millis", millis(statement.nanos()),
				"longestMillis", millis(statement.longest()), "rows", statement.rows());
	}

	private static Map<String, @Nullable Object> remote(Use remote) {
		return object("target", remote.name(), "calls", remote.times(), "millis", millis(remote.nanos()));
	}

	private static Map<String, @Nullable Object> pool(PoolWindow pool) {
		return object("name", pool.name(), "max", known(pool.max()), "active", pool.active(), "peak", pool.peak(),
				"requests", pool.requests(), "refused", pool.refused(), "waiting", pool.waiting(), "longestWaitMillis",
				millis(pool.longestWait()), "leases", pool.usages(), "leasedMillis", millis(pool.borrowedNanos()),
				"leaseP95Millis", millis(pool.usageP95()), "sqlMillis", millis(pool.sql()), "remoteMillis",
				millis(pool.remote()), "stoppedMillis", millis(pool.stopped()), "leaks", pool.leaks());
	}

	private static Map<String, @Nullable Object> machine(MachineWindow machine) {
		GcWindow gc = machine.gc();
		CpuWindow cpu = machine.cpu();
		return object("collector", gc.collector(), "pauses", gc.pauses(), "stoppedMillis", millis(machine.stopped()),
				"collectingMillis", millis(gc.collecting()), "longestPauseMillis", millis(gc.longestPause()),
				"stalledMillis", millis(gc.stalled()), "exact", machine.exact(), "liveBytes", known(gc.live()),
				"grownBytes", known(gc.grown()), "maxHeapBytes", known(gc.maxHeap()), "processors",
				known(cpu.processors()), "processCpu", known(cpu.process()), "machineCpu", known(cpu.machine()),
				"machineProcessors", cpu.machineProcessors(), "throttled", known(cpu.throttled()), "pressure",
				known(cpu.pressure()), "ready", known(cpu.ready()), "direct", known(machine.direct()), "reason",
				gc.reason(), "suspended", machine.suspended());
	}

	private static @Nullable Map<String, @Nullable Object> threads(@Nullable ThreadsWindow threads) {
		return (threads != null)
				? object("max", threads.max(), "busyPeak", threads.busyPeak(), "queuedPeak", threads.queuedPeak())
				: null;
	}

	private static Map<String, @Nullable Object> cache(CacheWindow cache) {
		return object("name", cache.name(), "hits", cache.hits(), "misses", cache.misses(), "hitRate",
				known(cache.hitRate()), "evictions", cache.evictions(), "size", cache.size());
	}

	private static Map<String, @Nullable Object> executor(LimiterWindow executor) {
		return object("name", executor.name(), "permits", executor.limit(), "active", executor.active(), "waiting",
				executor.waiting(), "lost", executor.refused(), "ended", executor.done(), "ranMillis",
				millis(executor.nanos()));
	}

	private static Map<String, @Nullable Object> limiter(LimiterWindow limiter) {
		return object("name", limiter.name(), "limit", limiter.limit(), "reason", known(limiter.follows()), "active",
				limiter.active(), "waiting", limiter.waiting(), "refused", limiter.refused(), "waits", limiter.done(),
				"waitedMillis", millis(limiter.nanos()));
	}

	private static Map<String, @Nullable Object> sessions(SessionsWindow sessions) {
		return object("pool", sessions.pool(), "answers", sessions.answers(), "processors", sessions.processors(),
				"active", sessions.active(), "running", sessions.running(), "locked", sessions.locked(), "holder",
				sessions.holder(), "idleHolder", sessions.idleHolder(), "refusal", sessions.refusal());
	}

	private static Map<String, @Nullable Object> request(ServedRequest request) {
		RequestFigures figures = request.figures();
		return object("route", request.route(), "traceId", known(request.traceId()), "startedAt", request.startedAt(),
				"status", request.status(), "millis", millis(request.nanos()), "partsMillis",
				parts(request.breakdown()), "statements", figures.statements(), "rows", figures.rows(),
				"allocatedBytes", known(figures.allocated()), "connections", request.connections(), "awaitedPool",
				known(figures.awaitedPool()), "awaitedLimiter", known(figures.awaitedLimiter()), "costliest",
				list(figures.costliest(), WhySlowJson::statement), "remotes",
				list(figures.remotes(), WhySlowJson::remote), "trace", request.trace());
	}

	/**
	 * Returns an object.
	 * @param members the names and values, alternating
	 */
	private static Map<String, @Nullable Object> object(@Nullable Object... members) {
		Map<String, @Nullable Object> object = new LinkedHashMap<>();
		for (int i = 0; i < members.length; i += 2) {
			object.put(String.valueOf(members[i]), members[i + 1]);
		}
		return object;
	}

	private static <E> List<?> list(List<E> elements, Function<E, ?> converter) {
		return elements.stream().map(converter).toList();
	}

	private static @Nullable Double millis(long nanos) {
		return (nanos >= 0) ? Math.round(nanos / (double) TimeUnit.MICROSECONDS.toNanos(1)) / 1e3 : null;
	}

	private static @Nullable Long known(long number) {
		return (number >= 0) ? number : null;
	}

	private static @Nullable Double known(double number) {
		return (Double.isNaN(number) || number < 0) ? null : Math.round(number * 1e4) / 1e4;
	}

	private static @Nullable String known(String name) {
		return name.isEmpty() ? null : name;
	}

}
