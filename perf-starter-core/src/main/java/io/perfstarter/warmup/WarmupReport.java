package io.perfstarter.warmup;

import java.util.List;

/**
 * The report about the warm-up, while it runs and afterwards.
 *
 * @param phase the phase
 * @param open whether the gates are open
 * @param millis the duration so far in milliseconds
 * @param linkedClasses the number of classes that the first calls loaded
 * @param aotCache the state of the JDK's AOT cache
 * @param tasks the reports of the tasks
 * @param calls the reports of the requests
 */
public record WarmupReport(WarmupPhase phase, boolean open, long millis, long linkedClasses, AotCache aotCache,
		List<TaskReport> tasks, List<CallReport> calls) {
}
