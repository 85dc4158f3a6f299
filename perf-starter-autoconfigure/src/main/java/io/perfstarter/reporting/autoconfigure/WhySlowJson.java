package io.perfstarter.reporting.autoconfigure;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.WhySlow;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.json.JsonWriter.Members;

/**
 * Converts the results of reporting to JSON: times in milliseconds, sizes in bytes,
 * shares from 0 to 1, and {@code null} for values that were not measured.
 */
final class WhySlowJson {

	/**
	 * Changes when a member is removed or gets another meaning.
	 */
	private static final int VERSION = 1;

	private static final JsonWriter<Verdict> VERDICT = JsonWriter.of(WhySlowJson::verdict);

	private static final JsonWriter<ComponentTimes> COMPONENTS = JsonWriter.of((members) -> {
		for (TimeComponent component : TimeComponent.values()) {
			members.add(component.label(), (ComponentTimes breakdown) -> breakdown.measured(component)
					? millis(breakdown.nanos(component)) : null);
		}
	});

	private static final JsonWriter<StatementUse> STATEMENT = JsonWriter.of((members) -> {
		members.add("sql", StatementUse::sql);
		members.add("executions", StatementUse::executions);
		time(members, "millis", StatementUse::nanos);
		time(members, "longestMillis", StatementUse::longest);
		members.add("rows", StatementUse::rows);
	});

	private static final JsonWriter<RemoteUse> REMOTE = JsonWriter.of((members) -> {
		members.add("target", RemoteUse::target);
		members.add("calls", RemoteUse::calls);
		time(members, "millis", RemoteUse::nanos);
	});

	private static final JsonWriter<PoolWindow> POOL = JsonWriter.of(WhySlowJson::pool);

	private static final JsonWriter<CacheWindow> CACHE = JsonWriter.of((members) -> {
		members.add("name", CacheWindow::name);
		members.add("hits", CacheWindow::hits);
		members.add("misses", CacheWindow::misses);
		number(members, "hitRate", CacheWindow::hitRate);
		members.add("evictions", CacheWindow::evictions);
		members.add("size", CacheWindow::size);
	});

	private static final JsonWriter<ExecutorWindow> EXECUTOR = JsonWriter.of((members) -> {
		members.add("name", ExecutorWindow::name);
		members.add("permits", ExecutorWindow::permits);
		members.add("active", ExecutorWindow::active);
		members.add("waiting", ExecutorWindow::waiting);
		members.add("lost", ExecutorWindow::lost);
		members.add("ended", ExecutorWindow::ended);
		time(members, "ranMillis", ExecutorWindow::ran);
	});

	private static final JsonWriter<LimiterWindow> LIMITER = JsonWriter.of((members) -> {
		members.add("name", LimiterWindow::name);
		members.add("limit", LimiterWindow::limit);
		members.add("reason", LimiterWindow::reason);
		members.add("active", LimiterWindow::active);
		members.add("waiting", LimiterWindow::waiting);
		members.add("refused", LimiterWindow::refused);
		members.add("waits", LimiterWindow::waits);
		time(members, "waitedMillis", LimiterWindow::waited);
	});

	private static final JsonWriter<SessionsWindow> SESSIONS = JsonWriter.of((members) -> {
		members.add("pool", SessionsWindow::pool);
		members.add("answers", SessionsWindow::answers);
		members.add("processors", SessionsWindow::processors);
		members.add("active", SessionsWindow::active);
		members.add("running", SessionsWindow::running);
		members.add("locked", SessionsWindow::locked);
		members.add("holder", SessionsWindow::holder);
		members.add("idleHolder", SessionsWindow::idleHolder);
		members.add("refusal", SessionsWindow::refusal);
	});

	private static final JsonWriter<ThreadsWindow> THREADS = JsonWriter.of((members) -> {
		members.add("max", ThreadsWindow::max);
		members.add("busyPeak", ThreadsWindow::busyPeak);
		members.add("queuedPeak", ThreadsWindow::queuedPeak);
	});

	private static final JsonWriter<RequestsWindow> REQUESTS = JsonWriter.of(WhySlowJson::requests);

	private static final JsonWriter<MachineWindow> MACHINE = JsonWriter.of(WhySlowJson::machine);

