package io.perfstarter.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings.WhenFull;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * What 100 users get whose requests take 80 ms and leave 16 ms to be done in the
 * background, twice what 10 at once can do: with an executor, with Spring's executor that
 * lets the request wait, and with one that has no limit.
 */
final class ExecutorThroughput implements Experiment {

	private static final int USERS = 100;

	private static final int REQUEST_MILLIS = 80;

	private static final int TASK_MILLIS = 16;

	private static final int PERMITS = 10;

	private static final int ROOM = 1_000;

	@Override
	public Report run(boolean smoke) throws Exception {
		Duration time = Duration.ofMillis(smoke ? 200 : 60_000);
		int rounds = smoke ? 1 : 5;
		List<Round> executor = new ArrayList<>();
		List<Round> limited = new ArrayList<>();
		List<Round> unbounded = new ArrayList<>();
		for (int round = 0; round < rounds; round++) {
			executor.add(withExecutor(time));
			limited.add(withLimit(PERMITS, time));
			unbounded.add(withLimit(SimpleAsyncTaskExecutor.UNBOUNDED_CONCURRENCY, time));
		}
		return report(time, executor, limited, unbounded);
	}

	private static Round withExecutor(Duration time) throws Exception {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		try (BoundedExecutors executors = new BoundedExecutors(Threads.VIRTUAL)) {
			BoundedTaskExecutor executor = Threads.executor(executors, "bench", PERMITS, ROOM, WhenFull.DROP);
			executors.bindTo(meters);
			Load load = new Load();
			Round round = load.run(executor, time);
			executors.stop(Duration.ofSeconds(30));
			double dropped = meters.get("perf.starter.async.lost").tag("reason", "dropped").functionCounter().count();
			return round.with(dropped, load.submitted.sum() - load.completed.sum() - dropped);
		}
	}

	private static Round withLimit(int limit, Duration time) throws Exception {
		try (SimpleAsyncTaskExecutor executor = Threads.unbounded("task")) {
			executor.setConcurrencyLimit(limit);
			return new Load().run(executor, time);
		}
	}

	private static Report report(Duration time, List<Round> executor, List<Round> limited, List<Round> unbounded) {
		Report report = new Report("%d users, requests of %d ms, each with a task of %d ms in the background, %s"
			.formatted(USERS, REQUEST_MILLIS, TASK_MILLIS, Threads.kind()));
		report.row("rounds of each, in turns", "%d of %d ms".formatted(executor.size(), time.toMillis()));
		double requests = median(executor, Round::requests);
		double limitedRequests = median(limited, Round::requests);
		double unboundedRequests = median(unbounded, Round::requests);
		report.row("requests a second, executor with %d permits".formatted(PERMITS), number(requests));
		report.row("requests a second, Spring's executor limited to %d".formatted(PERMITS), number(limitedRequests));
		report.row("requests a second, Spring's executor without a limit", number(unboundedRequests));
		report.atLeast("executor ÷ limited", "%.2f", requests / limitedRequests, 2);
		report.atLeast("executor ÷ without a limit", "%.3f", requests / unboundedRequests, 0.95);
		report.row("tasks a second, limited", number(median(limited, Round::tasks)));
		report.row("tasks a second, without a limit", number(median(unbounded, Round::tasks)));
		report.atLeast("tasks a second, executor", "%.0f", median(executor, Round::tasks),
				0.95 * PERMITS * 1_000 / TASK_MILLIS);
		report.row("tasks dropped by the executor in a round", number(median(executor, Round::dropped)));
		report.atMost("tasks of which the executor has not said what became of them, all rounds", "%.0f",
				executor.stream().mapToDouble(Round::unknown).map(Math::abs).sum(), 0);
		return report;
	}

	private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
		return Latencies.median(rounds.stream().mapToDouble(figure).toArray());
	}

	private static String number(double value) {
		return String.format(Locale.ROOT, "%.0f", value);
	}

	/**
	 * What came of one round.
	 *
	 * @param requests how many a second
	 * @param tasks how many a second were completed
	 * @param dropped how many the executor has dropped by its own account
	 * @param unknown how many were neither completed nor dropped
	 */
	private record Round(double requests, double tasks, double dropped, double unknown) {

		private Round with(double dropped, double unknown) {
			return new Round(this.requests, this.tasks, dropped, unknown);
		}

	}

	/**
	 * Users who each make the next request when the last one has been answered.
	 */
	private static final class Load {

		private final LongAdder requests = new LongAdder();

		private final LongAdder submitted = new LongAdder();

		private final LongAdder completed = new LongAdder();

		private volatile boolean over;

		private Round run(AsyncTaskExecutor executor, Duration time) throws Exception {
			try (SimpleAsyncTaskExecutor users = Threads.unbounded("user")) {
				long begin = System.nanoTime();
				List<Future<?>> ends = new ArrayList<>();
				for (int user = 0; user < USERS; user++) {
					ends.add(users.submit(() -> request(executor)));
				}
				Thread.sleep(time.toMillis());
				double seconds = (System.nanoTime() - begin) / 1e9;
				Round round = new Round(this.requests.sum() / seconds, this.completed.sum() / seconds, 0, 0);
				this.over = true;
				for (Future<?> end : ends) {
					end.get();
				}
				return round;
			}
		}

		private Void request(AsyncTaskExecutor executor) throws InterruptedException {
			while (!this.over) {
				Thread.sleep(REQUEST_MILLIS);
				this.submitted.increment();
				executor.submit(this::task);
				this.requests.increment();
			}
			return null;
		}

		private Void task() throws InterruptedException {
			Thread.sleep(TASK_MILLIS);
			this.completed.increment();
			return null;
		}

	}

}
