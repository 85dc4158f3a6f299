package io.perfstarter.reporting.advice;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.perfstarter.reporting.window.Window;

/**
 * Computes at most one recommendation per setting and subject. Keeps a history of its
 * advice, and withdraws advice that was applied without effect. Thread-safe.
 */
public final class Advisor {

	private static final int MAX_REMEMBERED = 100;

	private final List<AdviceHistoryEntry> given;

	/**
	 * Creates an advisor.
	 * @param given the earlier advice, for example from before a restart; the oldest
	 * first
	 */
	public Advisor(List<AdviceHistoryEntry> given) {
		this.given = new ArrayList<>(given);
	}

	/**
	 * Computes the advice.
	 * @param facts the inputs
	 * @return at most one recommendation per setting and subject
	 */
	public synchronized List<Advice> advise(AdviceFacts facts) {
		return fresh(facts).stream().map((advice) -> judge(advice, facts)).toList();
	}

	/**
	 * Returns the history of advice that was given because of a symptom.
	 * @return the newest 100 entries, the oldest first
	 */
	public synchronized List<AdviceHistoryEntry> given() {
		return List.copyOf(this.given);
	}

	private static List<Advice> fresh(AdviceFacts facts) {
		List<Advice> advice = new ArrayList<>();
		for (PoolSettings pool : facts.pools()) {
			advice.add(PoolSizeAdvice.of(pool, facts));
			advice.add(MaxLifetimeAdvice.of(pool));
		}
		RequestThreadsAdvice.of(facts).ifPresent(advice::add);
		HeapFacts heap = facts.heap();
		if (heap != null) {
			advice.add(HeapAdvice.of(heap, facts.uptime()));
			CollectorAdvice.of(heap).ifPresent(advice::add);
		}
		return advice;
	}

	private Advice judge(Advice fresh, AdviceFacts facts) {
		Symptom symptom = Symptom.of(fresh, facts);
		Instant now = facts.newest().map(Window::end).orElse(Instant.EPOCH);
		this.given.replaceAll((before) -> before.isAbout(fresh.setting(), fresh.subject())
				? before.seen(fresh.current(), now) : before);
		for (AdviceHistoryEntry before : this.given) {
			if (before.isAbout(fresh.setting(), fresh.subject()) && before.isAppliedSince(now.minus(PoolLoad.MINUTE))
					&& symptom.unchangedSince(before.symptom())) {
				return fresh.refusedBecause(String.format(Locale.ROOT,
						"Withdrawn: %s was applied and did not help (%s: %.0f, before %.0f). "
								+ "The cause is elsewhere.",
						before.recommended(), symptom.name(), symptom.value(), before.symptom()));
			}
		}
		if (fresh.asksForChange() && symptom.present()) {
			remember(new AdviceHistoryEntry(fresh.setting(), fresh.subject(), fresh.recommended(), symptom.value(),
					null));
		}
		return fresh;
	}

	private void remember(AdviceHistoryEntry advice) {
		this.given.removeIf((before) -> before.isAbout(advice.setting(), advice.subject())
				&& before.recommended().equals(advice.recommended()));
		this.given.add(advice);
		if (this.given.size() > MAX_REMEMBERED) {
			this.given.remove(0);
		}
	}

}
