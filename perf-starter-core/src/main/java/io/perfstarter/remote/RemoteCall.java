package io.perfstarter.remote;

/**
 * A call of another process. Is equal only to itself; thread-safe.
 */
public final class RemoteCall {

	private final String target;

	private final long startedAt;

	RemoteCall(String target, long startedAt) {
		this.target = target;
		this.startedAt = startedAt;
	}

	/**
	 * What is called, as meters name it.
	 * @return never with the values in a path or a query
	 */
	public String target() {
		return this.target;
	}

	/**
	 * When it began.
	 * @return the time, by {@link System#nanoTime()}
	 */
	public long startedAt() {
		return this.startedAt;
	}

}
