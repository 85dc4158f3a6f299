package io.perfstarter.coherence.cache;

import org.jspecify.annotations.Nullable;

/**
 * Lets each of several steps have its turn, whatever happens in the others. Not
 * thread-safe.
 */
final class Failures {

	private @Nullable RuntimeException first;

	void collect(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException ex) {
			this.first = (this.first != null) ? this.first : ex;
		}
	}

	void rethrowFirst() {
		if (this.first != null) {
			throw this.first;
		}
	}

}
