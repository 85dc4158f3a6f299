package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names a cause of blocked time that was seen on the stacks of threads: enough samples
 * show one of its activities to explain most of the blocked time.
 *
 * @param cause the cause
 * @param activities what threads do because of it
 * @param remedy the recommended action
 */
record SeenRule(Cause cause, Set<Activity> activities, String remedy) implements Rule {

	/**
	 * Minimum share of the blocked time explained by samples.
	 */
	static final double MOST = 0.5;

	/**
	 * One rule for each cause.
	 */
	static final List<Rule> ALL = List.of(
			new SeenRule(Cause.LOCK, EnumSet.of(Activity.LOCK),
					"Hold the lock for less time: no I/O and no long computation while it is held."),
			new SeenRule(Cause.SLOW_CLIENT, EnumSet.of(Activity.CLIENT), SlowClientRule.REMEDY),
			new SeenRule(Cause.SLOW_LOG, EnumSet.of(Activity.LOGGING),
					"Log less, or use an asynchronous appender that discards events when its queue is full; check the disk or the host that the appender writes to."),
			new SeenRule(Cause.SLEEPING, EnumSet.of(Activity.SLEEP),
					"Find out what the code waits for: a retry needs a limit and a short delay, polling a notification."),
			new SeenRule(Cause.SLOW_REMOTE, EnumSet.of(Activity.REMOTE_CALL, Activity.NAME_LOOKUP),
					"Set timeouts, cache the responses, or run the calls in parallel. Build the client from Spring's builder, or give it an ObservationRegistry, so that its calls are measured and their target is named."),
			new SeenRule(Cause.SLOW_SQL, EnumSet.of(Activity.DATABASE),
					"Check the slow statement log of the database. Statements are measured on connections of a HikariCP pool that is a bean."),
			new SeenRule(Cause.ASYNC_WAIT, EnumSet.of(Activity.NO_THREAD),
					"A long poll does this by intention. Otherwise look at what completes the request: a reactive client needs Micrometer observations to be measured, a task a propagated context."),
			new SeenRule(
					Cause.BLOCKED_ELSEWHERE, EnumSet.of(Activity.TASK, Activity.SIGNAL, Activity.NETWORK, Activity.FILE,
							Activity.CLASS_LOADING, Activity.PROCESS),
					"Look at this place: it waits for something that is not measured."));

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		ThreadSamples samples = judged.slowFigures().samples();
		int seen = samples.count(this.activities);
		if (!explains(seen, judged)) {
			return null;
		}
		Position most = Objects.requireNonNull(samples.most(this.activities));
		// The subject of these two is a target and a statement, which are unknown.
		boolean named = this.cause != Cause.SLOW_REMOTE && this.cause != Cause.SLOW_SQL;
		return judged
			.verdict(this.cause, named ? most.place() : "", judged.share(TimeComponent.BLOCKED),
					"Requests do not advance for %s, for a reason that is not measured; in %s of %s samples they %s."
						.formatted(judged.cost(TimeComponent.BLOCKED), seen, samples.all(), describe(most)),
					this.remedy);
	}

	/**
	 * Describes what a thread was seen to do.
	 */
	static String describe(Position position) {
		return position.activity().sentence() + (position.detail().isEmpty() ? "" : " (" + position.detail() + ")")
				+ (position.place().isEmpty() ? "" : " in " + position.place());
	}

	/**
	 * Returns whether a number of samples explains most of the blocked time. Samples are
	 * taken while a thread is blocked and while it computes.
	 */
	static boolean explains(int seen, Diagnosis judged) {
		double blocked = judged.breakdown().nanos(TimeComponent.BLOCKED);
		double computing = judged.breakdown().nanos(TimeComponent.CPU)
				+ judged.breakdown().nanos(TimeComponent.CPU_WAIT);
		return seen > 0 && seen >= MOST * judged.slowFigures().samples().all() * blocked / (blocked + computing);
	}

}
