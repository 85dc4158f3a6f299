package io.perfstarter.coherence.guard;

/**
 * The begin of a request, from which on its persistence context may hold entities.
 * Compared by identity.
 */
public final class RequestBegin {

	private final long stamp;

	RequestBegin(long stamp) {
		this.stamp = stamp;
	}

	/**
	 * Returns the load timestamp of a value that was read at the begin.
	 */
	long stamp() {
		return this.stamp;
	}

}
