package io.perfstarter.reporting;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.reporting.verdict.Cause;
import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.RequestsWindow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Warns of what makes requests slow: when it begins, when it is seen in another route,
 * again each 10 minutes, and says when it is over, and when it is back before that.
 * Confined to one thread.
 */
final class Announcements {

	private static final Log logger = LogFactory.getLog(Announcements.class);

	private static final Duration PAUSE = Duration.ofMinutes(10);

	private static final int REMEMBERED = 100;

	/**
	 * How many routes are named at once.
	 */
	private static final int ROUTES = 3;

	/**
	 * They make the requests of all routes slow alike.
	 */
	private static final Set<Cause> OF_ALL_ROUTES = EnumSet.of(Cause.GC_HEAP_TOO_SMALL, Cause.GC_ALLOCATION,
			Cause.GC_METASPACE, Cause.GC_DIRECT_MEMORY, Cause.GC_REQUESTED, Cause.NON_GC_SAFEPOINT,
			Cause.POOL_TOO_SMALL, Cause.CONNECTION_HELD_IDLE, Cause.DEAD_CONNECTIONS, Cause.POOL_DEADLOCK_RISK,
			Cause.CONNECTION_LEAK, Cause.THREADS_EXHAUSTED, Cause.CPU_SATURATED_BY_SELF, Cause.CPU_STARVED_BY_OTHERS);

	private final Map<Matter, Duration> warned = new LinkedHashMap<>();

	private final Map<Place, Duration> named = new LinkedHashMap<>();

	private @Nullable Matter standing;

	/** By no clock that may be set back. */
	private Duration now = Duration.ZERO;

	/**
	 * Says what there is to say at the end of a period.
	 * @param judged the period
	 * @param slowest its slow requests, the slowest first
	 */
	void announce(JudgedWindow judged, List<JudgedRequest> slowest) {
		this.now = this.now.plus(judged.window().length());
		if (judged.window().machine().suspended()) {
			return;
		}
		this.warned.values().removeIf(this::isLongAgo);
		this.named.values().removeIf(this::isLongAgo);
		Verdict verdict = judged.verdict();
		if (verdict != null) {
			Matter matter = new Matter(verdict.cause(), verdict.subject());
			boolean isNew = this.warned.size() < REMEMBERED && this.warned.putIfAbsent(matter, this.now) == null;
			List<JudgedRequest> elsewhere = elsewhere(verdict.cause(), slowest);
			if (isNew || !elsewhere.isEmpty()) {
				logger.warn(sentence(judged, verdict));
				(elsewhere.isEmpty() ? slowest.stream().limit(1) : elsewhere.stream().limit(ROUTES))
					.forEach(Announcements::warn);
			}
			else if (this.standing == null && this.warned.containsKey(matter)) {
				logger.info("Again: " + matter.cause());
			}
			this.standing = matter;
		}
		else if (this.standing != null) {
			logger.info("No more: " + this.standing.cause());
			this.standing = null;
		}
	}

	private boolean isLongAgo(Duration since) {
		return since.plus(PAUSE).compareTo(this.now) <= 0;
	}

	/**
	 * The slowest request of each route that is slow for a cause and was not named with
	 * it yet.
	 */
	private List<JudgedRequest> elsewhere(Cause cause, List<JudgedRequest> slowest) {
		if (OF_ALL_ROUTES.contains(cause)) {
			return List.of();
		}
		return slowest.stream()
			.filter((judged) -> judged.verdict() != null && judged.verdict().cause() == cause)
			.filter((judged) -> this.named.size() < REMEMBERED
					&& this.named.putIfAbsent(new Place(cause, judged.request().route()), this.now) == null)
			.toList();
	}

	private static void warn(JudgedRequest judged) {
		logger.warn("Slowest: " + SlowLine.of(judged.request(), judged.verdict()));
		judged.request().trace().forEach(logger::warn);
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
	 * What is warned of.
	 *
	 * @param cause why requests are slow
	 * @param subject what it is about
	 */
	private record Matter(Cause cause, String subject) {
	}

	/**
	 * Where something was seen.
	 *
	 * @param cause why requests are slow
	 * @param route which ones
	 */
	private record Place(Cause cause, String route) {
	}

}
