package io.perfstarter.reporting.rules;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes that no component shows: blocked time, which only stacks can explain;
 * time without a large component; and the start of the JVM.
 */
final class BlockedRules {

	/**
	 * Minimum share of the blocked time that samples must explain.
	 */
	static final double MOST = 0.5;

	/**
	 * Minimum share of blocked time that is too large to ignore.
	 */
	static final double UNEXPLAINED = 0.3;

	/**
	 * Minimum number of loaded classes at a start. In a warm application, code that runs
	 * for the first time loads a few hundred.
	 */
	static final long MANY_CLASSES = 500;

	/**
	 * Causes that stacks show, each with its activities and its remedy.
	 */
	static final List<Rule> SEEN = List.of(seen(Cause.LOCK, EnumSet.of(Activity.LOCK), (most) -> most.detail()
		.endsWith(Position.IN_DEADLOCK)
				? "These threads wait for each other for ever: restart this instance, and take the locks in the same order everywhere (jstack shows both)."
				: "Hold the lock for less time: no I/O and no long computation while it is held."),
			seen(Cause.SLOW_CLIENT, EnumSet.of(Activity.CLIENT), RemoteRules.CLIENT_REMEDY),
			seen(Cause.SLOW_LOG, EnumSet.of(Activity.LOGGING),
					"Log less, or use an asynchronous appender that discards events when its queue is full; check the disk or the host that the appender writes to."),
			seen(Cause.SLEEPING, EnumSet.of(Activity.SLEEP),
					"Find out what the code waits for: a retry needs a limit and a short delay, polling a notification."),
			seen(Cause.SLOW_REMOTE,
					EnumSet.of(Activity.HTTP_CALL, Activity.REMOTE_CALL, Activity.NAME_LOOKUP, Activity.OBSERVED_CALL),
					BlockedRules::remoteRemedy),
			seen(Cause.REMOTE_POOL_EMPTY, EnumSet.of(Activity.CLIENT_POOL), RemoteRules.POOL_REMEDY),
			seen(Cause.SLOW_REMOTE_CONNECT, EnumSet.of(Activity.CONNECTING), RemoteRules.CONNECT_REMEDY),
			seen(Cause.SLOW_SQL, EnumSet.of(Activity.DATABASE, Activity.STATEMENT), (most) -> (most
				.activity() == Activity.STATEMENT) ? SqlRules.EXPLAIN
						: "Check the slow statement log of the database. Statements are measured on connections of a HikariCP pool that is a bean."),
			seen(Cause.LIMIT_TOO_SMALL, EnumSet.of(Activity.QUEUE, Activity.PERMIT), BlockedRules::limitRemedy),
			seen(Cause.ASYNC_WAIT, EnumSet.of(Activity.NO_THREAD),
					"A long poll does this by intention. Otherwise look at what completes the request: a reactive client is measured only with Micrometer observations, and a task only if the context is propagated to it."),
			seen(Cause.BLOCKED_ELSEWHERE,
					EnumSet.of(Activity.TASK, Activity.SIGNAL, Activity.NETWORK, Activity.FILE, Activity.CLASS_LOADING,
							Activity.PROCESS, Activity.CONNECTION_CHECK),
					(most) -> (most.activity() == Activity.FILE)
							? "Read or write less there: with a buffer, with fewer calls of sync, or not within the request; and check the disk."
							: "Look at this place: it waits for something that is not measured."));

	/**
	 * Causes that a start may look like, because it loads and compiles classes and opens
	 * connections. Locks are among them, because some are held while classes are loaded.
	 */
	private static final Set<Cause> LIKE_A_START = EnumSet.of(Cause.UNSURE, Cause.MIXED, Cause.BLOCKED_ELSEWHERE,
			Cause.LOCK, Cause.SLOW_CONNECT, Cause.APP_CPU, Cause.CPU_SATURATED_BY_SELF);

