package io.perfstarter.reporting.window;

/**
 * What a thread does at one moment, as its stack shows it.
 */
public enum Activity {

	/**
	 * It computes, or waits for a processor.
	 */
	COMPUTING("computed"),

	COMPUTING_ELSEWHERE("waited for a task that computed"),

	/**
	 * It waits for a monitor or a lock that another thread holds.
	 */
	LOCK("waited for a lock"),

	/**
	 * It waits for the result or the end of work that another thread does.
	 */
	TASK("waited for the work of another thread"),

	/**
	 * It waits for a task that no thread runs yet, because all threads run others.
	 */
	QUEUE("waited for a task in a queue"),

	SLEEP("slept"),

	/**
	 * It waits for a signal of another thread: a latch, a queue or a condition.
	 */
	SIGNAL("waited for a signal of another thread"),

	PERMIT("waited for a permit of a semaphore"),

	/**
	 * It calls another process with an HTTP or RPC client that can be observed.
	 */
	HTTP_CALL("called another process"),

	/**
	 * It makes an observed call on a thread outside of requests.
	 */
	OBSERVED_CALL("called another process"),

	/**
	 * It calls another process with another client.
	 */
	REMOTE_CALL("called another process"),

	/**
	 * It opens a connection to another process: name lookup, connecting, encryption.
	 */
	CONNECTING("opened a connection"),

	CLIENT_POOL("waited for a connection of a client's pool"),

	/**
	 * It waits until HikariCP has checked an idle connection.
	 */
	CONNECTION_CHECK("waited for the check of an idle connection"),

	/**
	 * It waits for the driver of a database.
	 */
	DATABASE("waited for a database"),

	/**
	 * It executes an observed statement on a thread outside of requests.
	 */
	STATEMENT("executed a statement"),

	/**
	 * It sends to or receives from the network, for an unknown purpose.
	 */
	NETWORK("waited for the network"),

	NAME_LOOKUP("looked up the address of a host"),

	/**
	 * It reads the body of the request, or writes the response.
	 */
	CLIENT("waited for the client of the request"),

	LOGGING("wrote to the log"),

	FILE("read or wrote a file"),

	/**
	 * It loads or initializes a class.
	 */
	CLASS_LOADING("loaded classes"),

	PROCESS("waited for the end of another process"),

	/**
	 * There is no thread: an asynchronous request waits for an event.
	 */
	NO_THREAD("had no thread, because they are asynchronous and waited for an event");

	private final String sentence;

	Activity(String sentence) {
		this.sentence = sentence;
	}

	/**
	 * Returns what a thread did.
	 * @return a verb with its object, in the past tense
	 */
	public String sentence() {
		return this.sentence;
	}

}
