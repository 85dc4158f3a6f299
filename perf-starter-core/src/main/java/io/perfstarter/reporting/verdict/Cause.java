package io.perfstarter.reporting.verdict;

/**
 * Why requests are slow.
 */
public enum Cause {

	/**
	 * The collector stops the JVM because the heap is too small for what lives in it.
	 */
	GC_HEAP_TOO_SMALL,

	/**
	 * The collector stops the JVM, or makes threads wait, because so much is allocated.
	 */
	GC_ALLOCATION,

	/**
	 * The collector stops the JVM because the memory for classes has grown.
	 */
	GC_METASPACE,

	/**
	 * The collector stops the JVM because the memory for direct buffers is used up.
	 */
	GC_DIRECT_MEMORY,

	/**
	 * The collector stops the JVM because somebody asks it to.
	 */
	GC_REQUESTED,

	/**
	 * The JVM is stopped by something else than its collector.
	 */
	NON_GC_SAFEPOINT,

	/**
	 * Requests wait for a connection, and all are in use.
	 */
	POOL_TOO_SMALL,

	/**
	 * Requests wait for a connection, and those that are lent are not used.
	 */
	CONNECTION_HELD_IDLE,

	/**
	 * Requests wait for a connection although some are idle: they are dead or slow to
	 * validate.
	 */
	DEAD_CONNECTIONS,

	/**
	 * Threads that hold a connection wait for another.
	 */
	POOL_DEADLOCK_RISK,

	/**
	 * A connection was borrowed and is not returned.
	 */
	CONNECTION_LEAK,

	/**
	 * A statement is slow.
	 */
	SLOW_SQL,

	/**
	 * One statement is executed again and again in a request.
	 */
	N_PLUS_ONE,

	/**
	 * A statement gives more rows than a request can use.
	 */
	BIG_RESULT,

	/**
	 * Another process answers slowly.
	 */
	SLOW_REMOTE,

	/**
	 * All threads that serve requests are busy.
	 */
	THREADS_EXHAUSTED,

	/**
	 * The application computes.
	 */
	APP_CPU,

	/**
	 * This process uses all processors.
	 */
	CPU_SATURATED_BY_SELF,

	/**
	 * Others use the processors, or a quota holds this process back.
	 */
	CPU_STARVED_BY_OTHERS,

	/**
	 * Threads of the application were seen to wait for locks that others hold.
	 */
	LOCK,

	/**
	 * A cache evicts what is read again.
	 */
	CACHE_TOO_SMALL,

	/**
	 * No part is large enough to be named alone.
	 */
	MIXED,

	/**
	 * What was measured does not explain the time.
	 */
	UNSURE

}
