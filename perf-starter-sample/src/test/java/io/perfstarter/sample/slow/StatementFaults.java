package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of statements, and of the database that runs them.
 */
final class StatementFaults {

	private StatementFaults() {
	}

	static List<Fault> all() {
		return List.of(Fault.of("slow statement", """
				Each request executes one statement that takes 400 ms in the database, where it waits for nothing but
				itself. Everything else of the request takes a few milliseconds.""", Load.of(5, "/slow/query/400"))
			.means(Cause.SLOW_SQL)
			.naming("pg_sleep"),

				Fault.of("missing index", """
						A query looks for a few rows of a table of 2,500,000 by a column without an index, so that the
						database reads the table to its end. An index on the column makes it fast.""",
						Load.of(3, "/slow/visits/P-{i}"))
					.means(Cause.SLOW_SQL)
					.naming("visits")
					.always(),

				Fault
					.of("search within a text",
							"""
									A search box asks by lower(note) like '%x%' among 250,000 rows. No ordinary index helps, and each
									search reads all of their notes.""",
							Load.of(3, "/db/like/q{i}").atOnce(4))
					.means(Cause.SLOW_SQL)
					.naming("visits"),

				Fault.of("sleep after a query that has its index", """
						A query compares lower(email) with a value, and there is an index on lower(email), so it takes
						no time. After it the request sleeps for 300 ms, left over from a test.""",
						Load.of(5, "/db/email-then-sleep/300"))
					.means(Cause.SLEEPING)
					.naming("DatabaseController"),

				Fault.of("n plus one", """
						A request reads a list and then, in a loop, one more row for each of its 60 elements. Each of
						these statements takes 2 ms.""", Load.of(6, "/slow/zones/60"))
					.means(Cause.N_PLUS_ONE)
					.naming("zones"),

				Fault.of("many small statements", """
						A request executes 120 statements in turn, of four kinds, each of which takes 2 ms. None of
						them is slow, but there are too many.""", Load.of(5, "/db/small/120"))
					.means(Cause.N_PLUS_ONE, Cause.SLOW_SQL),

				Fault
					.of("many rows", """
							A request loads 240,000 rows of a table into memory, although it shows a page of them.""",
							Load.of(2, "/slow/all-visits/240000").atOnce(2))
					.means(Cause.BIG_RESULT)
					.naming("visits"),

				Fault.of("large object", """
						A request reads one row with a scanned document of 48 MB in a column, to show its file name.""",
						Load.of(2, "/db/attachment/1").atOnce(2))
					.means(Cause.SLOW_SQL, Cause.BIG_RESULT)
					.naming("attachments"),

				Fault.of("slow commit", """
						A deferred constraint is checked when the transaction commits, which takes 300 ms. The
						statements themselves are fast.""", Load.of(5, "/db/booking/1"))
					.means(Cause.SLOW_SQL)
					.naming("commit"),

				Fault.of("statement in a trigger", """
						An insert fires a trigger that computes statistics for 300 ms. The application does not know of
						it and sees a slow insert.""", Load.of(3, "/db/arrival"))
					.means(Cause.SLOW_SQL)
					.naming("arrivals"),

				Fault.of("database without processors", """
						Four sessions of a report compute in the database, on all of its processors. The statement of
						the request needs the processor for 100 ms, and takes several times as long.""",
						Load.of(4, "/db/compute/400000"))
					.beside(Injection.sessions(4, "select sum(sqrt(i)) from generate_series(1, 3000000) i"))
					.means(Cause.DATABASE_SATURATED, Cause.SLOW_SQL, Cause.CPU_STARVED_BY_OTHERS),

				Fault.of("statement of another thread", """
						A request executes its statement of 400 ms in CompletableFuture.supplyAsync and joins it at
						once.""", Load.of(5, "/db/async/400"))
					.means(Cause.SLOW_SQL, Cause.BLOCKED_ELSEWHERE)
					.naming("pg_sleep", "DatabaseController"),

				Fault
					.of("row lock", """
							Another application changes the row that requests change, and commits half a second later,
							again and again. The updates of the requests wait for its lock.""",
							Load.of(5, "/slow/update/1"))
					.beside(Injection.lockedRow(1))
					.means(Cause.DATABASE_LOCK),

				Fault.of("row lock of a job of the same process", """
						A job of the same process changes the row that requests change, and computes and waits within
						its transaction for 400 ms before it commits.""", Load.of(5, "/slow/update/5"))
					.beside(Injection.inside("/row-lock/5"))
					.means(Cause.DATABASE_LOCK),

				Fault
					.of("row lock of other requests", """
							All requests decrement the same counter row, and each keeps its transaction open for 150 ms
							of further statements. They stand in a queue for the row.""",
							Load.of(8, "/db/counter/6").atOnce(8))
					.means(Cause.DATABASE_LOCK),

				Fault.of("advisory lock", """
						A request takes an advisory lock, which a nightly job of another application holds for half a
						second each time.""", Load.of(5, "/db/advisory/42"))
					.beside(Injection.holding("select pg_advisory_xact_lock(42)"))
					.means(Cause.DATABASE_LOCK),

				Fault.of("table lock", """
						A migration runs ALTER TABLE, which waits for a long transaction of a report, and all queries
						of the table wait behind it.""", Load.of(6, "/db/orders"))
					.beside(Injection.holding("select count(*) from orders")
						.beside(Injection.holding("alter table orders alter column state set default 'NEW'")))
					.means(Cause.DATABASE_LOCK),

				Fault.of("deadlock in the database", """
						Two kinds of requests change the same two rows in opposite order. PostgreSQL finds the deadlock
						after a second and aborts one of them.""",
						Load.of(4, "/db/two/3/4", "/db/two/4/3").inBurstsOf(2).atOnce(8))
					.means(Cause.DATABASE_LOCK));
	}

}