	/**
	 * Components whose time is part of the blocked time if they are not measured. CPU
	 * wait is not included, because the process-wide figures cover it.
	 */
	private static final List<TimeComponent> EXPLAIN = List.of(TimeComponent.POOL, TimeComponent.SQL,
			TimeComponent.FETCH, TimeComponent.REMOTE, TimeComponent.JVM_PAUSE, TimeComponent.CPU);

	/**
	 * Number of samples of one wait from which on no start explains it. First requests
	 * wait for one lock or library only in a few samples.
	 */
	static final int LASTING = 100;

	private static final Set<Activity> STARTS = EnumSet.of(Activity.CLASS_LOADING, Activity.COMPUTING,
			Activity.COMPUTING_ELSEWHERE);

	private static final String COMMON_POOL = "on thread ForkJoinPool.commonPool-";

	// Maximum number of positions in the evidence.
	private static final int NAMED = 3;

	private BlockedRules() {
	}

	/**
	 * Creates the rule for a cause of blocked time that stacks show. It matches if the
	 * samples of its activities explain most of the blocked time.
	 */
	private static Rule seen(Cause cause, Set<Activity> activities, String remedy) {
		return seen(cause, activities, (most) -> remedy);
	}

	private static Rule seen(Cause cause, Set<Activity> activities, Function<Position, String> remedy) {
		return (judged) -> {
			if (!explains(activities, judged)) {
				return null;
			}
			ThreadSamples samples = judged.seenIn(TimeComponent.BLOCKED);
			Position most = Objects.requireNonNull(samples.most(activities));
			return judged.verdict(cause, subject(cause, most), judged.share(TimeComponent.BLOCKED),
					"Outside of what is measured, requests do not advance for %s; in %s of %s samples they %s."
						.formatted(judged.cost(TimeComponent.BLOCKED), samples.count(activities), samples.all(),
								most.description()),
					remedy.apply(most));
		};
	}

	/**
	 * Returns the target of a remote call, the text of a statement, or else the place.
	 * Empty if the call or statement was not observed.
	 */
	private static String subject(Cause cause, Position most) {
		return switch (most.activity()) {
			case OBSERVED_CALL, STATEMENT -> most.detail();
			default -> (cause != Cause.SLOW_REMOTE && cause != Cause.SLOW_SQL) ? most.place() : "";
		};
	}

	private static String remoteRemedy(Position most) {
		if (most.place().contains(COMMON_POOL)) {
			return "Give these calls an executor of their own: the few threads of the common pool make one call after the other.";
		}
		return switch (most.activity()) {
			case HTTP_CALL ->
				"Set timeouts, cache the responses, or run the calls in parallel. Build the client from Spring's builder, or give it an ObservationRegistry, so that its calls are measured and their target is named.";
			case OBSERVED_CALL ->
				"Set a timeout for %s, cache its responses, or run the calls in parallel.".formatted(most.detail());
			case NAME_LOOKUP ->
				"Check the name servers, or keep addresses for longer (the security property networkaddress.cache.ttl).";
			default ->
				"Set a timeout, and ask for several values with one call. Check what is slow in that process, and its network.";
		};
	}

	private static String limitRemedy(Position most) {
		if (most.activity() == Activity.PERMIT) {
			return "Keep the permits for less time, or have more of them if what they protect allows it.";
		}
		return most.detail().contains(Activity.TASK.sentence())
				? "The tasks wait for other tasks. If these are in the same queue, none of them ends: run the awaited tasks on another executor."
				: "Speed up the tasks, or give their executor more threads. What runs in the common pool needs an executor of its own.";
	}

	static @Nullable Verdict seen(Diagnosis judged) {
		return Rule.first(SEEN, judged);
	}

