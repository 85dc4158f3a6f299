package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Rows in which nothing is wrong, or nothing that anybody has to be told.
 */
final class HealthyRows {

	static final int ROUTES = 5000;

	private static final String SEARCH = "/tickets/api/v1/search?parkingLotId=2&page={i}&size=10";

	private static final String TICKET = "/tickets/api/v1/{i}";

	private HealthyRows() {
	}

	/** The first burst is the first one of its process. */
	static List<Fault> all() {
		return List.of(
				healthy("first burst", """
						The first requests after the warm-up come in bursts.""",
						Load.of(30, SEARCH, TICKET).inBurstsOf(6))
					.always(),
				healthy("nothing", """
						Requests are fast, and nothing goes on beside them.""",
						Load.of(25, SEARCH, TICKET, "/slow/query/20")),
				healthy("one slow request", """
						One request among a thousand has a statement of 1.5 s.""", Load.of(120, TICKET))
					.beside(Injection.request("/slow/query/1500")),
				healthy("process that stands still", """
						The whole process is stopped for 3 s by a signal, as a debugger or a paused machine does.
						Nothing of the application is to blame.""", Load.of(25, SEARCH, TICKET))
					.beside(Injection.pause(3)),
				healthy("batch job", """
						A batch job executes slow statements, and no request is slow.""", Load.of(25, SEARCH, TICKET))
					.beside(Injection.inside("/batch")),
				healthy("burst on a healthy pool", """
						Bursts of 15 requests with a statement of 20 ms meet a pool of 10 connections. A few wait for
						20 ms, which nobody notices.""", Load.of(30, "/slow/query/20").inBurstsOf(15)),
				healthy("long poll", """
						Callers ask for news and are answered after two seconds, because there are none. They wait by
						intention.""", Load.of(3, "/async/deferred/2000")).means(Cause.ASYNC_WAIT),
				healthy("stream of events", """
						Browsers read server-sent events, of which one is sent every 200 ms for 2 s. They stay
						connected by intention.""", Load.of(3, "/async/events/10")),
				healthy("fast uploads", """
						Callers upload 2 MB over a fast network.""", Load.of(10, TICKET))
					.beside(Injection.fastUploads(2, "/clients/raw", 2 << 20)),
				healthy("quick asynchronous requests", """
						Controllers return futures, which are completed after 30 ms.""",
						Load.of(20, "/wait/later/30", "/async/deferred/30", "/async/callable/30")),
				healthy("noisy neighbour", """
						Two other processes compute on the same machine with a low priority, and no request is
						slow.""", Load.of(15, TICKET)).beside(Injection.busy(2)),
				healthy("5,000 routes", """
						A service has 5,000 routes, as one with a path for each product does, and all of them are
						asked for in turn. Each is fast.""", new Load(200, 1, 10, Load.turn("/routes/", ROUTES)))
					.with(Settings.MANY_ROUTES),
				healthy("cold start", """
						Requests come from the moment on in which a new process listens, without warm-up. The first
						ones load classes and open connections, as after any start.""", Load.of(25, SEARCH, TICKET))
					.with(Settings.COLD)
					.cold()
					.means(Cause.COLD_START));
	}

	private static Fault healthy(String name, String text, Load load) {
		return Fault.of(name, text, load).with(Settings.HEALTHY).healthy();
	}

}
