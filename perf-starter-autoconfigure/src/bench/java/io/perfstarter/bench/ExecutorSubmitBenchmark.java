package io.perfstarter.bench;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What it takes to submit a task that does nothing, to an executor and to a pool of as
 * many threads: for a burst for which there is room, while nothing else or while it is
 * being worked off, and to an executor whose room is full.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ExecutorSubmitBenchmark {

	private static final int PERMITS = 10;

	private static final int ROOM = 1_000;

	private static final int BURST = ROOM;

	private static final Runnable TASK = () -> {
	};

	@Benchmark
	@OperationsPerInvocation(BURST)
	public void submitToOccupiedPool(OccupiedPool pool) {
		submitToPool(pool);
	}

	@Benchmark
	@OperationsPerInvocation(BURST)
	public void submitToOccupiedExecutor(OccupiedExecutor occupied) {
		submitToExecutor(occupied);
	}

	@Benchmark
	@OperationsPerInvocation(BURST)
	public void submitToPool(Pool pool) {
		for (int i = 0; i < BURST; i++) {
			pool.last = pool.executor.submit(TASK);
		}
	}

	@Benchmark
	@OperationsPerInvocation(BURST)
	public void submitToExecutor(OpenExecutor open) {
		for (int i = 0; i < BURST; i++) {
			open.last = open.executor.submit(TASK);
		}
	}

	@Benchmark
	@BenchmarkMode(Mode.SampleTime)
	public Future<?> submitToFullExecutor(FullExecutor full) {
		return full.executor.submit(TASK);
	}

	/**
	 * Shows how much of the longest times is due to the machine.
	 */
	@Benchmark
	@BenchmarkMode(Mode.SampleTime)
	public boolean submitToFullPool(FullPool full) {
		try {
			full.executor.submit(TASK);
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	/**
	 * The peer.
	 */
	@State(Scope.Benchmark)
	public static class Pool {

		final ThreadPoolExecutor executor = new ThreadPoolExecutor(PERMITS, PERMITS, 0, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(ROOM));

		private Future<?> last = CompletableFuture.completedFuture(null);

		@TearDown(Level.Invocation)
		public void awaitLast() throws Exception {
			endOfBurst();
			this.last.get();
		}

		void endOfBurst() {
		}

		@TearDown
		public void close() {
			this.executor.shutdownNow();
		}

	}

	/**
	 * An executor on which nothing else runs.
	 */
	@State(Scope.Benchmark)
	public static class OpenExecutor {

		private final BoundedExecutors executors = new BoundedExecutors(Threads.VIRTUAL);

		final BoundedTaskExecutor executor = Threads.executor(this.executors, "open", PERMITS, ROOM, WhenFull.REJECT);

		private Future<?> last = CompletableFuture.completedFuture(null);

		@TearDown(Level.Invocation)
		public void awaitLast() throws Exception {
			endOfBurst();
			this.last.get();
		}

		void endOfBurst() {
		}

		@TearDown
		public void close() {
			this.executors.close();
		}

	}

	/**
	 * The peer, of which all threads wait for the end of the burst.
	 */
	@State(Scope.Benchmark)
	public static class OccupiedPool extends Pool {

		private Occupation occupation = new Occupation();

		@Setup(Level.Invocation)
		public void occupy() throws InterruptedException {
			this.occupation = new Occupation();
			this.occupation.of(this.executor);
		}

		@Override
		void endOfBurst() {
			this.occupation.end.countDown();
		}

	}

	/**
	 * An executor of which all permits are held until the end of the burst.
	 */
	@State(Scope.Benchmark)
	public static class OccupiedExecutor extends OpenExecutor {

		private Occupation occupation = new Occupation();

		@Setup(Level.Invocation)
		public void occupy() throws InterruptedException {
			this.occupation = new Occupation();
			this.occupation.of(this.executor);
		}

		@Override
		void endOfBurst() {
			this.occupation.end.countDown();
		}

	}

	/**
	 * So many tasks that wait for a common end.
	 */
	private static final class Occupation {

		private final CountDownLatch begun = new CountDownLatch(PERMITS);

		private final CountDownLatch end = new CountDownLatch(1);

		private void of(Executor executor) throws InterruptedException {
			for (int task = 0; task < PERMITS; task++) {
				executor.execute(this::await);
			}
			this.begun.await();
		}

		private void fill(Executor executor) {
			for (int task = 0; task < PERMITS + ROOM; task++) {
				executor.execute(this::await);
			}
		}

		private void await() {
			this.begun.countDown();
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	/**
	 * The peer, on which nothing gets on.
	 */
	@State(Scope.Benchmark)
	public static class FullPool {

		private final ThreadPoolExecutor executor = new ThreadPoolExecutor(PERMITS, PERMITS, 0, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(ROOM));

		private final Occupation occupation = new Occupation();

		@Setup
		public void fill() {
			this.occupation.fill(this.executor);
		}

		@TearDown
		public void close() {
			this.occupation.end.countDown();
			this.executor.shutdownNow();
		}

	}

	/**
	 * An executor on which nothing gets on.
	 */
	@State(Scope.Benchmark)
	public static class FullExecutor {

		private final BoundedExecutors executors = new BoundedExecutors(Threads.VIRTUAL);

		private final BoundedTaskExecutor executor = Threads.executor(this.executors, "full", PERMITS, ROOM,
				WhenFull.DROP);

		private final Occupation occupation = new Occupation();

		@Setup
		public void fill() {
			this.occupation.fill(this.executor);
		}

		@TearDown
		public void close() {
			this.occupation.end.countDown();
			this.executors.close();
		}

	}

}
