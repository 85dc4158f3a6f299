package io.perfstarter.warmup;

/**
 * Work to do once before the first request, such as filling a cache or opening
 * connections. All beans of this type run one after the other, in their order, before the
 * warm-up requests are sent.
 */
public interface WarmupTask {

	/**
	 * Returns the name in the log and in the endpoint.
	 * @return the name, unique among all tasks
	 */
	String name();

	/**
	 * Performs the work. Called once, on a platform thread on which
	 * {@link WarmupContext#active()} returns {@code true}. The thread is interrupted at
	 * the end of {@code perf-starter.warmup.timeout}.
	 * @throws Exception if the task failed; the warm-up reports it, and the application
	 * starts unless a listener of {@link WarmupCompletedEvent} throws an exception
	 */
	void warm() throws Exception;

}
