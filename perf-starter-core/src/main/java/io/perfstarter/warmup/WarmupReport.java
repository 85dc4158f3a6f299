package io.perfstarter.warmup;

import java.util.List;

/**
 * The report about the warm-up, while it runs and afterwards.
 *
 * @param phase how far it is
 * @param open whether the gates are open
 * @param millis how long it has taken
 * @param linkedClasses how many classes the first call of each has loaded
 * @param aotCache what the JDK's AOT cache was good for
 * @param tasks what was done before the calls
 * @param calls what was called
 */
public record WarmupReport(WarmupPhase phase, boolean open, long millis, long linkedClasses, AotCache aotCache,
		List<TaskReport> tasks, List<CallReport> calls) {
}
