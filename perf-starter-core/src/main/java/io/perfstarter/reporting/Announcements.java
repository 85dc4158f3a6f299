package io.perfstarter.reporting;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs the verdicts of periods. Warns when a cause appears, when it slows down another
 * route, and when the share of slow requests is half higher than at its last warning.
 * Logs a message when it is resolved and when it recurs. A cause that was gone for 10
 * minutes counts as new. Confined to one thread.
 */
final class Announcements {

	private static final Log logger = LogFactory.getLog(Announcements.class);

	private static final Duration GONE = Duration.ofMinutes(10);

	// Minimum ratio of the share of slow requests to the share at the last warning.
	private static final double MORE = 1.5;

	private static final int MAX_REMEMBERED = 100;

	// Maximum number of routes in one announcement.
	private static final int ROUTES = 3;

	/**
	 * Causes that slow down the requests of all routes.
	 */
	private static final Set<Cause> OF_ALL_ROUTES = EnumSet.of(Cause.GC_HEAP_TOO_SMALL, Cause.GC_HEAP_GROWS,
			Cause.GC_ALLOCATION, Cause.GC_OFF_HEAP, Cause.PAUSE_REQUESTED, Cause.POOL_TOO_SMALL,
			Cause.CONNECTION_HELD_IDLE, Cause.DEAD_CONNECTIONS, Cause.CONNECTIONS_REFUSED, Cause.SLOW_CONNECT,
			Cause.DATABASE_SATURATED, Cause.POOL_DEADLOCK_RISK, Cause.CONNECTION_LEAK, Cause.THREADS_EXHAUSTED,
			Cause.LIMIT_TOO_SMALL, Cause.CPU_SATURATED_BY_SELF, Cause.CPU_STARVED_BY_OTHERS, Cause.COLD_START);

	// Causes without a warning: asynchronous requests may wait intentionally, and the
	// first requests of an application are slow.
	private static final Set<Cause> EXPECTED = EnumSet.of(Cause.ASYNC_WAIT, Cause.COLD_START);

	// Causes with their subjects, or with the routes that they slow down.
	private final Map<Announced, Seen> seen = new HashMap<>();

	private @Nullable Announced current;

	private Duration currentSince = Duration.ZERO;

	// Monotonic time, because the wall clock may be set back.
	private Duration now = Duration.ZERO;

	/**
	 * Logs what has changed with the end of a period.
	 * @param judged the period
	 * @param slowest its slow requests, the slowest first
	 */
	void announce(JudgedWindow judged, List<JudgedRequest> slowest) {
		this.now = this.now.plus(judged.window().length());
		if (judged.window().machine().suspended()) {
			return;
		}
		Duration before = this.now.minus(judged.window().length());
		this.seen.values()
			.removeIf((seen) -> seen.at().compareTo(before) < 0 && seen.at().plus(GONE).compareTo(this.now) <= 0);
		Verdict verdict = judged.verdict();
		if (verdict != null) {
			Announced incident = new Announced(verdict.cause(), verdict.subject(), false);
			boolean isKnown = this.seen.containsKey(incident);
			boolean isNew = isNew(incident, slowShare(judged.window().requests()));
			List<JudgedRequest> otherRoutes = otherRoutes(verdict.cause(), slowest);
			if (isNew || !otherRoutes.isEmpty()) {
				Consumer<String> log = EXPECTED.contains(verdict.cause()) ? logger::info : logger::warn;
				log.accept(sentence(judged, verdict));
				judged.plan().forEach(log);
				(otherRoutes.isEmpty() ? slowest.stream().limit(1) : otherRoutes.stream().limit(ROUTES))
					.forEach((request) -> announce(request, log));
			}
			else if (this.current == null && isKnown) {
				logger.info("Recurring: " + incident.cause());
			}
			if (!incident.equals(this.current)) {
				this.current = incident;
				this.currentSince = this.now.minus(judged.window().length());
			}
		}
		// While no request completes, all may still hang for this cause.
		else if (this.current != null && haveEnded(judged.window().requests())) {
			Duration length = this.now.minus(judged.window().length()).minus(this.currentSince);
			logger.info("Resolved: %s after %s".formatted(this.current.cause(), Figures.time(length.toNanos())));
			this.current = null;
		}
	}

