package io.perfstarter.warmup.run;

import io.perfstarter.warmup.WarmupTask;

/**
 * A task that does what a test wants.
 */
record TestTask(String name, Work work) implements WarmupTask {

	@Override
	public void warm() throws Exception {
		this.work.perform();
	}

	/**
	 * What a task does.
	 */
	interface Work {

		void perform() throws Exception;

	}

}
