package io.perfstarter.coherence.guard;

import org.jspecify.annotations.Nullable;

/**
 * Runs several steps even if some fail, and rethrows the first failure. Not thread-safe.
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

	boolean isEmpty() {
		return this.first == null;
	}

	void rethrowFirst() {
		if (this.first != null) {
			throw this.first;
		}
	}

}
