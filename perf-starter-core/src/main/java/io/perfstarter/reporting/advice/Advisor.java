package io.perfstarter.reporting.advice;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.perfstarter.reporting.window.Window;

/**
 * Gives advice on each setting: one recommendation or none, never two. Remembers what it
 * gave, and withdraws what was applied and did not help. Thread-safe.
 */
public final class Advisor {

	private static final int MAX_REMEMBERED = 100;

	private final List<AdviceHistoryEntry> given;

	/**
	 * Creates an advisor.
	 * @param given what was given before, the oldest first; for instance before a restart
	 */
	public Advisor(List<AdviceHistoryEntry> given) {
		this.given = new ArrayList<>(given);
	}

	/**
	 * Gives advice.
	 * @param facts what is known
	 * @return at most one for each setting and subject
	 */
	public synchronized List<Advice> advise(AdviceFacts facts) {
		return fresh(facts).stream().map((advice) -> judge(advice, facts)).toList();
	}

	/**
	 * What was given because of a symptom.
	 * @return the newest 100, the oldest first
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
