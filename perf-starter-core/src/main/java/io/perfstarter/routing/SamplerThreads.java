package io.perfstarter.routing;

/**
 * Creates the threads of the sampler.
 */
final class SamplerThreads {

	private SamplerThreads() {
	}

	static Thread create(String name, Runnable task) {
		// Must not inherit thread locals or the class loader of the starting thread.
		Thread thread = new Thread(null, task, "perf-starter-routing-" + name, 0, false);
		thread.setContextClassLoader(SamplerThreads.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
