package io.perfstarter.reporting.rules;

/**
 * The causes of slow requests, and the sentences that name them.
 */
public enum Cause {

	GC_HEAP_TOO_SMALL("The heap is too small"),

	GC_HEAP_GROWS("The live set of the heap keeps growing"),

	GC_ALLOCATION("Too much memory is allocated", " by "),

	/**
	 * Metaspace or direct memory. Both have one remedy: find the code that uses it
	 * without end, or raise the limit that the evidence names.
	 */
	GC_OFF_HEAP("Memory outside of the heap reaches a limit"),

	/**
	 * Explicit garbage collections, or pauses that are none. Both have one remedy: find
	 * who requests them.
	 */
	PAUSE_REQUESTED("Pauses of the JVM are requested"),

	POOL_TOO_SMALL("The connection pool", " ", " is too small"),

	CONNECTION_HELD_IDLE("Connections", " of the pool ", " are held idle"),

	DEAD_CONNECTIONS("Idle connections", " of the pool ", " are dead or slow to validate"),

	CONNECTIONS_REFUSED("The database refuses connections", " of the pool "),

	SLOW_CONNECT("New connections", " of the pool ", " are slow to open"),

	POOL_DEADLOCK_RISK("Threads that hold a connection", " of the pool ", " wait for another"),

	CONNECTION_LEAK("A connection", " of the pool ", " is not returned"),

	SLOW_SQL("A statement is slow", ": "),

	DATABASE_LOCK("Statements wait for a lock in the database", ": "),

	DATABASE_SATURATED("The processors of the database are busy", ": "),

	SLOW_POSITION("The primary reports its position late"),

	N_PLUS_ONE("One statement is repeated many times", ": "),

	BIG_RESULT("A statement returns too many rows", ": "),

	SLOW_REMOTE("Another service responds slowly", ": "),

	THREADS_EXHAUSTED("All threads that serve requests are busy"),

	LIMIT_TOO_SMALL("The concurrency limit", " of ", " is too small"),

	APP_CPU("The application uses CPU time", " in "),

	CPU_SATURATED_BY_SELF("This process uses all processors"),

	CPU_STARVED_BY_OTHERS("The process does not get enough CPU time"),

	LOCK("Threads wait for a lock", " in "),

	SLEEPING("Threads sleep", " in "),

	SLOW_CLIENT("Clients send or read slowly", " in "),

	SLOW_LOG("Writing to the log is slow", " in "),

	BLOCKED_ELSEWHERE("Threads wait", " in "),

	ASYNC_WAIT("Asynchronous requests wait for an event"),

	COLD_START("The application has just started"),

	CACHE_TOO_SMALL("The cache", " ", " is too small"),

	MIXED("No single cause: several components are slow"),

	UNSURE("The measurements do not explain the time");

	private final String before;

	private final String between;

	private final String after;

	Cause(String sentence) {
		this(sentence, "");
	}

	Cause(String sentence, String between) {
		this(sentence, between, "");
	}

	/**
	 * Creates a cause.
	 * @param before the beginning of the sentence
	 * @param between the text before the subject, omitted without one; empty if the
	 * sentence names none
	 * @param after the end of the sentence
	 */
	Cause(String before, String between, String after) {
		this.before = before;
		this.between = between;
		this.after = after;
	}

	/**
	 * Returns the sentence that names this cause.
	 * @param subject what the cause concerns, empty if there is nothing
	 */
	String sentence(String subject) {
		boolean named = !subject.isEmpty() && !this.between.isEmpty();
		return this.before + (named ? this.between + subject : "") + this.after;
	}

}