	private static final JsonWriter<Window> WINDOW = JsonWriter.of((members) -> {
		members.add("end", Window::end).as(Object::toString);
		members.add("lengthMillis", (window) -> window.length().toMillis());
		members.add("requests", Window::requests).as(REQUESTS::write);
		list(members, "pools", Window::pools, POOL);
		members.add("machine", Window::machine).as(MACHINE::write);
		nullable(members, "threads", Window::threads, THREADS);
		list(members, "caches", Window::caches, CACHE);
		list(members, "executors", Window::executors, EXECUTOR);
		list(members, "limiters", Window::limiters, LIMITER);
		list(members, "sessions", Window::sessions, SESSIONS);
	});

	private static final JsonWriter<JudgedWindow> JUDGED_WINDOW = JsonWriter.of((members) -> {
		members.add("window", JudgedWindow::window).as(WINDOW::write);
		nullable(members, "verdict", JudgedWindow::verdict, VERDICT);
	});

	private static final JsonWriter<ServedRequest> REQUEST = JsonWriter.of(WhySlowJson::request);

	private static final JsonWriter<JudgedRequest> JUDGED_REQUEST = JsonWriter.of((members) -> {
		members.add("request", JudgedRequest::request).as(REQUEST::write);
		nullable(members, "verdict", JudgedRequest::verdict, VERDICT);
	});

	private static final JsonWriter<Finding> FINDING = JsonWriter.of((members) -> {
		members.add("title", Finding::title);
		members.add("sentence", Finding::sentence);
		members.add("details", Finding::details);
	});

	private static final JsonWriter<WhySlow> ALL = JsonWriter.of((members) -> {
		members.add("version", VERSION);
		members.add("at", WhySlow::at).as(Object::toString);
		members.add("instance", WhySlow::instance);
		list(members, "windows", WhySlow::windows, JUDGED_WINDOW);
		list(members, "slowest", WhySlow::slowest, JUDGED_REQUEST);
		list(members, "advice", WhySlow::advice, FINDING);
		members.add("capabilities", WhySlow::capabilities);
	});

	private WhySlowJson() {
	}

	static String of(WhySlow state) {
		return ALL.writeToString(state);
	}

	static String of(JudgedWindow judged) {
		return JUDGED_WINDOW.writeToString(judged);
	}

	private static void verdict(Members<Verdict> members) {
		members.add("cause", Verdict::cause);
		members.add("subject", Verdict::subject);
		members.add("queued", Verdict::queued);
		members.add("share", Verdict::share);
		members.add("evidence", Verdict::evidence);
		members.add("remedy", Verdict::remedy);
		members.add("others", Verdict::others)
			.as((others) -> others.stream().map((other) -> VERDICT.write(other)).toList());
	}

	private static void requests(Members<RequestsWindow> members) {
		count(members, "count", RequestsWindow::count);
		count(members, "slow", RequestsWindow::slow);
		time(members, "p50Millis", RequestsWindow::p50);
		time(members, "p99Millis", RequestsWindow::p99);
		members.add("partsMillis", RequestsWindow::breakdown).as(COMPONENTS::write);
		members.add("slowPartsMillis", (window) -> window.slowFigures().breakdown()).as(COMPONENTS::write);
		count(members, "slowStatements", (window) -> window.slowFigures().statements());
		count(members, "slowRows", (window) -> window.slowFigures().rows());
		count(members, "slowAllocatedBytes", (window) -> window.slowFigures().allocated());
		count(members, "connections", RequestsWindow::connections);
		members.add("slowestRoute", RequestsWindow::slowestRoute);
		list(members, "costliest", (window) -> window.slowFigures().costliest(), STATEMENT);
		list(members, "remotes", (window) -> window.slowFigures().remotes(), REMOTE);
	}

	private static void pool(Members<PoolWindow> members) {
		members.add("name", PoolWindow::name);
		members.add("max", PoolWindow::max);
		members.add("active", PoolWindow::active);
		members.add("peak", PoolWindow::peak);
		members.add("requests", PoolWindow::requests);
		members.add("refused", PoolWindow::refused);
		members.add("waiting", PoolWindow::waiting);
		time(members, "longestWaitMillis", PoolWindow::longestWait);
		members.add("leases", PoolWindow::usages);
		time(members, "leasedMillis", PoolWindow::borrowedNanos);
		time(members, "leaseP95Millis", PoolWindow::usageP95);
		time(members, "sqlMillis", PoolWindow::sql);
		time(members, "remoteMillis", PoolWindow::remote);
		time(members, "stoppedMillis", PoolWindow::stopped);
		members.add("leaks", PoolWindow::leaks);
	}

