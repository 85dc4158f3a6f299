package io.perfstarter.routing;

/**
 * Makes the threads of the sampler.
 */
final class SamplerThreads {

	private SamplerThreads() {
	}

	static Thread create(String name, Runnable task) {
		// Whoever starts it must not leave his thread's locals and class loader here.
		Thread thread = new Thread(null, task, "perf-starter-routing-" + name, 0, false);
		thread.setContextClassLoader(SamplerThreads.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
