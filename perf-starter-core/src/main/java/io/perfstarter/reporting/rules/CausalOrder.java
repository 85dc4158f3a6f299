package io.perfstarter.reporting.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Evaluates the rules from causes to effects: JVM pauses delay all threads, the work of
 * busy threads delays queued requests, a scarce resource behind a limiter delays requests
 * that wait at it, and active connections delay requests that wait for a connection.
 *
 * <p>
 * The time of an effect is first counted for its cause, or left out. The component with
 * the greatest share of the rest leads. Its first rule that matches names the cause.
 */
final class CausalOrder {

	/**
	 * Minimum share of the time with which one component leads.
	 */
	static final double LEADS = 0.4;

	/**
	 * Minimum share of the time for a component to be named as a further cause.
	 */
	static final double FURTHER = 0.2;

	/**
	 * Maximum number of further causes.
	 */
	static final int MOST_FURTHER = 3;

	/**
	 * Minimum share of pauses in a period that is reported even if no request is slow.
	 * Requests that arrive during a pause wait where nothing measures them.
	 */
	static final double STOPPED_UNSEEN = 0.2;

	/**
	 * Minimum number of requests in a period for pauses to matter. Does not apply if
	 * requests are not measured.
	 */
	static final int SOME_REQUESTS = 3;

	/**
	 * Minimum share of the slow time in pauses, or waiting for a thread, if pauses are
	 * the first cause.
	 */
	static final double EXPLAINED_BY_STOPS = 0.3;

	/**
	 * Rules for garbage collections that a lack of memory causes.
	 */
	static final List<Rule> COLLECTIONS = List.of(GcRules::heap, GcRules::allocation);

	/**
	 * If the first rule does not match, the pauses are garbage collections.
	 */
	static final List<Rule> STOPS = List.of(GcRules::noCollections, GcRules::collectorsReason, GcRules::heap,
			GcRules::allocation);

	/**
	 * The rules for pauses that are the first cause: they also find large results behind
	 * collections. For pauses that are a further cause, {@link #STOPS} apply.
	 */
	private static final List<Rule> STOPS_AND_ROWS = List.of(GcRules::noCollections, GcRules::collectorsReason,
			SqlRules::garbageOfRows, GcRules::heap, GcRules::allocation);

	private static final List<Rule> POOL = List.of(PoolRules::deadConnections, PoolRules::slowConnect, PoolRules::leak,
			PoolRules::deadlockRisk, PoolRules::paused, PoolRules::heldIdle, SqlRules::databaseLock,
			SqlRules::databaseSaturated, PoolRules::tooSmall, PoolRules::unknown);

	/**
	 * The first rule of a candidate that matches decides. At equal shares, the first
	 * candidate leads.
	 */
	private static final List<Candidate> CANDIDATES = List.of(new Candidate(List.of(TimeComponent.POOL), POOL),
			new Candidate(SqlRules.STATEMENTS,
					List.of(LimitRules::cacheTooSmall, SqlRules::databaseLock, SqlRules::nPlusOne, SqlRules::bigResult,
							SqlRules::databaseSaturated, SqlRules::slowSql)),
			new Candidate(List.of(TimeComponent.REMOTE),
					List.of(LimitRules::cacheTooSmall, RemoteRules::inClient, RemoteRules::slowRemote)),
			new Candidate(List.of(TimeComponent.LIMITER), List.of(LimitRules::limitTooSmall)),
			new Candidate(List.of(TimeComponent.POSITION), List.of(RemoteRules::slowPosition)),
			new Candidate(List.of(TimeComponent.CLIENT),
					List.of(RemoteRules::computesForClient, RemoteRules::slowClient)),
			new Candidate(List.of(TimeComponent.JVM_PAUSE), STOPS),
			new Candidate(List.of(TimeComponent.CPU), List.of(SqlRules::bigResult, CpuRules::appCpu)),
			new Candidate(List.of(TimeComponent.CPU_WAIT), List.of(CpuRules::processors)),
			new Candidate(List.of(TimeComponent.BLOCKED), List.of(GcRules::stalled, BlockedRules::seen,
					CpuRules::hiddenWait, CpuRules::seenComputing, BlockedRules::unexplained)));

	/**
	 * Components that are the first cause even if pauses are long.
	 */
	private static final Set<TimeComponent> NOT_BEHIND_STOPS = Set.of(TimeComponent.POOL, TimeComponent.LIMITER,
			TimeComponent.CPU_WAIT, TimeComponent.BLOCKED);

