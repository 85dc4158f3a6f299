package io.perfstarter.warmup;

/**
 * Work to do once before the first request, such as filling a cache or opening
 * connections. All beans of this type are run one after the other, in their order, before
 * the calls are made.
 */
public interface WarmupTask {

	/**
	 * What it is called in the log, in the endpoint and in meters.
	 * @return its name, unique among all tasks
	 */
	String name();

	/**
	 * Does it, once, on a platform thread on which {@link WarmupContext#active()} holds.
	 * It is interrupted when the budget of the warm-up is used up.
	 * @throws Exception if it failed, which the warm-up reports; what becomes of the
	 * start is up to {@code perf-starter.warmup.on-failure}
	 */
	void warm() throws Exception;

}
