package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Two faults at once, either of which may be named as the main one.
 */
final class PairFaults {

	private PairFaults() {
	}

	static List<Fault> all() {
		return List.of(
				Fault
					.of("heap too small and slow statement", """
							Two thirds of the heap are alive, and one of four requests has a statement of 400 ms.""",
							Load.of(25, "/slow/garbage/3", "/slow/garbage/3", "/slow/garbage/3", "/slow/query/400")
								.atOnce(6))
					.with(Settings.SMALL_HEAP)
					.only(Collector.SERIAL)
					.means(Cause.GC_HEAP_TOO_SMALL, Cause.SLOW_SQL),

				Fault
					.of("slow service and pool too small", """
							Another service answers after 500 ms, and 2 connections are too few for the statements of
							150 ms of other requests.""",
							Load.of(24, "/slow/remote/500", "/slow/query/150", "/slow/query/150").atOnce(12))
					.with(Settings.TWO_CONNECTIONS)
					.means(Cause.SLOW_REMOTE, Cause.POOL_TOO_SMALL),

				Fault
					.of("slow statement and computation", """
							Some requests have a statement of 300 ms, others compute for 200 ms.""",
							Load.of(6, "/slow/query/300", "/slow/burn/200"))
					.means(Cause.SLOW_SQL, Cause.APP_CPU),

				Fault
					.of("slow statement and monitor", """
							Some requests have a statement of 300 ms, others wait for a monitor that a job holds.""",
							Load.of(8, "/slow/query/300", "/slow/locked"))
					.beside(Injection.inside("/lock"))
					.means(Cause.SLOW_SQL, Cause.LOCK),

				Fault.of("sleep and slow service", """
						A request asks another service, which takes 250 ms, and another kind of request sleeps for
						250 ms.""", Load.of(6, "/wait/sleep/250", "/wait/client/250"))
					.means(Cause.SLEEPING, Cause.SLOW_REMOTE),

				Fault.of("row lock and slow appender", """
						Updates wait for a row lock of another application, and other requests for the collector of
						log lines.""", Load.of(8, "/slow/update/1", "/logs/3"))
					.beside(Injection.lockedRow(1))
					.means(Cause.DATABASE_LOCK, Cause.SLOW_LOG),

				Fault.of("slow readers and n plus one", """
						Callers read a file bit by bit, and a list is read with one statement for each of its 60
						elements.""", Load.of(5, "/slow/zones/60"))
					.beside(Injection.slowReaders(3, "/wait/bytes/24", 1 << 19, 30))
					.means(Cause.SLOW_CLIENT, Cause.N_PLUS_ONE));
	}

}
