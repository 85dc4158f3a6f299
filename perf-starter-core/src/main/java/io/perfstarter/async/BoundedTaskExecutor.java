package io.perfstarter.async;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Spring's thread pool with as many threads as its concurrency limit, and a bounded
 * queue. It can submit tasks after the commit, and counts rejected and lost tasks.
 *
 * <p>
 * A task may submit an inner task and wait for its result. If no thread is idle, the
 * inner task runs on a separate thread while the outer task waits. So no more tasks make
 * progress than the limit allows. All futures are {@link CompletableFuture}s, whose
 * {@code cancel(true)} removes a queued task and interrupts a running one. Thread-safe.
 */
public final class BoundedTaskExecutor extends ThreadPoolTaskExecutor {

	private static final Log logger = LogFactory.getLog(BoundedTaskExecutor.class);

	private static final int KEEP_ALIVE_SECONDS = 30;

	// How many times the executor offers a task to threads that seem to be idle. Each
	// offer lasts for a millisecond at most.
	private static final int HAND_OVERS = 1_000;

	// The maximum number of tasks nested in one task. Each has a thread of its own.
	private static final int DEPTH = 32;

	private final String name;

	private final @Nullable String pool;

	private final ExecutorSettings settings;

	private final BoundedExecutors all;

	private final ThreadFactory threads;

	private final Map<Thread, ExecutorTask<?>> running = new ConcurrentHashMap<>();

	// Counted by task name, so that many lost tasks do not flood the log.
	private final Map<String, Long> lost = new ConcurrentSkipListMap<>();

	private volatile int limit;

	final LongAdder rejected = new LongAdder();

	final LongAdder dropped = new LongAdder();

	final LongAdder cancelled = new LongAdder();

	final LongAdder rolledBack = new LongAdder();

	final LongAdder failed = new LongAdder();

	final LongAdder begun = new LongAdder();

	final LongAdder waitedNanos = new LongAdder();

	final LongAdder ended = new LongAdder();

	final LongAdder ranNanos = new LongAdder();

	BoundedTaskExecutor(String name, ExecutorSettings settings, @Nullable String pool, BoundedExecutors all) {
		this.name = name;
		this.pool = pool;
		this.settings = settings;
		this.all = all;
		this.threads = new ExecutorThreads(all.virtual, "executor-" + name + "-");
		followLimit();
		setQueueCapacity(settings.queueCapacity());
		setKeepAliveSeconds(KEEP_ALIVE_SECONDS);
		setAllowCoreThreadTimeOut(true);
		setThreadFactory(this.threads);
		setRejectedExecutionHandler(this::rejected);
		// Accepts tasks of the last requests; BoundedExecutors stops all executors.
		setAcceptTasksAfterContextClose(true);
	}

	/**
	 * Returns the name of the executor.
	 * @return the name of the bean
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the connection pool that the limit follows.
	 * @return the name of its bean, empty if the limit is a number
	 */
	public String pool() {
		return (this.pool != null) ? this.pool : "";
	}

	/**
	 * Returns the number of rejected and dropped tasks.
	 * @return the number since the start
	 */
	public long lost() {
		return this.rejected.sum() + this.dropped.sum();
	}

	/**
	 * Returns the number of tasks that have run.
	 * @return the number since the start
	 */
	public long ended() {
		return this.ended.sum();
	}

	/**
	 * Returns the total run time of the tasks that have run.
	 * @return the time in nanoseconds
	 */
	public long ranNanos() {
		return this.ranNanos.sum();
	}

	@Override
	public void execute(Runnable task) {
		admit(new Executed(task), task);
	}

	@Override
	public Future<?> submit(Runnable task) {
		return submitCompletable(task);
	}