	private CausalOrder() {
	}

	/**
	 * Returns the verdict on slow time.
	 * @param slow the slow time
	 * @param standing verdicts with evidence that does not depend on slow requests
	 */
	static Verdict judge(Diagnosis slow, List<Verdict> standing) {
		Diagnosis whole = slow.behindLimiter();
		Diagnosis served = whole.inService();
		Candidate leader = leader(served);
		List<Verdict> found = new ArrayList<>();
		if (stopsComeFirst(whole, leader)) {
			found.add(why(STOPS_AND_ROWS, whole.counting(TimeComponent.THREAD_WAIT, TimeComponent.JVM_PAUSE)));
		}
		else if (leader.share(served) < LEADS) {
			found.add(BlockedRules.mixed(served));
		}
		else {
			Verdict by = leader.components().contains(TimeComponent.JVM_PAUSE) ? why(STOPS_AND_ROWS, served)
					: why(leader, served);
			Verdict threads = LimitRules.threadsExhausted(whole, leader.components().get(0), by);
			if (threads != null) {
				found.add(threads);
			}
			found.add(by);
		}
		Verdict cold = BlockedRules.coldStart(whole, found.get(0));
		if (cold != null) {
			found.add(0, cold);
		}
		List<Verdict> further = new ArrayList<>(standing);
		CANDIDATES.stream()
			.filter((candidate) -> candidate.share(served) >= FURTHER)
			.forEach((candidate) -> further.add(why(candidate, served)));
		further.sort(Comparator.comparingDouble(Verdict::share).reversed());
		found.addAll(further);
		return withOthers(found);
	}

	/**
	 * Returns verdicts with evidence that does not depend on slow requests: pauses,
	 * timed-out callers of pools, and leaks.
	 * @param period the requests of the period
	 */
	static List<Verdict> standing(Diagnosis period) {
		List<Verdict> found = new ArrayList<>();
		boolean counted = period.requests().counted();
		boolean quiet = counted && period.requests().count() < SOME_REQUESTS;
		// While no request is slow, shorter pauses matter only if the heap is too small.
		boolean harmless = counted && period.requests().slow() == 0 && period.window().paused() < STOPPED_UNSEEN;
		if (!quiet && period.window().paused() >= GcWindow.LONG) {
			Verdict stops = harmless ? GcRules.heap(period) : why(STOPS, period);
			if (stops != null) {
				found.add(stops);
			}
		}
		for (PoolWindow pool : period.window().pools()) {
			Diagnosis awaiting = period.awaiting(pool);
			Verdict verdict = (pool.refused() > 0) ? why(POOL, awaiting) : PoolRules.leak(awaiting);
			if (verdict != null) {
				found.add(verdict);
			}
		}
		return found;
	}

	/**
	 * Returns the first of several verdicts, with the next verdicts of other causes.
	 * @param found the verdicts, at least one
	 */
	static Verdict withOthers(List<Verdict> found) {
		Verdict first = found.get(0);
		Set<Cause> named = EnumSet.of(first.cause(), Cause.MIXED, Cause.UNSURE);
		List<Verdict> others = found.stream()
			.filter((verdict) -> named.add(verdict.cause()))
			.limit(MOST_FURTHER)
			.toList();
		return new Verdict(first.cause(), first.subject(), first.queued(), first.share(), first.evidence(),
				first.remedy(), others);
	}

	private static boolean stopsComeFirst(Diagnosis whole, Candidate leader) {
		return whole.window().paused() >= GcWindow.LONG
				&& whole.share(List.of(TimeComponent.THREAD_WAIT, TimeComponent.JVM_PAUSE)) >= EXPLAINED_BY_STOPS
				&& !NOT_BEHIND_STOPS.contains(leader.components().get(0));
	}

	private static Candidate leader(Diagnosis served) {
		return Collections.max(CANDIDATES, Comparator.comparingDouble((candidate) -> candidate.share(served)));
	}

	private static Verdict why(Candidate candidate, Diagnosis judged) {
		return why(candidate.rules(), judged);
	}

	private static Verdict why(List<Rule> rules, Diagnosis judged) {
		return Objects.requireNonNull(Rule.first(rules, judged), "The last rule must always match");
	}

	/**
	 * A group of components and the rules that explain it.
	 *
	 * @param components the components of the time
	 * @param rules the possible causes; the last rule always matches
	 */
	private record Candidate(List<TimeComponent> components, List<Rule> rules) {

		double share(Diagnosis judged) {
			return judged.share(this.components);
		}

	}

}
