package io.perfstarter.reporting.rules;

/**
 * The causes of slow requests.
 */
public enum Cause {

	/**
	 * GC pauses, because the heap is too small for the live set.
	 */
	GC_HEAP_TOO_SMALL,

	/**
	 * GC pauses, because the live set keeps growing, as with a memory leak.
	 */
	GC_HEAP_GROWS,

	/**
	 * GC pauses or allocation stalls, because of a high allocation rate.
	 */
	GC_ALLOCATION,

	/**
	 * GC pauses because of metaspace growth.
	 */
	GC_METASPACE,

	/**
	 * GC pauses because direct memory is exhausted.
	 */
	GC_DIRECT_MEMORY,

	/**
	 * GC pauses that were requested explicitly.
	 */
	GC_REQUESTED,

	/**
	 * JVM pauses that are not garbage collections.
	 */
	NON_GC_SAFEPOINT,

	/**
	 * Requests wait for a connection while all connections are in use.
	 */
	POOL_TOO_SMALL,

	/**
	 * Requests wait for a connection while active connections execute no statements.
	 */
	CONNECTION_HELD_IDLE,

	/**
	 * Requests wait for a connection although some are idle, because those are dead or
	 * slow to validate.
	 */
	DEAD_CONNECTIONS,

	/**
	 * Requests wait for a connection, because the database refuses new ones.
	 */
	CONNECTIONS_REFUSED,

	/**
	 * Requests wait for a connection, because opening one takes long.
	 */
	SLOW_CONNECT,

	/**
	 * Threads that hold a connection wait for another.
	 */
	POOL_DEADLOCK_RISK,

	/**
	 * A borrowed connection is not returned.
	 */
	CONNECTION_LEAK,

	/**
	 * A statement is slow.
	 */
	SLOW_SQL,

	/**
	 * Statements wait for locks of other transactions.
	 */
	DATABASE_LOCK,

	/**
	 * More statements run in the database than it has processors.
	 */
	DATABASE_SATURATED,

	/**
	 * A request repeats one statement many times.
	 */
	N_PLUS_ONE,

	/**
	 * A statement returns more rows than a request can use.
	 */
	BIG_RESULT,

	/**
	 * Another process responds slowly.
	 */
	SLOW_REMOTE,

	/**
	 * All request threads are busy.
	 */
	THREADS_EXHAUSTED,

	/**
	 * Requests wait at a limiter although processors and connections are free.
	 */
	LIMIT_TOO_SMALL,

	/**
	 * The application uses CPU time.
	 */
	APP_CPU,

	/**
	 * This process uses all processors.
	 */
	CPU_SATURATED_BY_SELF,

	/**
	 * Other processes use the processors, or a CPU quota throttles this process.
	 */
	CPU_STARVED_BY_OTHERS,

	/**
	 * Threads wait for locks that other threads hold.
	 */
	LOCK,

	/**
	 * Threads sleep.
	 */
	SLEEPING,

	/**
	 * The client sends its request or reads the response slowly.
	 */
	SLOW_CLIENT,

	/**
	 * Writing to the log takes long.
	 */
	SLOW_LOG,

	/**
	 * Threads wait at a known place of the code for something that is not measured.
	 */
	BLOCKED_ELSEWHERE,

	/**
	 * Asynchronous requests wait, and no thread works for them.
	 */
	ASYNC_WAIT,

	/**
	 * A cache evicts entries that are read again.
	 */
	CACHE_TOO_SMALL,

	/**
	 * No time component is large enough to be named alone.
	 */
	MIXED,

	/**
	 * The measurements do not explain the time.
	 */
	UNSURE

}
