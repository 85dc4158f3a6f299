package io.perfstarter.reporting.window;

/**
 * Where the time of a request goes. Together they are all of it.
 */
public enum Part {

	/**
	 * It waited in front of the application for a thread.
	 */
	QUEUE("queue"),

	/**
	 * It waited for a connection.
	 */
	POOL("pool"),

	/**
	 * A statement was executed, or a transaction ended.
	 */
	SQL("sql"),

	/**
	 * Rows were fetched after the statement had been executed.
	 */
	FETCH("fetch"),

	/**
	 * Another process was called.
	 */
	REMOTE("remote"),

	/**
	 * The JVM had stopped all threads.
	 */
	STOP_THE_WORLD("stw"),

	/**
	 * Its thread computed.
	 */
	CPU("cpu"),

	/**
	 * Its thread was ready to compute, and no processor was free.
	 */
	RUN_QUEUE("run-queue"),

	/**
	 * What is left: locks, sleeps, and what nobody measures.
	 */
	BLOCKED("blocked");

	private final String label;

	Part(String label) {
		this.label = label;
	}

	/**
	 * How lines and meters name it.
	 * @return a word in lower case
	 */
	public String label() {
		return this.label;
	}

}
