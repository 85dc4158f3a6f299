package io.perfstarter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.PageMapper;

/**
 * How long ten requests take that each enrich a page of 50 items, by an executor and by a
 * parallel stream; how long single pages take beside a loop; and what it costs that
 * nobody is free to help.
 */
final class PagesOnExecutor implements Experiment {

	private static final int REQUESTS = 10;

	private static final int CONCURRENCY = 10;

	private static final int PERMITS = 100;

	private static final int BUSY_PERMITS = 4;

	private static final List<Integer> PAGE = IntStream.range(0, 50).boxed().toList();

	private static final List<Integer> SMALL_PAGE = PAGE.subList(0, 10);

	@Override
	public Report run(boolean smoke) throws Exception {
		int millis = smoke ? 2 : 100;
		int rounds = smoke ? 1 : 5;
		int turns = smoke ? 5 : 500;
		Report report = new Report("Pages of which each item takes a while, %s".formatted(Threads.kind()));
		report.row("rounds of each, in turns", Integer.toString(rounds));
		try (BoundedExecutors executors = new BoundedExecutors(Threads.VIRTUAL)) {
			PageMapper free = executors.pageMapper("free");
			PageMapper busy = executors.pageMapper("busy");
			Threads.executor(executors, "free", PERMITS, 0, WhenFull.REJECT);
			measureRequests(report, free, millis, rounds);
			measurePages(report, free, smoke);
			BoundedTaskExecutor executor = Threads.executor(executors, "busy", BUSY_PERMITS, 0, WhenFull.REJECT);
			CountDownLatch end = new CountDownLatch(1);
			for (int task = 0; task < BUSY_PERMITS; task++) {
				executor.submit(() -> {
					end.await();
					return null;
				});
			}
			measureAlone(report, busy, turns);
			end.countDown();
		}
		return report;
	}

	private static void measureRequests(Report report, PageMapper pages, int millis, int rounds) throws Exception {
		double[] mapper = new double[rounds];
		double[] stream = new double[rounds];
		for (int round = 0; round < rounds; round++) {
			mapper[round] = requests(
					() -> pages.map(PAGE, (item) -> enrich(item, millis)).concurrency(CONCURRENCY).run());
			stream[round] = requests(() -> PAGE.parallelStream().map((item) -> enriched(item, millis)).toList());
		}
		String what = "%d requests, each with %d items of %d ms".formatted(REQUESTS, PAGE.size(), millis);
		report.row("%s, executor with %d permits".formatted(what, PERMITS), millis(Latencies.median(mapper)));
		report.row(what + ", parallelStream", millis(Latencies.median(stream)));
		report.atLeast("parallelStream ÷ executor", "%.1f", Latencies.median(stream) / Latencies.median(mapper), 10);
	}

	/**
	 * How long one page takes, beside the same work in a loop.
	 */
	private static void measurePages(Report report, PageMapper pages, boolean smoke) throws Exception {
		for (int millis : smoke ? new int[] { 1 } : new int[] { 1, 5, 20 }) {
			for (int size : new int[] { 10, 30, 50 }) {
				List<Integer> page = PAGE.subList(0, size);
				int turns = smoke ? 1 : 20;
				double[] mapper = new double[turns];
				double[] loop = new double[turns];
				for (int turn = 0; turn < turns; turn++) {
					mapper[turn] = time(
							() -> pages.map(page, (item) -> enrich(item, millis)).concurrency(CONCURRENCY).run());
					loop[turn] = time(() -> loop(page, millis));
				}
				report.row("%d items of %d ms: loop; %d at once".formatted(size, millis, CONCURRENCY),
						"%s; %s = %.1f : 1".formatted(millis(Latencies.median(loop)), millis(Latencies.median(mapper)),
								Latencies.median(loop) / Latencies.median(mapper)));
			}
		}
	}

	private static double time(Callable<List<Integer>> work) throws Exception {
		long begin = System.nanoTime();
		work.call();
		return System.nanoTime() - begin;
	}

	private static List<Integer> loop(List<Integer> page, int millis) throws InterruptedException {
		List<Integer> results = new ArrayList<>();
		for (Integer item : page) {
			results.add(enrich(item, millis));
		}
		return results;
	}

	/**
	 * How long it takes until all have their page. From platform threads, because from
	 * virtual ones a parallel stream leaves all of its work to the common pool, and takes
	 * twice as long again.
	 */
	private static double requests(Callable<List<Integer>> request) throws Exception {
		ExecutorService users = Executors.newFixedThreadPool(REQUESTS);
		try {
			long begin = System.nanoTime();
			List<Future<List<Integer>>> pages = new ArrayList<>();
			for (int number = 0; number < REQUESTS; number++) {
				pages.add(users.submit(request));
			}
			for (Future<List<Integer>> page : pages) {
				check(page.get());
			}
			return System.nanoTime() - begin;
		}
		finally {
			users.shutdownNow();
		}
	}

	private static void measureAlone(Report report, PageMapper pages, int turns) throws Exception {
		double[] mapper = new double[turns];
		double[] loop = new double[turns];
		for (int turn = 0; turn < turns; turn++) {
			mapper[turn] = time(() -> pages.map(SMALL_PAGE, (item) -> enrich(item, 1)).run());
			loop[turn] = time(() -> loop(SMALL_PAGE, 1));
		}
		String what = "%d items of 1 ms".formatted(SMALL_PAGE.size());
		report.row(what + ", executor without a free permit", millis(Latencies.median(mapper)));
		report.row(what + ", loop", millis(Latencies.median(loop)));
		report.atMost("executor without a free permit ÷ loop", "%.3f",
				Latencies.median(mapper) / Latencies.median(loop), 1.05);
	}

	private static Integer enrich(Integer item, int millis) throws InterruptedException {
		Thread.sleep(millis);
		return item + 1;
	}

	private static Integer enriched(Integer item, int millis) {
		try {
			return enrich(item, millis);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void check(List<Integer> page) {
		if (!page.equals(IntStream.rangeClosed(1, PAGE.size()).boxed().toList())) {
			throw new IllegalStateException("Not the page that was wanted: " + page);
		}
	}

	private static String millis(double nanos) {
		return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
	}

}
