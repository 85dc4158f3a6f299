package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes in a limit that is too small: of request threads, of places at a
 * limiter, or of entries of a cache.
 */
final class LimitRules {

	/**
	 * Maximum share of processing in the time for the wait for threads to be the cause.
	 */
	static final double IN_SERVICE = 0.3;

	/**
	 * Processing time from which a request is slow by itself, in nanoseconds.
	 */
	static final long QUICK = 1_000_000_000;

	/**
	 * Maximum number of threads per processor at which blocked threads are too few. If
	 * there are more, they wait for each other.
	 */
	static final int FEW = 2;

	/**
	 * Hit rate from which on a cache is large enough.
	 */
	static final double MANY_HITS = 0.5;

	/**
	 * Minimum hit rate. A larger cache does not help if no key is read twice.
	 */
	static final double SOME_HITS = 0.05;

	/**
	 * Minimum ratio of evictions to misses. Some misses need no more room: first reads,
	 * and reads of entries that have expired or that a change has evicted.
	 */
	static final double EVICTED = 0.5;

	/**
	 * Minimum number of misses.
	 */
	static final long SOME_MISSES = 10;

	/**
	 * Minimum ratio of misses to slow requests. It is below 1, because a request in
	 * progress at the begin or the end of the period is in one number only.
	 */
	static final double MISSED = 0.8;

	/**
	 * Components for which more concurrent requests would wait as well.
	 */
	private static final Set<TimeComponent> BOTTLENECKS = Set.of(TimeComponent.POOL, TimeComponent.LIMITER,
			TimeComponent.JVM_PAUSE, TimeComponent.CPU_WAIT);

	// The prefix of the name of a limiter that is an executor.
	private static final String EXECUTOR = "executor ";

	private LimitRules() {
	}

	/**
	 * {@link Cause#THREADS_EXHAUSTED}: requests wait for a thread, their processing is
	 * quick, and more threads could process them concurrently.
	 * @param whole the input, including the wait for threads
	 * @param leader the component with the most processing time
	 * @param by the cause of that component
	 */
	static @Nullable Verdict threadsExhausted(Diagnosis whole, TimeComponent leader, Verdict by) {
		ThreadsWindow threads = whole.window().threads();
		double processors = whole.machine().cpu().processors();
		if (threads == null || threads.max() <= 0 || threads.busyPeak() < threads.max() || BOTTLENECKS.contains(leader)
				|| (leader == TimeComponent.BLOCKED && threads.max() > FEW * processors)) {
			return null;
		}
		double service = whole.breakdown().without(TimeComponent.THREAD_WAIT).total();
		double need = threads.max() + threads.queuedPeak();
		// Threads use the processors only for the CPU share of their service time.
		long cpu = whole.breakdown().nanos(TimeComponent.CPU);
		if (cpu > 0 && processors > 0) {
			need = Math.min(need, Math.ceil(processors * CpuWindow.BUSY * service / cpu));
		}
		if (1 - whole.share(TimeComponent.THREAD_WAIT) >= IN_SERVICE
				|| service >= (double) QUICK * whole.requests().slow() || need <= threads.max()) {
			return null;
		}
		return whole.verdict(Cause.THREADS_EXHAUSTED, "", whole.share(TimeComponent.THREAD_WAIT),
				"All %s threads were busy and up to %s requests waited for one, for %s of their time; the threads were busy because of %s."
					.formatted(threads.max(), threads.queuedPeak(),
							Figures.percent(whole.share(TimeComponent.THREAD_WAIT)), by.cause()),
				"First fix %s, then set server.tomcat.threads.max to %s.".formatted(by.cause(), (long) need));
	}

	/**
	 * {@link Cause#LIMIT_TOO_SMALL}: requests wait at a limiter although the resources
	 * behind it are free. Always matches, so {@link #waitsForWhatIsBehind} must have
	 * excluded waits for scarce resources.
	 */
	static Verdict limitTooSmall(Diagnosis judged) {
		String name = judged.slowFigures().awaitedLimiter();
		for (LimiterWindow executor : judged.window().executors()) {
			if (name.equals(EXECUTOR + executor.name())) {
				return limitTooSmall(judged,
						figures(executor)
								+ ((executor.done() != 0) ? ", a task takes " + Figures.time(executor.mean()) : ""),
						remedy(executor));
			}
		}
		for (LimiterWindow limiter : judged.window().limiters()) {
			if (name.equals(limiter.name())) {
				return limitTooSmall(judged, figures(limiter),
						"Raise perf-starter.async.requests.concurrency-limit above %s.".formatted(limiter.limit()));
			}
		}
		return limitTooSmall(judged, "",
				"Raise the concurrency limit%s.".formatted(name.isEmpty() ? "" : " of " + name));
	}

