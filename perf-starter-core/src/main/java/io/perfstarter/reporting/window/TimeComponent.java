package io.perfstarter.reporting.window;

/**
 * Where the time of a request goes. Together they are all of it.
 */
public enum TimeComponent {

	/**
	 * It waited in front of the application for a thread.
	 */
	THREAD_WAIT("queue", "thread wait"),

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
	JVM_PAUSE("stw", "GC/safepoint pause"),

	/**
	 * Its thread computed.
	 */
	CPU("cpu"),

	/**
	 * Its thread was ready to compute, and no processor was free.
	 */
	CPU_WAIT("run-queue", "CPU wait"),

	/**
	 * What is left: locks, sleeps, and what nobody measures.
	 */
	BLOCKED("blocked");

	private final String label;

	private final String title;

	TimeComponent(String label) {
		this(label, label);
	}

	TimeComponent(String label, String title) {
		this.label = label;
		this.title = title;
	}

	/**
	 * Returns the key of this component in JSON, in meter tags and in the style sheet.
	 * @return the key, in lower case
	 */
	public String label() {
		return this.label;
	}

	/**
	 * Returns the name of this component in log messages and on the page.
	 * @return the name
	 */
	public String title() {
		return this.title;
	}

}
