package io.perfstarter.reporting.window;

/**
 * The components of the time of a request. Their sum is the whole time. If several are
 * open at once, the first one in this order gets the time.
 */
public enum TimeComponent {

	/**
	 * The request waited for a thread before the application received it.
	 */
	THREAD_WAIT("queue", "thread wait"),

	/**
	 * The request waited for a connection.
	 */
	POOL("pool"),

	/**
	 * A statement was executed, or a transaction ended.
	 */
	SQL("sql"),

	/**
	 * Rows were fetched after the execution of the statement.
	 */
	FETCH("fetch"),

	/**
	 * A remote call was in progress.
	 */
	REMOTE("remote"),

	/**
	 * The request waited for a place of a limiter: of the request limiter, of a bounded
	 * executor or of a method with a concurrency limit.
	 */
	LIMITER("limiter"),

	/**
	 * The request waited for the log position of its write, for the read token of its
	 * response.
	 */
	POSITION("position"),

	/**
	 * A thread of the request waited for the client: it read the body of the request, or
	 * wrote the response.
	 */
	CLIENT("client"),

	/**
	 * The JVM had stopped all threads.
	 */
	JVM_PAUSE("stw", "GC/safepoint pause"),

	/**
	 * The request thread used CPU time.
	 */
	CPU("cpu"),

	/**
	 * The request thread was ready to run, and no processor was free.
	 */
	CPU_WAIT("run-queue", "CPU wait"),

	/**
	 * The remainder: locks, sleeps, and other time that is not measured.
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
