package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes in other processes: a service, the primary that reports its position,
 * and the client of the request.
 */
final class RemoteRules {

	/**
	 * Number of calls to one target above which a request makes too many.
	 */
	static final int MANY_CALLS = 5;

	/**
	 * Minimum number of samples for a cause that stacks show.
	 */
	static final int SOME = 3;

	static final String POOL_REMEDY = "Close each response and return each connection, also after an error. Then enlarge the client's pool (Apache HttpClient: 5 connections for each route), and set a timeout for the wait.";

	static final String CONNECT_REMEDY = "Create the client once and use it for all calls, so that its connections are kept; otherwise check name lookup, network and TLS.";

	private static final Set<Activity> POOL = EnumSet.of(Activity.CLIENT_POOL);

	private static final Set<Activity> CONNECTING = EnumSet.of(Activity.CONNECTING, Activity.NAME_LOOKUP);

	private static final Set<Activity> SLEEPING = EnumSet.of(Activity.SLEEP);

	static final String CLIENT_REMEDY = "The client or its network is slow, or the body is large. Send less, compress responses, and let a proxy buffer requests and responses.";

	private RemoteRules() {
	}

	/**
	 * The reason in this process for slow remote calls, if most samples of its threads
	 * show one: no connection of the client's pool is free, a connection is opened, the
	 * client sleeps before it repeats a call, or it computes.
	 */
	static @Nullable Verdict inClient(Diagnosis judged) {
		ThreadSamples samples = judged.seenIn(TimeComponent.REMOTE);
		if (shows(samples, POOL)) {
			return inClient(judged, Cause.REMOTE_POOL_EMPTY, POOL, POOL_REMEDY);
		}
		if (shows(samples, CONNECTING)) {
			return inClient(judged, Cause.SLOW_REMOTE_CONNECT, CONNECTING, CONNECT_REMEDY);
		}
		if (shows(samples, SLEEPING)) {
			return inClient(judged, Cause.SLEEPING, SLEEPING,
					"The client repeats calls by itself: limit its retries and their delay, which another service can set by Retry-After.");
		}
		return shows(samples, CpuRules.COMPUTING) ? CpuRules.computing(judged, TimeComponent.REMOTE) : null;
	}

	private static Verdict inClient(Diagnosis judged, Cause cause, Set<Activity> activities, String remedy) {
		ThreadSamples samples = judged.seenIn(TimeComponent.REMOTE);
		Position most = Objects.requireNonNull(samples.most(activities));
		List<Use> remotes = judged.slowFigures().remotes();
		String subject = (cause == Cause.SLEEPING) ? most.place() : remotes.isEmpty() ? "" : remotes.get(0).name();
		return judged.verdict(cause, subject, judged.share(TimeComponent.REMOTE),
				"Remote calls take %s; in %s of %s samples of their threads these %s.".formatted(
						judged.cost(TimeComponent.REMOTE), samples.count(activities), samples.all(),
						most.description()),
				remedy);
	}

	private static boolean shows(ThreadSamples samples, Set<Activity> activities) {
		return samples.all() >= SOME && samples.count(activities) >= BlockedRules.MOST * samples.all();
	}

	/**
	 * {@link Cause#SLOW_REMOTE}: another process responds slowly, or is called too often.
	 */
	static Verdict slowRemote(Diagnosis judged) {
		double share = judged.share(TimeComponent.REMOTE);
		if (judged.slowFigures().remotes().isEmpty()) {
			return judged.verdict(Cause.SLOW_REMOTE, "", share,
					"Remote calls take %s of the time; their target is not known.".formatted(Figures.percent(share)),
					"Make the client report its target, set timeouts, and cache the responses.");
		}
		Use remote = judged.slowFigures().remotes().get(0);
		double calls = judged.perSlowRequest(remote.times());
		return judged.verdict(Cause.SLOW_REMOTE, remote.name(), share,
				"Remote calls take %s of the time; %s is called %s in a slow request and takes %s each.".formatted(
						Figures.percent(share), remote.name(), Figures.times(calls), Figures.time(remote.mean())),
				clientRemedy(judged) + ((calls > MANY_CALLS)
						? "Combine the calls to %s into one, or run them in parallel.".formatted(remote.name())
						: "Set a timeout for %s, cache its responses, or run the calls in parallel."
							.formatted(remote.name())));
	}

	private static String clientRemedy(Diagnosis judged) {
		Position most = judged.seenIn(TimeComponent.REMOTE).most(EnumSet.of(Activity.HTTP_CALL));
		return (most != null && most.detail().endsWith(Position.NEW_CLIENT))
				? "Create the client once, because a new one for each call opens its connection anew. " : "";
	}

	/**
	 * {@link Cause#SLOW_POSITION}: responses wait until the primary reports the position
	 * of their writes.
	 */
	static Verdict slowPosition(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_POSITION, "", judged.share(TimeComponent.POSITION),
				"To set their read tokens, responses wait %s for the position of their writes in the primary's log."
					.formatted(judged.cost(TimeComponent.POSITION)),
				"Relieve the primary or the network to it: it answers a probe late. Where no client reads after its write, set perf-starter.routing.read-your-writes.scope to request.");
	}

	/**
	 * The cause of a long time for clients if most samples show computing threads, such
	 * as threads that compress the response.
	 */
	static @Nullable Verdict computesForClient(Diagnosis judged) {
		return shows(judged.seenIn(TimeComponent.CLIENT), CpuRules.COMPUTING)
				? CpuRules.computing(judged, TimeComponent.CLIENT) : null;
	}

	/**
	 * {@link Cause#SLOW_CLIENT}: requests wait for bodies that clients send, or for
	 * clients that read the responses.
	 */
	static Verdict slowClient(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_CLIENT, judged.route(), judged.share(TimeComponent.CLIENT),
				"Requests wait for their clients for %s: they read a body, or write a response that the client does not take."
					.formatted(judged.cost(TimeComponent.CLIENT)),
				CLIENT_REMEDY);
	}

}