	/**
	 * Records that a cause was seen, and returns whether to log it.
	 * @param slow the share of slow requests
	 */
	private boolean isNew(Announced one, double slow) {
		Seen before = this.seen.get(one);
		if (before == null && this.seen.keySet()
			.stream()
			.filter((other) -> other.ofRoute() == one.ofRoute())
			.count() >= MAX_REMEMBERED) {
			return false;
		}
		double said = (before != null && slow <= MORE * before.slow()) ? before.slow() : slow;
		this.seen.put(one, new Seen(this.now, said));
		return before == null || said != before.slow();
	}

	private static boolean haveEnded(RequestsWindow requests) {
		return !requests.counted() || requests.count() > 0;
	}

	private static double slowShare(RequestsWindow requests) {
		return requests.counted() ? (double) requests.slow() / Math.max(1, requests.count()) : 0;
	}

	/**
	 * Returns the slowest request of each route that a cause slows down. Omits routes
	 * that were already logged with this cause.
	 */
	private List<JudgedRequest> otherRoutes(Cause cause, List<JudgedRequest> slowest) {
		if (OF_ALL_ROUTES.contains(cause)) {
			return List.of();
		}
		return slowest.stream()
			.filter((judged) -> judged.verdict() != null && judged.verdict().cause() == cause)
			.filter((judged) -> isNew(new Announced(cause, judged.request().route(), true), 0))
			.toList();
	}

	private static void announce(JudgedRequest judged, Consumer<String> log) {
		log.accept("Slowest: " + SlowLine.of(judged.request(), judged.verdict()));
		judged.request().trace().forEach(log);
	}

	private static String sentence(JudgedWindow judged, Verdict verdict) {
		StringBuilder sentence = new StringBuilder();
		RequestsWindow requests = judged.window().requests();
		if (requests.counted()) {
			sentence.append("%s of %s requests slow: ".formatted(requests.slow(), requests.count()));
		}
		append(sentence, verdict);
		for (Verdict other : verdict.others()) {
			append(sentence.append(" And "), other);
		}
		return sentence.toString();
	}

	private static void append(StringBuilder sentence, Verdict verdict) {
		sentence.append(verdict.cause());
		if (!verdict.subject().isEmpty()) {
			sentence.append(" (").append(verdict.subject()).append(')');
		}
		sentence.append(". ").append(verdict.evidence()).append(' ').append(verdict.remedy());
	}

	/**
	 * A cause that was logged.
	 *
	 * @param cause the cause of slow requests
	 * @param with its subject, empty if there is none, or a route
	 * @param ofRoute whether {@code with} is a route
	 */
	private record Announced(Cause cause, String with, boolean ofRoute) {
	}

	/**
	 * When a cause was seen, and how bad it was when it was logged.
	 *
	 * @param at when it was last seen
	 * @param slow the share of slow requests in the period in which it was logged
	 */
	private record Seen(Duration at, double slow) {
	}

	/**
	 * Formats a slow request as one line with the sum of all time components.
	 */
	static final class SlowLine {

		private SlowLine() {
		}

		static String of(ServedRequest request, @Nullable Verdict verdict) {
			StringJoiner sum = new StringJoiner(" + ");
			for (TimeComponent component : TimeComponent.values()) {
				// Only few applications use read tokens.
				if (component != TimeComponent.POSITION || request.breakdown().nanos(component) > 0) {
					sum.add(component.title() + " " + time(request, component) + count(request, component));
				}
			}
			String soFar = (request.status() == ServedRequest.RUNNING) ? " so far" : "";
			String line = request.route() + " " + LogFigures.millis(request.nanos()) + soFar + " = " + sum;
			String traced = request.traceId().isEmpty() ? line : line + " trace=" + request.traceId();
			return (verdict != null) ? traced + " -> " + verdict.cause() : traced;
		}

		private static String time(ServedRequest request, TimeComponent component) {
			return (request.breakdown().measured(component)) ? LogFigures.millis(request.breakdown().nanos(component))
					: LogFigures.NOT_MEASURED;
		}

		private static String count(ServedRequest request, TimeComponent component) {
			return switch (component) {
				case SQL -> count(request.figures().statements(), "statement");
				case FETCH -> count(request.figures().rows(), "row");
				default -> "";
			};
		}

		private static String count(long count, String one) {
			return (count > 0) ? " (" + Figures.counted(count, one) + ")" : "";
		}

	}

}
