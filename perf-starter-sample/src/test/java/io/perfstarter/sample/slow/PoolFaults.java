package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of the pool of connections, and of the way to the database.
 */
final class PoolFaults {

	private PoolFaults() {
	}

	static List<Fault> all() {
		return List.of(Fault.of("pool too small", """
				The pool has 2 connections, and the load needs 2.4: 20 requests per second with a statement of 120 ms
				each. Requests wait for a connection.""", Load.of(20, "/slow/query/120").atOnce(8))
			.with(Settings.TWO_CONNECTIONS)
			.means(Cause.POOL_TOO_SMALL),

				Fault.of("pool of one", """
						The pool has one connection, because somebody copied the settings of a test. 15 requests per
						second have a statement of 80 ms each.""", Load.of(15, "/slow/query/80").atOnce(8))
					.with(Settings.ONE_CONNECTION)
					.means(Cause.POOL_TOO_SMALL),

				Fault
					.of("connection held during a remote call", """
							A transaction asks another service, for 300 ms, between its statements. The 2 connections of
							the pool do nothing meanwhile, and other requests wait for them.""",
							Load.of(10, "/slow/held/300").atOnce(5))
					.with(Settings.TWO_CONNECTIONS)
					.means(Cause.CONNECTION_HELD_IDLE),

				Fault
					.of("connection held during a computation", """
							A transaction reads, and computes for 120 ms before it ends. Its connection, the only one of
							the pool, does nothing meanwhile, and bursts of requests wait for it.""",
							Load.of(5, "/db/held-computing/120").inBurstsOf(5).atOnce(10))
					.with(Settings.ONE_CONNECTION)
					.means(Cause.CONNECTION_HELD_IDLE),

				Fault.of("connection held during a sleep", """
						A transaction polls: it reads, sleeps for 300 ms and reads again. The 2 connections do nothing
						most of the time, and other requests wait for them.""",
						Load.of(10, "/db/held-sleeping/300").atOnce(5))
					.with(Settings.TWO_CONNECTIONS)
					.means(Cause.CONNECTION_HELD_IDLE),

				Fault.of("nested transactions", """
						A method with REQUIRES_NEW takes a second connection while its caller holds the first. The pool
						has 2, so bursts of requests block each other until the pool's timeout.""",
						Load.of(10, "/slow/nested").inBurstsOf(4).atOnce(8))
					.with(Settings.TWO_CONNECTIONS)
					.means(Cause.POOL_DEADLOCK_RISK),

				Fault.of("leak of connections", """
						A job borrows connections and never closes them. Only one of 3 is left for the requests, which
						wait for it.""", Load.of(12, "/slow/query/100").atOnce(6))
					.with(Settings.LEAKING)
					.beside(Injection.inside("/leak/2"))
					.settling(11)
					.means(Cause.CONNECTION_LEAK)
					.naming("Disturbances"),

				Fault
					.of("firewall that forgets connections", """
							A firewall forgets connections that were not used for a moment, and drops what is sent over
							them. The pool notices it only when its check of the connection times out.""",
							Load.of(4, "/slow/query/10").inBurstsOf(4))
					.with(Settings.FORGETFUL)
					.means(Cause.DEAD_CONNECTIONS),

				Fault.of("slow check of connections", """
						The pool checks each connection that was idle with a test query, which is a view that takes
						300 ms. The requests themselves are fast.""", Load.of(4, "/slow/query/10").inBurstsOf(4))
					.with(Settings.SLOW_CHECK)
					.means(Cause.DEAD_CONNECTIONS),

				Fault
					.of("connections refused", """
							The database allows this application 3 connections, although its pool may have 10. The load
							needs 4, the database refuses the fourth, and requests wait for the 3.""",
							Load.of(20, "/slow/query/200").atOnce(10))
					.with(Settings.CROWDED)
					.settling(4)
					.means(Cause.CONNECTIONS_REFUSED),

				Fault.of("slow connect", """
						A proxy ends connections that are idle for a moment, and each new one takes 1.2 s to open. The
						statements are fast, but each burst of requests waits for a new connection.""",
						Load.of(2, "/slow/query/10").inBurstsOf(4))
					.with(Settings.SLOW_CONNECT)
					.means(Cause.SLOW_CONNECT, Cause.DEAD_CONNECTIONS),

				Fault
					.of("slow initialization of connections", """
							A proxy ends connections that are idle for a moment, and the pool runs a statement of 800 ms
							on each new one (connection-init-sql). Each burst of requests waits for that.""",
							Load.of(4, "/slow/query/10").inBurstsOf(8))
					.with(Settings.SLOW_INIT)
					.means(Cause.SLOW_CONNECT, Cause.DEAD_CONNECTIONS),

				Fault.of("distant database", """
						The database was moved to another region, so each statement takes 40 ms more on its way,
						whatever it does. A request has 8 statements in turn.""", Load.of(5, "/db/small/8"))
					.with(Settings.FAR)
					.means(Cause.SLOW_SQL, Cause.N_PLUS_ONE),

				Fault.of("narrow way to the database", """
						The way to the database carries 4 MB per second. A request reads 12,000 rows of 150 bytes,
						which takes half a second on the way.""", Load.of(2, "/slow/all-visits/12000").atOnce(3))
					.with(Settings.NARROW)
					.means(Cause.BIG_RESULT, Cause.SLOW_SQL));
	}

}
