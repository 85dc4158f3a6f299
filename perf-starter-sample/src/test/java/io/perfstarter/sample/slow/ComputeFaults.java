package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of processors: requests that compute, and whoever takes the processors away.
 */
final class ComputeFaults {

	private ComputeFaults() {
	}

	static List<Fault> all() {
		return List.of(computing("burn", "A request computes for 200 ms.", "/slow/burn"), computing("backtracking", """
				A regular expression with nested repetitions backtracks over an input that does not match, for
				200 ms.""", "/compute/regex"), computing("large graph as JSON", """
				A request serializes a large graph of objects as JSON, which computes for 200 ms.""", "/compute/json"),
				computing("sorting", """
						A request sorts a large list by a derived key, and hashes it, for 200 ms.""", "/compute/sort"),
				computing("big decimals", """
						A request computes interest with BigDecimal at a high precision, for 200 ms.""",
						"/compute/decimals"),
				computing("password hash", """
						A request hashes a password with many iterations, as bcrypt does, for 200 ms.""",
						"/compute/password"),
				computing("exceptions", """
						A request uses exceptions for control flow, deep in the stack, thousands of times, for
						200 ms.""", "/compute/exceptions"), computing("busy waiting", """
						A request spins in a loop until 200 ms have passed, instead of waiting.""", "/compute/spin"),
				computing("filter that computes", """
						A servlet filter verifies a signature for 200 ms. The controller is fast.""",
						"/filtered/compute"),

				Fault.of("computation of the common pool", """
						A request computes for 200 ms in CompletableFuture.supplyAsync, so on the common pool, and joins
						it.""", Load.of(3, "/threads/common/200")).means(Cause.APP_CPU).naming("Computation"),

				Fault.of("parallel stream on a busy common pool", """
						A request maps a list in a parallel stream, which computes for 200 ms. The workers of the common
						pool are all in use by a job that sleeps in them, so the thread of the request does all of
						it.""", Load.of(3, "/threads/parallel/200"))
					.beside(Injection.inside("/common-pool"))
					.means(Cause.APP_CPU, Cause.BLOCKED_ELSEWHERE),

				Fault.of("heavy bean that is made again and again", """
						A lazy bean, which computes for 600 ms when it is made, is thrown away every two seconds by a
						refresh. The next request makes it, and the others wait for that.""",
						Load.of(12, "/compute/prices"))
					.beside(Injection.inside("/refresh"))
					.means(Cause.LOCK, Cause.APP_CPU)
					.naming("PriceList", "ComputeController", "/compute/prices"),

				Fault.of("own threads compute", """
						12 threads of the process compute a report without end, on 2 processors. Requests that need a
						processor for 30 ms wait for one.""", Load.of(4, "/slow/burn/30"))
					.beside(Injection.inside("/spin/12"))
					.means(Cause.CPU_SATURATED_BY_SELF)
					.naming("SlowController.churn"),

				Fault.of("other processes compute", """
						8 other processes compute on the same machine. Requests that need a processor for 60 ms wait
						for one.""", Load.of(4, "/slow/burn/60"))
					.beside(Injection.neighbours(8))
					.means(Cause.CPU_STARVED_BY_OTHERS));
	}

	private static Fault computing(String name, String text, String path) {
		return Fault.of(name, text, Load.of(3, path + "/200")).means(Cause.APP_CPU).naming(path);
	}

}