	/**
	 * Returns whether the samples of some activities explain most of the blocked time.
	 * The samples cover both blocked and computing threads.
	 */
	static boolean explains(Set<Activity> activities, Diagnosis judged) {
		ThreadSamples samples = judged.seenIn(TimeComponent.BLOCKED);
		int seen = samples.count(activities);
		double blocked = judged.breakdown().nanos(TimeComponent.BLOCKED);
		double computing = judged.breakdown().nanos(TimeComponent.CPU)
				+ judged.breakdown().nanos(TimeComponent.CPU_WAIT);
		return seen > 0 && seen >= MOST * samples.all() * blocked / (blocked + computing);
	}

	/**
	 * {@link Cause#UNSURE}: much of the time is blocked for an unknown reason. Always
	 * matches.
	 */
	static Verdict unexplained(Diagnosis judged) {
		String missing = Arrays.stream(TimeComponent.values())
			.filter((component) -> component != TimeComponent.THREAD_WAIT && !judged.breakdown().measured(component))
			.map(TimeComponent::title)
			.collect(Collectors.joining(", "));
		return judged.verdict(Cause.UNSURE, "", judged.share(TimeComponent.BLOCKED),
				"%s, is unexplained: the thread did not compute and did not wait for anything that is measured. %s Not measured: %s."
					.formatted(judged.cost(TimeComponent.BLOCKED), positions(judged.seenIn(TimeComponent.BLOCKED)),
							missing),
				"Take thread dumps of %s while it is slow. Possible reasons: a client without Micrometer observations, a slow caller, a sleep or join, or a CPU shortage where CPU wait is not measured."
					.formatted(judged.route()));
	}

	private static String positions(ThreadSamples samples) {
		if (samples.all() == 0) {
			return "No thread samples were taken.";
		}
		return samples.seen()
			.stream()
			.limit(NAMED)
			.map((seen) -> "%s times it %s".formatted(seen.times(), seen.position().description()))
			.collect(Collectors.joining("; ", "In %s samples: ".formatted(samples.all()), "."));
	}

	/**
	 * {@link Cause#MIXED}: no time component is large enough to be named alone.
	 * {@link Cause#UNSURE}: much of the time is blocked, and a component that could
	 * explain it was not measured. Always matches.
	 */
	static Verdict mixed(Diagnosis judged) {
		if (judged.share(TimeComponent.BLOCKED) >= UNEXPLAINED
				&& !EXPLAIN.stream().allMatch(judged.breakdown()::measured)) {
			return unexplained(judged);
		}
		List<TimeComponent> largest = Arrays.stream(TimeComponent.values())
			.filter((component) -> component != TimeComponent.THREAD_WAIT)
			.sorted(Comparator.comparingDouble((component) -> -judged.share(component)))
			.limit(2)
			.toList();
		String said = largest.stream()
			.map((component) -> component.title() + " " + Figures.percent(judged.share(component)))
			.collect(Collectors.joining(" and "));
		return judged.verdict(Cause.MIXED, "", judged.share(largest), "The largest components are %s.".formatted(said),
				"Start with %s of %s.".formatted(largest.get(0).title(), judged.route()));
	}

	/**
	 * {@link Cause#COLD_START}: the JVM loads many classes soon after its start, and
	 * requests are slow as first requests usually are.
	 * @param first the verdict without this rule
	 */
	static @Nullable Verdict coldStart(Diagnosis slow, Verdict first) {
		long classes = slow.machine().coldClasses();
		if (classes < MANY_CLASSES || !LIKE_A_START.contains(first.cause()) || waitsAtOnePlace(slow)) {
			return null;
		}
		return slow.verdict(Cause.COLD_START, "", first.share(),
				"The JVM loaded %s classes in this period, soon after its start.".formatted(classes),
				"Warm the application up before it gets traffic: list its typical requests under perf-starter.warmup.requests.");
	}

	private static boolean waitsAtOnePlace(Diagnosis slow) {
		ThreadSamples samples = slow.seenIn(TimeComponent.BLOCKED);
		return samples.seen()
			.stream()
			.anyMatch((seen) -> seen.times() >= Math.max(LASTING, MOST * samples.all())
					&& !STARTS.contains(seen.position().activity()));
	}

}