	@Override
	public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
		return submitCompletable(task);
	}

	@Override
	public CompletableFuture<Void> submitCompletable(Runnable task) {
		return admit(Executors.callable(task, null), task);
	}

	@Override
	public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
		return admit(task, task);
	}

	/**
	 * Starts a task on another thread if the concurrency limit allows it now. Never
	 * blocks.
	 * @param task the task
	 * @return whether it starts
	 */
	public boolean tryStart(Runnable task) {
		if (!hasIdleThread()) {
			return false;
		}
		try {
			enter(new ExecutorTask<>(this, new Executed(task), task), null);
			return true;
		}
		catch (TaskRejectedException ex) {
			return false;
		}
	}

	private <T extends @Nullable Object> ExecutorTask<T> admit(Callable<T> work, Object submitted) {
		Method method = AsyncMethods.take();
		ExecutorTask<T> task = new ExecutorTask<>(this, work, (method != null) ? method : submitted);
		try {
			if (this.settings.submit() == Submit.AFTER_COMMIT && AfterCommit.isPossible()) {
				task.submitAfterCommit(this.all.rollbacks);
			}
			else {
				ExecutorTask<?> submitter = ExecutorTask.current();
				boolean within = submitter != null && submitter.executor() == this && task.canBeAwaited();
				enter(task, within ? submitter : null);
			}
		}
		catch (TaskRejectedException ex) {
			if (!drop(task, ex)) {
				this.rejected.increment();
				throw ex;
			}
		}
		return task;
	}

	/**
	 * Starts or queues a task.
	 * @param submitter waits for the new task if no thread is idle; {@code null} if the
	 * new task is queued instead
	 */
	private void enter(ExecutorTask<?> task, @Nullable ExecutorTask<?> submitter) {
		followLimit();
		if (!this.all.isRunning() && ExecutorTask.current() == null) {
			throw closed();
		}
		if (submitter == null) {
			getThreadPoolExecutor().execute(task);
		}
		else if (!hasIdleThread() || !isExecuted(task)) {
			runWithin(submitter, task);
		}
	}

	/**
	 * Returns whether the pool has accepted a task. With a queue capacity of 0, it
	 * accepts none before an idle thread waits for one.
	 */
	private boolean isExecuted(ExecutorTask<?> task) {
		try {
			getThreadPoolExecutor().execute(task);
			return true;
		}
		catch (ExecutorFullException ex) {
			return false;
		}
	}

	/**
	 * Enters a task after the commit. A rejection is logged, because no caller is left to
	 * receive it. The caller never waits for the task, because the transaction still
	 * holds its connection.
	 */
	void enterLate(ExecutorTask<?> task) {
		try {
			enter(task, null);
		}
		catch (TaskRejectedException ex) {
			if (!drop(task, ex)) {
				this.rejected.increment();
				task.fail(ex);
				if (this.lost.merge(task.name(), 1L, Long::sum) == 1) {
					logger.warn(
							"Lost after the commit of its transaction: %s. %s".formatted(task.name(), ex.getMessage()));
				}
			}
		}
	}

	private boolean drop(ExecutorTask<?> task, TaskRejectedException refusal) {
		boolean drops = this.settings.whenFull() == WhenFull.DROP && refusal instanceof ExecutorFullException
				&& !task.isPromised();
		if (drops) {
			this.dropped.increment();
			task.fail(refusal);
		}
		return drops;
	}

	/**
	 * Offers a task again while threads are idle, because they are about to take tasks
	 * from the queue. Rejects the task if the queue stays full.
	 */
	private void rejected(Runnable task, ThreadPoolExecutor full) {
		BlockingQueue<Runnable> queue = full.getQueue();
		boolean taken = false;
		for (int tries = 0; !taken && tries < HAND_OVERS && !full.isShutdown()
				&& full.getActiveCount() < full.getMaximumPoolSize(); tries++) {
			taken = isOffered(task, queue);
		}
		// The last idle thread may have taken a queued task before it became active.
		taken = taken || (!full.isShutdown() && queue.offer(task));
		if (!taken || (full.isShutdown() && queue.remove(task))) {
			throw full.isShutdown() ? closed() : full(queue.size());
		}
	}

	private static boolean isOffered(Runnable task, BlockingQueue<Runnable> queue) {
		try {
			return queue.offer(task, 1, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return queue.offer(task);
		}
	}

	/**
	 * Returns whether a task would start at once. Several tasks may see the same idle
	 * thread. But the task on the last idle thread sees none, so tasks never all wait for
	 * queued ones.
	 */
	private boolean hasIdleThread() {
		ThreadPoolExecutor threads = getThreadPoolExecutor();
		return threads.getActiveCount() + threads.getQueue().size() < threads.getMaximumPoolSize();
	}

	/**
	 * Runs a task on a separate thread while its submitter waits, so that the two take
	 * only one place. An interrupt of the waiting submitter interrupts the task.
	 */
	private void runWithin(ExecutorTask<?> submitter, ExecutorTask<?> task) {
		if (!task.enterWithin(submitter, DEPTH)) {
			if (task.isPromised()) {
				// This is usually the next stage of a future, and no task waits for it.
				getThreadPoolExecutor().execute(task);
				return;
			}
			throw new TaskRejectedException("Executor '" + this.name + "' has no idle thread, and " + DEPTH
					+ " tasks that wait for each other already run while one waits");
		}
		// An interrupt from before is not meant for the new task.
		boolean interrupted = Thread.interrupted();
		Thread thread = this.threads.newThread(task);
		thread.start();
		Runnable waited = placeAwaited();
		while (thread.isAlive()) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				interrupted = true;
				task.interrupt();
			}
		}
		waited.run();
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Adapts the pool to the limit, which may follow the size of a connection pool. A
	 * lower limit stops no running task.
	 */
	private void followLimit() {
		int latest = Math.max(1, this.settings.concurrencyLimit().getAsInt());
		if (latest != this.limit) {
			resize(latest);
		}
	}

	private synchronized void resize(int latest) {
		if (latest > getMaxPoolSize()) {
			setMaxPoolSize(latest);
			setCorePoolSize(latest);
		}
		else {
			setCorePoolSize(latest);
			setMaxPoolSize(latest);
		}
		this.limit = latest;
	}

	@Override
	protected void afterExecute(Runnable task, @Nullable Throwable failure) {
		super.afterExecute(task, failure);
		followLimit();
	}

	private ExecutorFullException full(int waiting) {
		double seconds = this.ranNanos.sum() / 1e9 / this.ended.sum() * (waiting + 1.0) / this.limit;
		return new ExecutorFullException("Executor '" + this.name + "' is full: its limit of " + this.limit
				+ " running tasks is reached, and " + waiting + " tasks wait",
				Duration.ofSeconds(Math.max(1, (long) Math.ceil(seconds))));
	}

	private TaskRejectedException closed() {
		return new TaskRejectedException("Executor '" + this.name + "' is closed");
	}

	/**
	 * Reports that the current thread waits for a place of this executor.
	 * @return to be called when the wait has ended
	 */
	Runnable placeAwaited() {
		return this.all.listener.waiting("executor " + this.name);
	}

	Runnable decorate(Runnable task) {
		return this.all.decorator.decorate(task);
	}

	void begins(ExecutorTask<?> task, long waitedNanos) {
		this.begun.increment();
		this.waitedNanos.add(waitedNanos);
		this.running.put(Thread.currentThread(), task);
	}

	void ends(long ranNanos) {
		this.running.remove(Thread.currentThread());
		this.ended.increment();
		this.ranNanos.add(ranNanos);
	}

	void failed(ExecutorTask<?> task, Throwable failure) {
		this.failed.increment();
		if (task.work() instanceof Executed) {
			logger.error("A task of executor '" + this.name + "' failed", failure);
		}
	}

	void dequeue(ExecutorTask<?> task) {
		getThreadPoolExecutor().remove(task);
	}

	/**
	 * Fails a task whose transaction was not committed.
	 */
	void discard(ExecutorTask<?> task) {
		this.rolledBack.increment();
		task.fail(new TaskRejectedException(
				"The transaction in which a task was submitted to executor '" + this.name + "' was not committed"));
	}

	/**
	 * Does nothing, because {@link BoundedExecutors} stops all executors after their
	 * tasks. Spring would stop this executor earlier, with tasks in its queue.
	 */
	@Override
	public void stop() {
	}

	@Override
	public void stop(Runnable callback) {
		callback.run();
	}

	String describe() {
		return "'%s' (up to %d tasks at once%s)".formatted(this.name, getMaxPoolSize(),
				(this.pool != null) ? ", a share of the pool '" + this.pool + "'" : "");
	}

	/**
	 * Returns the number of tasks that run or wait.
	 */
	int inside() {
		return getActiveCount() + getQueueSize();
	}

	/**
	 * Closes the pool and cancels the queued tasks.
	 * @return the names of the tasks
	 */
	List<String> cancelWaiting() {
		initiateShutdown();
		List<Runnable> tasks = new ArrayList<>();
		getThreadPoolExecutor().getQueue().drainTo(tasks);
		tasks.forEach(this::cancelRemainingTask);
		return tasks.stream()
			.map((task) -> (task instanceof ExecutorTask<?> own) ? own.name() : task.getClass().getName())
			.toList();
	}

	/**
	 * Interrupts the tasks that run now.
	 * @return the names of the tasks
	 */
	List<String> cancelRunning() {
		return this.running.values().stream().filter((task) -> task.cancelFirst(true)).map(ExecutorTask::name).toList();
	}

	/**
	 * Waits up to this time until the threads of the closed pool have ended.
	 */
	boolean awaitEnd(long millis) throws InterruptedException {
		return getThreadPoolExecutor().awaitTermination(millis, TimeUnit.MILLISECONDS);
	}

	/**
	 * Logs how many tasks of each name were lost after the first one.
	 */
	void reportLost() {
		this.lost.replaceAll((name, count) -> count - 1);
		String unreported = BoundedExecutors.counted(this.lost);
		if (!unreported.isEmpty()) {
			logger.warn("Executor '%s' has also lost after the commit of their transactions: %s".formatted(this.name,
					unreported));
		}
		this.lost.clear();
	}

	void reopen() {
		if (getThreadPoolExecutor().isShutdown()) {
			initialize();
		}
	}

	/**
	 * A task without a future for its result.
	 *
	 * @param task the task
	 */
	record Executed(Runnable task) implements Callable<@Nullable Void> {

		@Override
		public @Nullable Void call() {
			this.task.run();
			return null;
		}

	}

}
