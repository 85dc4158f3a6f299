package io.perfstarter.reporting.advice;

/**
 * The settings that advice covers.
 */
public enum Setting {

	/**
	 * The maximum number of connections of a pool.
	 */
	POOL_SIZE("maximum size"),

	/**
	 * The maximum lifetime of a pooled connection.
	 */
	MAX_LIFETIME("maximum lifetime"),

	/**
	 * The number of request threads.
	 */
	REQUEST_THREADS("request threads"),

	/**
	 * The maximum heap size.
	 */
	HEAP("heap"),

	/**
	 * The garbage collector.
	 */
	COLLECTOR("garbage collector");

	private final String label;

	Setting(String label) {
		this.label = label;
	}

	/**
	 * Returns the name of this setting in messages.
	 * @return the name
	 */
	public String label() {
		return this.label;
	}

}
