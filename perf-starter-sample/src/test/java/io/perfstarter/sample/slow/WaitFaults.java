package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of requests that wait for something within their process or machine.
 */
final class WaitFaults {

	private WaitFaults() {
	}

	static List<Fault> all() {
		return List.of(
				Fault.of("sleep", """
						A request calls Thread.sleep for 400 ms.""", Load.of(5, "/wait/sleep/400"))
					.means(Cause.SLEEPING)
					.naming("WaitController"),

				Fault.of("monitor of a job",
						"""
								A job holds a monitor for 400 ms at a time, and synchronized methods of requests wait for it.""",
						Load.of(6, "/slow/locked"))
					.beside(Injection.inside("/lock"))
					.means(Cause.LOCK)
					.naming("SlowController"),

				Fault.of("monitor of other requests", """
						A method is synchronized and takes 100 ms, so requests pass it one after the other. Eight at
						once wait for each other.""", Load.of(9, "/locks/monitor/100").inBurstsOf(6).atOnce(12))
					.means(Cause.LOCK)
					.naming("LockController"),

				Fault.of("reentrant lock", """
						The same with a ReentrantLock.""", Load.of(9, "/locks/reentrant/100").inBurstsOf(6).atOnce(12))
					.means(Cause.LOCK)
					.naming("LockController"),

				Fault.of("lock of readers and writers", """
						Requests read under the read lock of a ReentrantReadWriteLock. A job reloads the data under the
						write lock, for 400 ms at a time.""", Load.of(6, "/locks/read"))
					.beside(Injection.inside("/write-lock"))
					.means(Cause.LOCK)
					.naming("LockController"),

				Fault.of("semaphore", """
						A Semaphore with 2 permits guards a section that takes 150 ms. Requests wait for a permit.""",
						Load.of(16, "/locks/semaphore/150").atOnce(8))
					.means(Cause.LIMIT_TOO_SMALL)
					.naming("LockController"),

				Fault
					.of("count-down latch", """
							A request waits for a CountDownLatch, which another thread counts down 400 ms later.""",
							Load.of(5, "/locks/latch/400"))
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("LockController"),

				Fault.of("full queue", """
						A request puts an audit record into a bounded BlockingQueue. It is full, because its consumer
						takes only 8 per second.""", Load.of(10, "/locks/queue").atOnce(10))
					.beside(Injection.inside("/consume/125"))
					.settling(4)
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("LockController"),

				Fault
					.of("value of a map that is computed", """
							Requests call ConcurrentHashMap.computeIfAbsent for a key that was just removed. One of them
							computes the value for 300 ms, the others wait for it.""",
							Load.of(9, "/locks/computed/300").inBurstsOf(6).atOnce(12))
					.means(Cause.LOCK)
					.naming("LockController"),

				Fault.of("class loader", """
						Requests load classes by a class loader that is not parallel capable and takes 100 ms for each.
						They wait for its lock.""", Load.of(9, "/locks/classes/100").inBurstsOf(6).atOnce(12))
					.means(Cause.LOCK, Cause.BLOCKED_ELSEWHERE)
					.naming("LockController", "SlowLoader"),

				Fault.of("pool of objects", """
						A pool of 2 parsers is a BlockingQueue. Each request takes one for 150 ms, and eight at once
						wait for one.""", Load.of(16, "/locks/pooled/150").atOnce(8))
					.means(Cause.BLOCKED_ELSEWHERE, Cause.LOCK, Cause.LIMIT_TOO_SMALL)
					.naming("LockController"),

				Fault
					.of("late notification", """
							A request waits by Object.wait for a message, and its notifier is 400 ms late.""",
							Load.of(5, "/threads/wait/400"))
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("ThreadController"),

				Fault.of("join of a thread", """
						A request starts a thread, which takes 400 ms, and joins it.""", Load.of(5, "/wait/join/400"))
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("WaitController"),

				Fault.of("future with a timeout", """
						A request waits by Future.get for at most 400 ms for a task that takes longer, and answers
						without its result.""", Load.of(4, "/threads/timeout/400"))
					.means(Cause.SLEEPING)
					.naming("ThreadController"),

				Fault.of("executor of one thread", """
						All requests submit a task of 80 ms to an own ExecutorService of one thread, and wait for it.
						Most of the time they wait for the tasks of others.""",
						Load.of(10, "/threads/single/80").inBurstsOf(5).atOnce(10))
					.means(Cause.LIMIT_TOO_SMALL)
					.naming("ThreadController"),

				Fault
					.of("queue of @Async", """
							A request calls a method with @Async and joins its result. The executor has one thread and a
							long queue, and each task takes 80 ms.""",
							Load.of(10, "/threads/async").inBurstsOf(5).atOnce(10))
					.means(Cause.LIMIT_TOO_SMALL)
					.naming("Mails"),

				Fault.of("nested @Async", """
						A request joins a method with @Async, which joins another one in another executor. That one
						executes a statement of 200 ms.""", Load.of(2, "/threads/nested/200"))
					.means(Cause.SLOW_SQL)
					.naming("pg_sleep"),

				Fault.of("remote call in the common pool", """
						A request joins CompletableFuture.supplyAsync without an executor. Its task calls another
						service, which answers after 300 ms.""", Load.of(2, "/threads/remote/300"))
					.means(Cause.SLOW_REMOTE)
					.naming("/answer"),

				Fault.of("statement in an own executor", """
						A request joins CompletableFuture.supplyAsync with an own ExecutorService. Its task executes a
						statement of 300 ms.""", Load.of(3, "/threads/statement/300"))
					.means(Cause.SLOW_SQL)
					.naming("pg_sleep"),

				Fault.of("all of several tasks", """
						A request calls ExecutorService.invokeAll for four tasks, each of which calls another service,
						which answers after 300 ms.""", Load.of(3, "/threads/all/300"))
					.means(Cause.SLOW_REMOTE)
					.naming("/answer"),

				Fault.of("own executor beside a busy one", """
						A request joins a task that sleeps for 300 ms in an own ExecutorService. Beside it, tasks of
						the common pool sleep that nobody has asked for.""", Load.of(3, "/threads/own/300"))
					.beside(Injection.inside("/common-pool"))
					.means(Cause.SLEEPING)
					.naming("ThreadController"),

				Fault.of("full executor of @Async", """
						A request calls a method with @Async and does not wait for it. The executor has one thread and
						room for 2 more tasks, and lets its callers run what does not fit. So requests sleep for
						300 ms themselves, as the task does.""", Load.of(12, "/threads/async-full").atOnce(8))
					.means(Cause.SLEEPING)
					.naming("Mails"),

				Fault.of("concurrency limit of a method", """
						A method with Spring's @ConcurrencyLimit(1) takes 80 ms, and requests wait for their turn.""",
						Load.of(10, "/threads/limited").inBurstsOf(5).atOnce(10))
					.means(Cause.LIMIT_TOO_SMALL),

				Fault.of("request limiter too small", """
						The request limiter admits 2 requests at once, and the load needs 2.4: requests of 80 ms. All
						else is free.""", Load.of(30, "/slow/query/80").atOnce(20))
					.with(Settings.TWO_AT_ONCE)
					.means(Cause.LIMIT_TOO_SMALL)
					.always(),

				Fault
					.of("threads of Tomcat exhausted", """
							Tomcat has 2 threads, and the load needs 2.4: requests with a statement of 80 ms.""",
							Load.of(30, "/slow/query/80").atOnce(20))
					.with(Settings.TWO_THREADS)
					.only((condition) -> condition.threads() == Threads.PLATFORM)
					.means(Cause.THREADS_EXHAUSTED),

				Fault.of("threads of Tomcat that sleep", """
						Tomcat has 2 threads, which sleep for 150 ms in each request. 16 requests per second wait for
						them.""", Load.of(16, "/wait/sleep/150").atOnce(20))
					.with(Settings.TWO_THREADS)
					.only((condition) -> condition.threads() == Threads.PLATFORM)
					.means(Cause.THREADS_EXHAUSTED, Cause.SLEEPING),

				Fault.of("slow appender", """
						Each request writes three lines to the log. The appender sends each to a collector and waits
						100 ms for its acknowledgement.""", Load.of(3, "/logs/3"))
					.means(Cause.SLOW_LOG)
					.naming("LogController"),

				Fault
					.of("slow appender, one event at a time", """
							The same with a synchronized appender, which eight requests at once want.""",
							Load.of(4, "/logs/one-at-a-time").inBurstsOf(4).atOnce(8))
					.means(Cause.SLOW_LOG, Cause.LOCK)
					.naming("LogController"),

				Fault
					.of("filter that sleeps", """
							A servlet filter throttles callers by a sleep of 300 ms. The controller is fast.""",
							Load.of(5, "/filtered/sleep"))
					.means(Cause.SLEEPING)
					.naming("SlowFilter"),

				Fault
					.of("filter that waits for a lock", """
							A servlet filter counts callers in a section that is synchronized and writes the counts for
							100 ms. Requests wait for each other there.""",
							Load.of(9, "/filtered/lock").inBurstsOf(6).atOnce(12))
					.means(Cause.LOCK)
					.naming("SlowFilter"),

				Fault.of("child process", """
						A request starts a program and waits 400 ms for its end.""", Load.of(4, "/files/process"))
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("FileController"),

				Fault
					.of("many small files", """
							A request writes small files and forces each to the disk, for 300 ms altogether.""",
							Load.of(3, "/files/small/300"))
					.means(Cause.BLOCKED_ELSEWHERE)
					.naming("FileController"),

				Fault.of("large file", """
						A request reads a large file from beginning to end, several times, for 300 ms altogether. The
						file is in the cache of the system, so the processor copies it.""",
						Load.of(3, "/files/large/300"))
					.means(Cause.BLOCKED_ELSEWHERE, Cause.APP_CPU)
					.naming("FileController", "/files/large"),

				Fault.of("cache too small", """
						A cache of 10 entries is asked for 40 in random order, each of which costs a statement of
						150 ms.""", new Load(20, 1, 10, Load.shuffled("/slow/cached/", 40)))
					.means(Cause.CACHE_TOO_SMALL)
					.naming("plates"),

				Fault.of("cache whose keys are read once", """
						A cache of 10 entries is asked for each key once, so no size of it would help. Each read costs
						a statement of 150 ms.""", Load.of(20, "/slow/cached/{i}")).means(Cause.SLOW_SQL),

				Fault.of("cache that expires too early", """
						A cache is large enough, but its entries live for 1 s and are read every 2 s. So each read is
						a miss, and costs a statement of 150 ms.""",
						new Load(20, 1, 10, Load.turn("/db/expiring/", 40)))
					.means(Cause.SLOW_SQL));
	}

}