	private static void machine(Members<MachineWindow> members) {
		members.add("collector", (window) -> window.gc().collector());
		members.add("pauses", (window) -> window.gc().pauses());
		time(members, "stoppedMillis", MachineWindow::stopped);
		time(members, "collectingMillis", (window) -> window.gc().collecting());
		time(members, "longestPauseMillis", (window) -> window.gc().longestPause());
		time(members, "stalledMillis", (window) -> window.gc().stalled());
		members.add("exact", MachineWindow::exact);
		count(members, "liveBytes", (window) -> window.gc().live());
		count(members, "grownBytes", (window) -> window.gc().grown());
		count(members, "maxHeapBytes", (window) -> window.gc().maxHeap());
		number(members, "processors", (window) -> window.cpu().processors());
		number(members, "processCpu", (window) -> window.cpu().process());
		number(members, "machineCpu", (window) -> window.cpu().machine());
		members.add("machineProcessors", (window) -> window.cpu().machineProcessors());
		number(members, "throttled", (window) -> window.cpu().throttled());
		number(members, "pressure", (window) -> window.cpu().pressure());
		number(members, "ready", (window) -> window.cpu().ready());
		number(members, "direct", MachineWindow::direct);
		members.add("reason", (window) -> window.gc().reason());
		members.add("suspended", MachineWindow::suspended);
	}

	private static void request(Members<ServedRequest> members) {
		members.add("route", ServedRequest::route);
		name(members, "traceId", ServedRequest::traceId);
		members.add("startedAt", ServedRequest::startedAt).as(Object::toString);
		members.add("status", ServedRequest::status);
		time(members, "millis", ServedRequest::nanos);
		members.add("partsMillis", ServedRequest::breakdown).as(COMPONENTS::write);
		members.add("statements", (request) -> request.figures().statements());
		members.add("rows", (request) -> request.figures().rows());
		count(members, "allocatedBytes", (request) -> request.figures().allocated());
		members.add("connections", ServedRequest::connections);
		name(members, "awaitedPool", (request) -> request.figures().awaitedPool());
		name(members, "awaitedLimiter", (request) -> request.figures().awaitedLimiter());
		list(members, "costliest", (request) -> request.figures().costliest(), STATEMENT);
		list(members, "remotes", (request) -> request.figures().remotes(), REMOTE);
		members.add("trace", ServedRequest::trace);
	}

	private static <T, E> void list(Members<T> members, String name, JsonWriter.Extractor<T, List<E>> elements,
			JsonWriter<E> writer) {
		members.add(name, elements).as((list) -> list.stream().map((element) -> writer.write(element)).toList());
	}

	private static <T, V> void nullable(Members<T> members, String name, JsonWriter.Extractor<T, @Nullable V> value,
			JsonWriter<V> writer) {
		members.add(name, (T instance) -> {
			V extracted = value.extract(instance);
			return (extracted != null) ? writer.write(extracted) : null;
		});
	}

	private static <T> void name(Members<T> members, String name, JsonWriter.Extractor<T, String> value) {
		members.add(name, value).as((text) -> text.isEmpty() ? null : text);
	}

	private static <T> void time(Members<T> members, String name, ToLongFunction<T> nanos) {
		members.add(name, (T instance) -> millis(nanos.applyAsLong(instance)));
	}

	private static @Nullable Double millis(long nanos) {
		return (nanos >= 0) ? Math.round(nanos / (double) TimeUnit.MICROSECONDS.toNanos(1)) / 1e3 : null;
	}

	private static <T> void count(Members<T> members, String name, ToLongFunction<T> number) {
		members.add(name, (T instance) -> (number.applyAsLong(instance) >= 0) ? number.applyAsLong(instance) : null);
	}

	private static <T> void number(Members<T> members, String name, ToDoubleFunction<T> number) {
		members.add(name, (T instance) -> {
			double value = number.applyAsDouble(instance);
			return (Double.isNaN(value) || value < 0) ? null : Math.round(value * 1e4) / 1e4;
		});
	}

}
