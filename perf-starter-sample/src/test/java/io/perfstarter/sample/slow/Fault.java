package io.perfstarter.sample.slow;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.perfstarter.reporting.rules.Cause;

/**
 * The rows of the matrix: what goes wrong, and what must be said about it.
 */
enum Fault {

	SLOW_QUERY("a statement of 400 ms", Settings.ROOMY, Load.of(5, "/slow/query/400"), Injection.none(),
			Cause.SLOW_SQL),

	ROW_LOCK("another transaction holds the row that requests change", Settings.ROOMY, Load.of(5, "/slow/update/1"),
			Injection.lockedRow(1), Cause.DATABASE_LOCK),

	MISSING_INDEX("a table of 2,500,000 rows is read to the end for a few", Settings.ROOMY,
			Load.of(3, "/slow/visits/P-{i}"), Injection.none(), Cause.SLOW_SQL),

	N_PLUS_ONE("60 statements of 2 ms each", Settings.ROOMY, Load.of(6, "/slow/zones/60"), Injection.none(),
			Cause.N_PLUS_ONE),

	MANY_ROWS("80,000 rows for one answer", Settings.ROOMY, Load.of(2, "/slow/all-visits/80000"), Injection.none(),
			Cause.BIG_RESULT),

	SLOW_SERVICE("another service answers after 400 ms", Settings.ROOMY, Load.of(5, "/slow/remote/400"),
			Injection.none(), Cause.SLOW_REMOTE),

	COMPUTATION("a request computes for 200 ms", Settings.ROOMY, Load.of(3, "/slow/burn/200"), Injection.none(),
			Cause.APP_CPU),

	MONITOR("a batch job holds the monitor that requests want", Settings.ROOMY, Load.of(6, "/slow/locked"),
			Injection.inside("/lock"), Cause.LOCK),

	SMALL_CACHE("a cache of 10 entries is asked for 40 in turn, each of which costs 150 ms", Settings.ROOMY,
			new Load(20, 1, 10, Paths.turn("/slow/cached/", 40)), Injection.none(), Cause.CACHE_TOO_SMALL),

	POOL_OF_TWO("2 connections, and statements of 120 ms for 2.4", Settings.TWO_CONNECTIONS,
			Load.of(20, "/slow/query/120").atOnce(8), Injection.none(), Cause.POOL_TOO_SMALL),

	HELD_CONNECTION("2 connections, each held while another service is asked for 300 ms", Settings.TWO_CONNECTIONS,
			Load.of(10, "/slow/held/300").atOnce(5), Injection.none(), Cause.CONNECTION_HELD_IDLE),

	NESTED_TRANSACTIONS("2 connections, and each request wants two", Settings.TWO_CONNECTIONS,
			Load.of(10, "/slow/nested").inBurstsOf(4).atOnce(8), Injection.none(), Cause.POOL_DEADLOCK_RISK),

	POOL_OF_ONE("one connection, and each request wants one", Settings.ONE_CONNECTION,
			Load.of(15, "/slow/query/80").atOnce(8), Injection.none(), Cause.POOL_TOO_SMALL),

	LEAK("2 of 3 connections are never given back", Settings.LEAKING, Load.of(12, "/slow/query/100").atOnce(6),
			Injection.inside("/leak/2"), 11, Cause.CONNECTION_LEAK),

	FORGOTTEN_CONNECTIONS("a firewall forgets connections at rest", Settings.FORGETFUL,
			Load.of(4, "/slow/query/10").inBurstsOf(4), Injection.none(), Cause.DEAD_CONNECTIONS),

	TWO_THREADS("2 threads of Tomcat, and requests of 80 ms for 2.4", Settings.TWO_THREADS,
			Load.of(30, "/slow/query/80").atOnce(20), Injection.none(), Cause.THREADS_EXHAUSTED),

	TWO_AT_ONCE("a request limiter of 2, and requests of 80 ms for 2.4", Settings.TWO_AT_ONCE,
			Load.of(30, "/slow/query/80").atOnce(20), Injection.none(), Cause.LIMIT_TOO_SMALL),

	HEAP_DUMPS("heap dumps, one after the other", Settings.ROOMY, Load.of(20, "/slow/query/5"),
			Injection.inside("/dump"), Cause.NON_GC_SAFEPOINT),

	OWN_THREADS("12 threads of the process compute", Settings.ROOMY, Load.of(4, "/slow/burn/30"),
			Injection.inside("/spin/12"), Cause.CPU_SATURATED_BY_SELF),

	NEIGHBOURS("8 other processes compute", Settings.ROOMY, Load.of(4, "/slow/burn/60"), Injection.neighbours(8),
			Cause.CPU_STARVED_BY_OTHERS),

