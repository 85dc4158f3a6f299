package io.perfstarter.reporting.advice;

/**
 * A setting that there is advice for.
 */
public enum Setting {

	/**
	 * How many connections a pool may have.
	 */
	POOL_SIZE("maximum size"),

	/**
	 * How long a pool keeps a connection.
	 */
	MAX_LIFETIME("maximum lifetime"),

	/**
	 * How many threads serve requests.
	 */
	REQUEST_THREADS("request threads"),

	/**
	 * How large the heap may become.
	 */
	HEAP("heap"),

	/**
	 * Which garbage collector is used.
	 */
	COLLECTOR("garbage collector");

	private final String label;

	Setting(String label) {
		this.label = label;
	}

	/**
	 * How lines name it.
	 * @return a few words
	 */
	public String label() {
		return this.label;
	}

}
