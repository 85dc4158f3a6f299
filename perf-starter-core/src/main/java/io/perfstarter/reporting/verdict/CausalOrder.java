package io.perfstarter.reporting.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;

/**
 * The order in which causes are looked for: what makes others wait comes before those who
 * wait. Stops of the JVM make everybody wait; what is in service makes the queue wait;
 * leases make those wait who want a connection.
 */
final class CausalOrder {

	/**
	 * From which share on a part is the one that is named; research 3.3.
	 */
	static final double LEADS = 0.4;

	/**
	 * From which share on a part is named as a further one.
	 */
	static final double FURTHER = 0.2;

	/**
	 * How many further causes are named.
	 */
	static final int MOST_FURTHER = 3;

	/**
	 * From which share of the period on stops are too long; JMC's warning.
	 */
	static final double STOPPED = 0.1;

	/**
	 * Stops are too long only if there is somebody whom they stop, as far as anybody
	 * counts.
	 */
	static final int SOME_REQUESTS = 3;

	/**
	 * How much of the slow time stops must explain, together with the queue that forms
	 * behind them; research 3.3.
	 */
	static final double EXPLAINED_BY_STOPS = 0.3;

	private static final List<Rule> STOPS = List.of(new NonGcSafepoint(), new Metaspace(), new DirectMemoryFull(),
			new RequestedCollection(), new HeapTooSmall(), new Allocation());

	private static final List<Rule> PROCESSORS = List.of(new SaturatedBySelf(), new StarvedByOthers());

	/**
	 * Only the cause that is named first looks beyond the collector: its stops remain a
	 * further one.
	 */
	private static final List<Rule> ROWS_THEN_STOPS = List.of(new Metaspace(), new DirectMemoryFull(),
			new RequestedCollection(), new GarbageOfRows(), new NonGcSafepoint(), new HeapTooSmall(), new Allocation());

	private static final Rule LEAK = new ConnectionLeak();

	private static final List<Rule> POOL = List.of(new DeadConnections(), new PoolDeadlock(), LEAK,
			new StoppedLeases(STOPS), new HeldIdle(), new PoolTooSmall(), new UnknownWait());

	private static final List<Rule> STATEMENTS = List.of(new CacheTooSmall(), new NPlusOne(), new BigResult(),
			new SlowSql());

	private static final List<Rule> REMOTE = List.of(new CacheTooSmall(), new SlowRemote());

	private static final List<Rule> CPU = List.of(new BigResult(), new AppCpu());

	private static final List<Rule> BLOCKED = List.of(new AllocationStall(), new Lock(), new HiddenRunQueue(PROCESSORS),
			new Unexplained());

	private static final List<Suspect> SUSPECTS = List.of(new Suspect(List.of(Part.POOL), POOL),
			new Suspect(List.of(Part.SQL, Part.FETCH), STATEMENTS), new Suspect(List.of(Part.REMOTE), REMOTE),
			new Suspect(List.of(Part.STOP_THE_WORLD), STOPS), new Suspect(List.of(Part.CPU), CPU),
			new Suspect(List.of(Part.RUN_QUEUE), PROCESSORS), new Suspect(List.of(Part.BLOCKED), BLOCKED));

	private static final List<Rule> NOBODY_LEADS = List.of(new Unmeasured(), new Mixed());

	/**
	 * Behind these, stops are not why requests queue.
	 */
	private static final Set<Part> NOT_BEHIND_STOPS = Set.of(Part.POOL, Part.RUN_QUEUE, Part.BLOCKED);

	private CausalOrder() {
	}

	/**
	 * The cause of slow time.
	 * @param whole the slow time
	 * @param standing what stands on evidence of its own
	 */
	static Verdict judge(Case whole, List<Verdict> standing) {
		Case served = whole.inService();
		Suspect leader = leader(served);
		List<Verdict> found = new ArrayList<>();
		if (stopsComeFirst(whole, leader)) {
			found.add(why(ROWS_THEN_STOPS, whole.counting(Part.QUEUE, Part.STOP_THE_WORLD)));
		}
		else if (leader.share(served) < LEADS) {
			found.add(why(NOBODY_LEADS, served));
		}
		else {
			Verdict by = leader.parts().contains(Part.STOP_THE_WORLD) ? why(ROWS_THEN_STOPS, served)
					: why(leader, served);
			Verdict threads = ThreadsExhausted.judge(whole, leader.parts().get(0), by);
			if (threads != null) {
				found.add(threads);
			}
			found.add(by);
		}
		List<Verdict> further = new ArrayList<>(standing);
		SUSPECTS.stream()
			.filter((suspect) -> suspect.share(served) >= FURTHER)
			.forEach((suspect) -> further.add(why(suspect, served)));
		further.sort(Comparator.comparingDouble(Verdict::share).reversed());
		found.addAll(further);
		return withOthers(found);
	}

	/**
	 * What stands on evidence of its own, whether requests are slow or not: stops,
	 * refused connections, leaks.
	 * @param period the requests of the period
	 */
	static List<Verdict> standing(Case period) {
		List<Verdict> found = new ArrayList<>();
		boolean idle = period.requests().counted() && period.requests().count() < SOME_REQUESTS;
		if (!idle && stopsTooLong(period)) {
			found.add(why(STOPS, period));
		}
		for (PoolWindow pool : period.window().pools()) {
			Case awaiting = period.awaiting(pool);
			Verdict verdict = (pool.refused() > 0) ? why(POOL, awaiting) : LEAK.judge(awaiting);
			if (verdict != null) {
				found.add(verdict);
			}
		}
		return found;
	}

	/**
	 * The first of several verdicts, and the best of the others.
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

	private static boolean stopsComeFirst(Case whole, Suspect leader) {
		return stopsTooLong(whole) && whole.share(List.of(Part.QUEUE, Part.STOP_THE_WORLD)) >= EXPLAINED_BY_STOPS
				&& !NOT_BEHIND_STOPS.contains(leader.parts().get(0));
	}

	private static boolean stopsTooLong(Case judged) {
		return Math.max(judged.stopped(), judged.stalled()) >= STOPPED;
	}

	private static Suspect leader(Case served) {
		return Collections.max(SUSPECTS, Comparator.comparingDouble((suspect) -> suspect.share(served)));
	}

	private static Verdict why(Suspect suspect, Case judged) {
		return why(suspect.rules(), judged);
	}

	private static Verdict why(List<Rule> rules, Case judged) {
		return Objects.requireNonNull(Rule.first(rules, judged), "The last rule must always apply");
	}

	/**
	 * What may be long, and why.
	 *
	 * @param parts the parts of the time
	 * @param rules why they may be long, the last one applies always
	 */
	private record Suspect(List<Part> parts, List<Rule> rules) {

		double share(Case judged) {
			return judged.share(this.parts);
		}

	}

}