	SMALL_HEAP("most of the heap is alive", Settings.SMALL_HEAP, Load.of(25, "/slow/garbage/3").atOnce(4),
			Injection.none(), Cause.GC_HEAP_TOO_SMALL),

	ALLOCATION_STORM("a heap with room, and 12 MB of small objects for each request, which live for a while",
			Settings.BIG_HEAP, Load.of(20, "/slow/kept/12"), Injection.none(), Cause.GC_ALLOCATION),

	SMALL_HEAP_AND_SLOW_QUERY("most of the heap is alive, and a statement of 400 ms", Settings.SMALL_HEAP,
			Load.of(25, "/slow/garbage/3", "/slow/garbage/3", "/slow/garbage/3", "/slow/query/400").atOnce(6),
			Injection.none(), Cause.GC_HEAP_TOO_SMALL, Cause.SLOW_SQL),

	SLOW_SERVICE_AND_POOL_OF_TWO("another service answers after 500 ms, and 2 connections for statements of 150 ms",
			Settings.TWO_CONNECTIONS, Load.of(24, "/slow/remote/500", "/slow/query/150", "/slow/query/150").atOnce(12),
			Injection.none(), Cause.SLOW_REMOTE, Cause.POOL_TOO_SMALL),

	SLOW_QUERY_AND_COMPUTATION("a statement of 300 ms, and a request that computes for 200 ms", Settings.ROOMY,
			Load.of(6, "/slow/query/300", "/slow/burn/200"), Injection.none(), Cause.SLOW_SQL, Cause.APP_CPU),

	SLOW_QUERY_AND_MONITOR("a statement of 300 ms, and a monitor that a batch job holds", Settings.ROOMY,
			Load.of(8, "/slow/query/300", "/slow/locked"), Injection.inside("/lock"), Cause.SLOW_SQL, Cause.LOCK),

	SLEEP("a request sleeps for 400 ms", Settings.ROOMY, Load.of(5, "/wait/sleep/400"), Injection.none(),
			Cause.SLEEPING),

	SLEEP_BESIDE_NEIGHBOURS("a request sleeps for 400 ms, and 8 other processes compute", Settings.ROOMY,
			Load.of(5, "/wait/sleep/400"), Injection.neighbours(8), Cause.SLEEPING),

	JOIN("a request joins another thread, which sleeps for 400 ms", Settings.ROOMY, Load.of(5, "/wait/join/400"),
			Injection.none(), Cause.BLOCKED_ELSEWHERE),

	JOIN_BESIDE_NEIGHBOURS("a request joins another thread, which sleeps for 400 ms, and 8 other processes compute",
			Settings.ROOMY, Load.of(5, "/wait/join/400"), Injection.neighbours(8), Cause.BLOCKED_ELSEWHERE),

	HTTP_CLIENT("another service answers the JDK's HTTP client, which nobody observes, after 400 ms", Settings.ROOMY,
			Load.of(5, "/wait/client/400"), Injection.none(), Cause.SLOW_REMOTE),

	HTTP_CLIENT_BESIDE_NEIGHBOURS(
			"another service answers the JDK's HTTP client, which nobody observes, after 400 ms, and 8 other processes compute",
			Settings.ROOMY, Load.of(5, "/wait/client/400"), Injection.neighbours(8), Cause.SLOW_REMOTE),

	URL_CONNECTION("the same by an URL connection", Settings.ROOMY, Load.of(5, "/wait/url/400"), Injection.none(),
			Cause.SLOW_REMOTE),

	URL_CONNECTION_BESIDE_NEIGHBOURS("the same by an URL connection, and 8 other processes compute", Settings.ROOMY,
			Load.of(5, "/wait/url/400"), Injection.neighbours(8), Cause.SLOW_REMOTE),

	SOCKET("the same by a socket, as of a client of Redis", Settings.ROOMY, Load.of(5, "/wait/socket/400"),
			Injection.none(), Cause.BLOCKED_ELSEWHERE),

	SOCKET_BESIDE_NEIGHBOURS("the same by a socket, as of a client of Redis, and 8 other processes compute",
			Settings.ROOMY, Load.of(5, "/wait/socket/400"), Injection.neighbours(8), Cause.BLOCKED_ELSEWHERE),

	LATER("an asynchronous request is answered after 400 ms", Settings.ROOMY, Load.of(5, "/wait/later/400"),
			Injection.none(), Cause.ASYNC_WAIT),

	LATER_BESIDE_NEIGHBOURS("an asynchronous request is answered after 400 ms, and 8 other processes compute",
			Settings.ROOMY, Load.of(5, "/wait/later/400"), Injection.neighbours(8), Cause.ASYNC_WAIT),

