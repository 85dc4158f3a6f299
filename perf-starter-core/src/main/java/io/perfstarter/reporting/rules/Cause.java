package io.perfstarter.reporting.rules;

/**
 * The causes of slow requests, and the sentences that name them. A sentence omits its
 * part in brackets if there is no subject.
 */
public enum Cause {

	GC_HEAP_TOO_SMALL("The heap is too small"),

	GC_HEAP_GROWS("The live set of the heap keeps growing"),

	GC_ALLOCATION("Too much memory is allocated[ by %s]"),

	/**
	 * Metaspace or direct memory. Both have one remedy: find the code that uses it
	 * without end, or raise the limit that the evidence names.
	 */
	GC_OFF_HEAP("Memory outside of the heap reaches a limit"),

	/**
	 * Explicit garbage collections, or other pauses. Both have one remedy: find who
	 * requests them.
	 */
	PAUSE_REQUESTED("Pauses of the JVM are requested"),

	POOL_TOO_SMALL("The connection pool[ %s] is too small"),

	CONNECTION_HELD_IDLE("Connections[ of the pool %s] are held idle"),

	DEAD_CONNECTIONS("Idle connections[ of the pool %s] are dead or slow to validate"),

	CONNECTIONS_REFUSED("The database refuses connections[ of the pool %s]"),

	SLOW_CONNECT("New connections[ of the pool %s] are slow to open"),

	POOL_DEADLOCK_RISK("Threads that hold a connection[ of the pool %s] wait for another"),

	CONNECTION_LEAK("A connection[ of the pool %s] is not returned"),

	SLOW_SQL("A statement is slow[: %s]"),

	DATABASE_LOCK("Statements wait for a lock in the database[: %s]"),

	DATABASE_SATURATED("The processors of the database are busy[: %s]"),

	SLOW_POSITION("The primary reports its position late"),

	N_PLUS_ONE("One statement is repeated many times[: %s]"),

	BIG_RESULT("A statement returns too many rows[: %s]"),

	SLOW_REMOTE("Another service responds slowly[: %s]"),

	REMOTE_POOL_EMPTY("No connection to another service is free[: %s]"),

	SLOW_REMOTE_CONNECT("Connections to another service are slow to open[: %s]"),

	THREADS_EXHAUSTED("All threads that serve requests are busy"),

	LIMIT_TOO_SMALL("The concurrency limit[ of %s] is too small"),

	APP_CPU("The application uses CPU time[ in %s]"),

	CPU_SATURATED_BY_SELF("This process uses all processors"),

	CPU_STARVED_BY_OTHERS("The process does not get enough CPU time"),

	LOCK("Threads wait for a lock[ in %s]"),

	SLEEPING("Threads sleep[ in %s]"),

	SLOW_CLIENT("Clients send or read slowly[ in %s]"),

	SLOW_LOG("Writing to the log is slow[ in %s]"),

	BLOCKED_ELSEWHERE("Threads wait[ in %s]"),

	ASYNC_WAIT("Asynchronous requests wait for an event"),

	COLD_START("The application has just started"),

	CACHE_TOO_SMALL("The cache[ %s] is too small"),

	MIXED("No single cause: several components are slow"),

	UNSURE("The measurements do not explain the time");

	private final String sentence;

	/**
	 * Creates a cause.
	 * @param sentence the sentence
	 */
	Cause(String sentence) {
		this.sentence = sentence;
	}

	/**
	 * Returns the sentence that names this cause.
	 * @param subject what the cause concerns, empty if there is nothing
	 */
	String sentence(String subject) {
		return subject.isEmpty() ? this.sentence.replaceAll("\\[.*]", "")
				: this.sentence.replaceAll("[\\[\\]]", "").replace("%s", subject);
	}

}
