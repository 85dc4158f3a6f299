package io.perfstarter.remote;

/**
 * A call to another process. Two calls are equal only if they are the same object.
 * Thread-safe.
 */
public final class RemoteCall {

	private final String target;

	private final long startedAt;

	RemoteCall(String target, long startedAt) {
		this.target = target;
		this.startedAt = startedAt;
	}

	/**
	 * Returns the target of the call: method, server with its port, and path template.
	 * @return the target without values of path variables or of the query
	 */
	public String target() {
		return this.target;
	}

	/**
	 * Returns the start time.
	 * @return the time by {@link System#nanoTime()}
	 */
	public long startedAt() {
		return this.startedAt;
	}

}