	SLOW_CALLER("callers read 24 MB bit by bit", Settings.ROOMY, Load.of(5, "/slow/query/5"),
			Injection.slowCallers(3, "/wait/bytes/24"), Cause.SLOW_CLIENT),

	SLOW_CALLER_BESIDE_NEIGHBOURS("callers read 24 MB bit by bit, and 8 other processes compute", Settings.ROOMY,
			Load.of(5, "/slow/query/5"), Injection.slowCallers(3, "/wait/bytes/24").beside(Injection.neighbours(8)),
			Cause.SLOW_CLIENT),

	VIRTUAL_THREADS("requests on virtual threads sleep for 400 ms", Settings.VIRTUAL, Load.of(5, "/wait/sleep/400"),
			Injection.none(), Cause.SLEEPING),

	VIRTUAL_THREADS_BESIDE_NEIGHBOURS("requests on virtual threads sleep for 400 ms, and 8 other processes compute",
			Settings.VIRTUAL, Load.of(5, "/wait/sleep/400"), Injection.neighbours(8), Cause.SLEEPING),

	COLLECTIONS("System.gc() all the time", Settings.HALF_HEAP, Load.of(20, "/slow/query/5"),
			Injection.inside("/collect"), Cause.GC_REQUESTED),

	CLASSES("new classes all the time", Settings.HALF_HEAP, Load.of(20, "/slow/query/5"), Injection.inside("/classes"),
			Cause.GC_METASPACE),

	DIRECT_BUFFERS("new direct buffers all the time", Settings.HALF_HEAP, Load.of(20, "/slow/query/5"),
			Injection.inside("/buffers"), Cause.GC_DIRECT_MEMORY),

	/** The first row of its process. */
	FIRST_BURST("the first requests after the warm-up come in bursts", Settings.HEALTHY,
			Load.of(30, Paths.SEARCH, Paths.TICKET).inBurstsOf(6), Injection.none()),

	NOTHING("nothing", Settings.HEALTHY, Load.of(25, Paths.SEARCH, Paths.TICKET, "/slow/query/20"), Injection.none()),

	ONE_SLOW("one slow request among a thousand", Settings.HEALTHY, Load.of(120, Paths.TICKET),
			Injection.request("/slow/query/1500")),

	PAUSE("the process stands still for 3 s", Settings.HEALTHY, Load.of(25, Paths.SEARCH, Paths.TICKET),
			Injection.pause(3)),

	BATCH("a batch job uses the database, and no request is slow", Settings.HEALTHY,
			Load.of(25, Paths.SEARCH, Paths.TICKET), Injection.inside("/batch"));

	private final String text;

	private final Settings settings;

	private final Load load;

	private final Injection injection;

	private final int settleSeconds;

	private final List<Cause> causes;

	Fault(String text, Settings settings, Load load, Injection injection, Cause... causes) {
		this(text, settings, load, injection, 1, causes);
	}

	Fault(String text, Settings settings, Load load, Injection injection, int settleSeconds, Cause... causes) {
		this.text = text;
		this.settings = settings;
		this.load = load;
		this.injection = injection;
		this.settleSeconds = settleSeconds;
		this.causes = List.of(causes);
	}

	Settings settings() {
		return this.settings;
	}

	Load load() {
		return this.load;
	}

	Injection injection() {
		return this.injection;
	}

	/**
	 * Periods that begin so many seconds after the load count; where nothing may be said,
	 * the one in which it begins does, too.
	 */
	int settleSeconds() {
		return isHealthy() ? -Settings.PERIOD_SECONDS : this.settleSeconds;
	}

	boolean isHealthy() {
		return this.causes.isEmpty();
	}

	/** A single cause must be the main one; of a pair each may be. */
	boolean isNamedBy(JudgedPeriod period) {
		return period.causes().containsAll(this.causes)
				&& (this.causes.size() > 1 || period.causes().stream().limit(1).toList().equals(this.causes))
				&& (this != MISSING_INDEX || period.remedy().contains("visits (plate)"));
	}

	String wanted() {
		return isHealthy() ? "-" : this.causes.stream().map(Cause::toString).collect(Collectors.joining(" + "));
	}

	@Override
	public String toString() {
		return this.text;
	}

	/**
	 * What rows ask for.
	 */
	private static final class Paths {

		static final String SEARCH = "/tickets/api/v1/search?parkingLotId=2&page={i}&size=10";

		static final String TICKET = "/tickets/api/v1/{i}";

		private Paths() {
		}

		static List<String> turn(String path, int number) {
			return IntStream.range(0, number).mapToObj((i) -> path + i).toList();
		}

	}

}