	private static Verdict limitTooSmall(Diagnosis judged, String figures, String remedy) {
		CpuWindow cpu = judged.machine().cpu();
		return judged.verdict(Cause.LIMIT_TOO_SMALL, judged.slowFigures().awaitedLimiter(),
				judged.share(TimeComponent.LIMITER),
				"Waiting for a place takes %s%s; the process uses %s of %s processors%s.".formatted(
						judged.cost(TimeComponent.LIMITER), figures, Figures.count(cpu.process()),
						Figures.count(cpu.processors()),
						judged.window().pools().isEmpty() ? "" : ", and connections are free"),
				remedy);
	}

	private static String figures(LimiterWindow limiter) {
		return "; limit %s, at the end of the period %s in use and %s waiting, %s rejected".formatted(limiter.limit(),
				limiter.active(), limiter.waiting(), limiter.refused());
	}

	private static String remedy(LimiterWindow executor) {
		String slow = (executor.mean() >= QUICK)
				? "First speed up its tasks, or give the slow ones an executor of their own. " : "";
		return slow + (executor.follows().isEmpty()
				? "Raise the concurrency limit of executor %s above %s.".formatted(executor.name(), executor.limit())
				: "The concurrency limit of executor %s follows the pool %s: enlarge the pool, or set a number above %s."
					.formatted(executor.name(), executor.follows(), executor.limit()));
	}

	/**
	 * Returns whether requests wait at the limiter for something behind it: processors,
	 * connections or the JVM are not free, or the requests are slow by themselves. A
	 * higher limit would then only move the wait.
	 */
	static boolean waitsForWhatIsBehind(Diagnosis judged) {
		Diagnosis behind = judged.without(TimeComponent.LIMITER).without(TimeComponent.THREAD_WAIT);
		TimeComponent largest = behind.breakdown().largest();
		return areProcessorsBusy(behind) || judged.window().paused() >= GcWindow.LONG
				|| judged.window().pools().stream().anyMatch((pool) -> PoolRules.busy(judged, pool) >= PoolWindow.BUSY)
				|| judged.perSlowRequest(behind.breakdown().total()) >= QUICK
				|| (largest != null && BOTTLENECKS.contains(largest));
	}

	/**
	 * Returns whether this process uses the processors, or waits for them because others
	 * do. Use by other processes alone does not count.
	 */
	private static boolean areProcessorsBusy(Diagnosis behind) {
		CpuWindow cpu = behind.machine().cpu();
		// A comparison with an unknown figure is false.
		return cpu.process() >= CpuWindow.BUSY * cpu.processors()
				|| (behind.breakdown().largest() == TimeComponent.BLOCKED && CpuRules.hiddenWait(behind) != null);
	}

	/**
	 * {@link Cause#CACHE_TOO_SMALL}: a cache evicts an entry for at least every second
	 * miss, so that most reads reach the database or another service.
	 */
	static @Nullable Verdict cacheTooSmall(Diagnosis judged) {
		return judged.window()
			.caches()
			.stream()
			.filter((cache) -> lacksRoom(cache, judged.requests().slow()))
			.max(Comparator.comparingLong(CacheWindow::evictions))
			.map((cache) -> judged.verdict(Cause.CACHE_TOO_SMALL, cache.name(),
					judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH, TimeComponent.REMOTE)),
					"The cache has a hit rate of %s, %s misses and %s evictions, and holds %s entries."
						.formatted(Figures.percent(cache.hitRate()), cache.misses(), cache.evictions(), cache.size()),
					"Raise max-entries of the cache %s above %s, unless most of its keys are read only once."
						.formatted(cache.name(), cache.size())))
			.orElse(null);
	}

	/**
	 * Returns whether a cache is too small for the entries that are read. Requires about
	 * one miss per slow request, because otherwise the cache is not the cause.
	 */
	private static boolean lacksRoom(CacheWindow cache, long slow) {
		return cache.misses() >= Math.max(SOME_MISSES, MISSED * slow) && cache.hitRate() >= SOME_HITS
				&& cache.hitRate() < MANY_HITS && cache.evictions() >= EVICTED * cache.misses();
	}

}
