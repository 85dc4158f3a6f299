package io.perfstarter.async;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;

/**
 * Runs a limited number of tasks concurrently, each on one thread, queues a bounded
 * number of further tasks, and rejects or drops the rest.
 *
 * <p>
 * Submitting blocks only in a task: a task that submits another one to the same limit,
 * whose result it can wait for, while the limit is reached, waits until that one has run
 * in its place. So tasks may wait for the tasks that they submit, in any way. A queued
 * task is an entry in a queue and needs no thread. All futures are
 * {@link CompletableFuture}s, which complete before the place of the task is free,
 * because their callbacks run in it; {@code cancel(true)} removes a queued task and
 * interrupts a running one. Thread-safe.
 *
 * @see ExecutorSettings
 */
public final class BoundedExecutor implements AsyncTaskExecutor, HelperThreads {

	private static final Log logger = LogFactory.getLog(BoundedExecutor.class);

	private static final int FRAMES = 40;

	private static final Duration GRACE = Duration.ofSeconds(1);

	/**
	 * The maximum number of tasks that run in the place of one task, each with a thread.
	 */
	private static final int DEPTH = 32;

	private final String name;

	private final ExecutorSettings settings;

	private final @Nullable String pool;

	private final ConcurrencyLimit permits;

	private final TaskQueue queue;

	private final String full;

	private final ExecutorServices services;

	private final QueueExpiry expiry;

	private final ExecutorCounts counts = new ExecutorCounts();

	private final Set<ExecutorTask<?>> running = ConcurrentHashMap.newKeySet();

	private final Queue<String> cancelledAtStart = new ConcurrentLinkedQueue<>();

	private final LogOnce once = new LogOnce();

	private final CountsByName lost = new CountsByName();

	BoundedExecutor(String name, ExecutorSettings settings, @Nullable String pool, ConcurrencyLimit permits,
			ExecutorServices services) {
		this.name = name;
		this.pool = pool;
		this.settings = settings;
		this.permits = permits;
		this.queue = permits.queue(settings.queueCapacity());
		this.full = "Executor '" + name + "' is full";
		this.services = services;
		this.expiry = new QueueExpiry(permits, this.queue, ExecutorSettings.nanos(settings.queueTimeout()),
				services.timer(), System::nanoTime, this::expire);
	}

	/**
	 * Returns the name of the executor.
	 * @return the name of the bean
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Runs or queues a task. An exception of the task is logged.
	 * <p>
	 * The tasks of a {@link CompletableFuture} that uses this executor are rejected where
	 * others are dropped, and have no queue timeout, because their future would never
	 * complete; prefer {@link #submitCompletable(Callable)}.
	 * @throws ExecutorFullException if the queue is full
	 * @throws TaskRejectedException if the executors are closed, no thread can be started
	 * or too many tasks run in the place of one
	 */
	@Override
	public void execute(Runnable task) {
		admit(new Executed(task), task);
	}

	/**
	 * Runs or queues a task.
	 * @return a {@link CompletableFuture} for the result
	 * @throws ExecutorFullException if the queue is full
	 * @throws TaskRejectedException if the executors are closed, no thread can be started
	 * or too many tasks run in the place of one
	 */
	@Override
	public Future<?> submit(Runnable task) {
		return submitCompletable(task);
	}

	/**
	 * Runs or queues a task.
	 * @return a {@link CompletableFuture} for the result
	 * @throws ExecutorFullException if the queue is full
	 * @throws TaskRejectedException if the executors are closed, no thread can be started
	 * or too many tasks run in the place of one
	 */
	@Override
	public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
		return submitCompletable(task);
	}

	/**
	 * Runs or queues a task.
	 * @return a future for the result, which can be cancelled
	 * @throws ExecutorFullException if the queue is full
	 * @throws TaskRejectedException if the executors are closed, no thread can be started
	 * or too many tasks run in the place of one
	 */
	@Override
	public CompletableFuture<Void> submitCompletable(Runnable task) {
		return admit(Executors.callable(task, null), task);
	}

	/**
	 * Runs or queues a task.
	 * @return a future for the result, which can be cancelled
	 * @throws ExecutorFullException if the queue is full
	 * @throws TaskRejectedException if the executors are closed, no thread can be started
	 * or too many tasks run in the place of one
	 */
	@Override
	public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
		return admit(task, task);
	}

	@Override
	public @Nullable Future<?> tryStart(Runnable task) {
		if (!this.permits.isFree()) {
			// Checked before the context of the caller is captured, to save that cost.
			return null;
		}
		ExecutorTask<?> helper = new ExecutorTask<>(this, new Executed(task), task, System.nanoTime());
		if (!this.permits.tryTake(this.queue, ExecutorTask.current() != null)) {
			return null;
		}
		return (startOrPassOn(helper) == null) ? helper : null;
	}

	private <T extends @Nullable Object> ExecutorTask<T> admit(Callable<T> work, Object submitted) {
		Method method = AsyncMethodInterceptor.take();
		ExecutorTask<T> task = new ExecutorTask<>(this, work, (method != null) ? method : submitted, System.nanoTime());
		if (isSubmittedAfterCommit(method)) {
			submitAfterCommit(task);
			return task;
		}
		ExecutorTask<?> submitter = ExecutorTask.current();
		boolean within = submitter != null && submitter.executor().permits == this.permits
				&& canBeAwaited(work, method);
		TaskRejectedException refusal = enter(task, submitter != null, within ? submitter : null);
		if (refusal != null && !drop(task, refusal)) {
			this.counts.rejected.increment();
			throw refusal;
		}
		return task;
	}

	private boolean isSubmittedAfterCommit(@Nullable Method method) {
		return switch (this.settings.submit()) {
			case IMMEDIATE -> false;
			case AUTO -> AsyncMethodInterceptor.isWithoutResult(method) && Transactions.mayCurrentWrite();
			case AFTER_COMMIT -> Transactions.mayCurrentWrite();
		};
	}

	private void submitAfterCommit(ExecutorTask<?> task) {
		if (task.isPromised()) {
			// After a rollback its future would never complete.
			this.counts.rejected.increment();
			throw new TaskRejectedException("Executor '" + this.name
					+ "' submits after the commit, but cannot complete the future of this task after a rollback: "
					+ "use submitCompletable");
		}
		task.awaitsCommit(true);
		AfterCommit.add(task, this.services.rollbacks());
	}

	/**
	 * Logs a rejection, because no caller is left to receive an exception. The task does
	 * not run in the place of the caller, because the transaction still holds its
	 * connection.
	 */
	void enterLate(ExecutorTask<?> task) {
		task.awaitsCommit(false);
		if (task.isDone()) {
			return;
		}
		task.enteredAt(System.nanoTime());
		TaskRejectedException refusal = enter(task, ExecutorTask.current() != null, null);
		if (refusal != null && !drop(task, refusal)) {
			this.counts.rejected.increment();
			task.fail(refusal);
			if (this.lost.isFirst(task.name())) {
				logger.warn("Lost after the commit of its transaction: %s. %s".formatted(task.name(),
						refusal.getMessage()));
			}
		}
	}

	/**
	 * Fails a task whose transaction was not committed.
	 */
	void discard(ExecutorTask<?> task) {
		task.awaitsCommit(false);
		if (task.isDone()) {
			return;
		}
		this.counts.discarded.increment();
		task.fail(new TaskRejectedException(
				"The transaction in which a task was submitted to executor '" + this.name + "' was not committed"));
	}

	private boolean drop(ExecutorTask<?> task, TaskRejectedException refusal) {
		boolean dropped = isDroppable(task);
		if (dropped) {
			this.counts.dropped.increment();
			task.fail(refusal);
		}
		return dropped;
	}

	/**
	 * Returns whether a task may be dropped: the caller gets a future that fails, and the
	 * executors are not closing.
	 */
	private boolean isDroppable(ExecutorTask<?> task) {
		return this.settings.whenFull() == WhenFull.DROP && !task.isPromised() && this.services.admission().isOpen();
	}

	/**
	 * Admits a task.
	 * @param nested whether a task submits it
	 * @param waiter the task in whose place it runs while no permit is free, {@code null}
	 * if it is queued then
	 * @return the rejection, or {@code null} if the task was admitted
	 */
	private @Nullable TaskRejectedException enter(ExecutorTask<?> task, boolean nested,
			@Nullable ExecutorTask<?> waiter) {
		startAll(this.permits.next());
		if (waiter == null && this.queue.isFull() && isDroppable(task)) {
			// Rejects without the lock, so that a flood of tasks does not slow down
			// others.
			return new ExecutorFullException.Dropped(this.full, retryAfter(this.settings.queueCapacity()));
		}
		return switch (this.permits.offer(this.queue, task, nested, waiter == null)) {
			case NOW -> startOrPassOn(task);
			case LATER -> {
				task.queued();
				this.expiry.expect(task);
				yield null;
			}
			case WITHIN -> runWithin(Objects.requireNonNull(waiter), task);
			case NEVER -> isDroppable(task)
					? new ExecutorFullException.Dropped(this.full, retryAfter(this.settings.queueCapacity()))
					: new ExecutorFullException(
							this.full + ": " + this.permits.active() + " tasks running, " + waiting() + " waiting",
							retryAfter(this.settings.queueCapacity()));
			case CLOSED -> closed();
		};
	}

	private Duration retryAfter(int waiting) {
		double seconds = this.counts.meanRun() * (waiting + 1.0) / permits();
		return Duration.ofSeconds(Math.max(1, (long) Math.ceil(seconds)));
	}

	private TaskRejectedException closed() {
		return new TaskRejectedException("Executor '" + this.name + "' is closed");
	}

	private static boolean canBeAwaited(Callable<?> work, @Nullable Method method) {
		return !AsyncMethodInterceptor.isWithoutResult(method) && (!(work instanceof Executed executed)
				|| executed.task() instanceof Future<?> || executed.task() instanceof AsynchronousCompletionTask);
	}

	/**
	 * Runs a task on a thread of its own while another task waits, so that both need one
	 * permit.
	 */
	private @Nullable TaskRejectedException runWithin(ExecutorTask<?> waiter, ExecutorTask<?> task) {
		if (!task.enterWithin(waiter, DEPTH)) {
			return new TaskRejectedException("Executor '" + this.name + "' has no free place, and " + DEPTH
					+ " tasks that wait for each other run in the place of one already");
		}
		this.counts.nested.increment();
		waiter.executor().counts.active.decrementAndGet();
		// Only an interrupt from before is not meant for the task in this place, too.
		boolean interrupted = Thread.interrupted();
		try {
			TaskRejectedException refusal = start(task);
			if (refusal == null) {
				Runnable waited = placeAwaited();
				interrupted |= task.awaitEnd();
				waited.run();
			}
			return refusal;
		}
		finally {
			waiter.executor().counts.active.incrementAndGet();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private @Nullable TaskRejectedException startOrPassOn(ExecutorTask<?> task) {
		TaskRejectedException refusal = start(task);
		if (refusal != null) {
			startAll(this.permits.passOn());
		}
		return refusal;
	}

	private void startAll(@Nullable ExecutorTask<?> first) {
		ExecutorTask<?> task = first;
		while (task != null) {
			boolean started = task.executor().startWaiting(task);
			task = (started) ? this.permits.next() : this.permits.passOn();
		}
	}

	private boolean startWaiting(ExecutorTask<?> task) {
		if (this.expiry.isOver(task)) {
			expire(task);
			return false;
		}
		TaskRejectedException refusal = start(task);
		if (refusal != null) {
			this.counts.rejected.increment();
			task.fail(refusal);
		}
		return refusal == null;
	}

	/**
	 * Starts a task that has a permit. If no thread can be started, the caller must pass
	 * the permit on.
	 */
	private @Nullable TaskRejectedException start(ExecutorTask<?> task) {
		this.counts.active.incrementAndGet();
		try {
			this.services.threads().execute(task);
			return null;
		}
		catch (Throwable ex) {
			TaskRejectedException refusal = new TaskRejectedException(
					"Executor '" + this.name + "' cannot start a thread", ex);
			this.counts.active.decrementAndGet();
			if (this.once.isFirst(ex.getClass())) {
				logger.error("Executor '" + this.name + "' cannot start a thread; its waiting tasks fail", ex);
			}
			return refusal;
		}
	}

	private void expire(ExecutorTask<?> task) {
		this.counts.expired.increment();
		ExecutorFullException reason = new ExecutorFullException(
				"A task of executor '" + this.name + "' was still queued after the queue timeout",
				retryAfter(waiting()));
		complete(() -> task.fail(reason));
	}

	/**
	 * Completes a future on a thread of its own, because its callbacks may block, which
	 * must stop neither the timer nor the tasks that wait for a place.
	 */
	private void complete(Runnable completion) {
		try {
			this.services.threads().execute(completion);
		}
		catch (Throwable ex) {
			// No thread can be started.
			completion.run();
		}
	}

	/**
	 * Reports that the current thread waits for a place of this executor.
	 * @return to be called when the wait has ended
	 */
	Runnable placeAwaited() {
		return this.services.listener().waiting("executor " + this.name);
	}

	Runnable carry(Runnable task) {
		return this.services.carrier().apply(task);
	}

	void begun(ExecutorTask<?> task) {
		this.counts.begun.increment();
		this.counts.waited.add(task.startedAt() - task.enteredAt());
		this.running.add(task);
		if (this.services.admission().isClosed()) {
			// The executors were closed after this task got its place.
			if (task.cancelFirst(true)) {
				this.cancelledAtStart.add(task.name());
			}
		}
		Duration timeout = this.settings.runTimeout();
		if (timeout != null) {
			task.alarm(schedule(() -> timeOut(task, timeout), timeout));
		}
	}

	private void timeOut(ExecutorTask<?> task, Duration timeout) {
		if (task.timeOut()) {
			this.counts.timedOut.increment();
			complete(() -> task.completeExceptionally(new TimeoutException(
					"A task of executor '" + this.name + "' exceeded the run timeout of " + timeout)));
		}
	}

	void ended(ExecutorTask<?> task) {
		this.running.remove(task);
		this.counts.ended.increment();
		this.counts.ran.add(System.nanoTime() - task.startedAt());
	}

	/**
	 * Passes the permit of a task on, unless it is that of a waiting task. A pooled
	 * thread keeps it for the next task of this executor, because handing a task to
	 * another thread takes longer than short tasks.
	 * @return the task that the current thread must run, {@code null} if there is none
	 */
	@Nullable ExecutorTask<?> finished(ExecutorTask<?> task) {
		this.counts.active.decrementAndGet();
		if (task.endWithin()) {
			return null;
		}
		ExecutorTask<?> next = this.permits.passOn();
		if (next == null || !this.services.pooled() || next.executor() != this || this.expiry.isOver(next)) {
			startAll(next);
			return null;
		}
		this.counts.active.incrementAndGet();
		startAll(this.permits.next());
		// The interrupt was meant for the task that has ended.
		Thread.interrupted();
		return next;
	}

	void failed(ExecutorTask<?> task, Throwable failure) {
		this.counts.failed.increment();
		if (task.work() instanceof Executed) {
			logger.error("A task of executor '" + this.name + "' failed", failure);
		}
	}

	void dequeue(ExecutorTask<?> task) {
		this.permits.remove(this.queue, task);
	}

	void cancelled() {
		this.counts.cancelled.increment();
	}

	/**
	 * Logs tasks that ignore an interrupt, because they still count against the
	 * concurrency limit.
	 */
	void interrupted(ExecutorTask<?> task) {
		schedule(() -> {
			Thread runner = task.runner();
			if (runner != null) {
				reportOverdue(runner.getStackTrace());
			}
		}, GRACE);
	}

	private void reportOverdue(StackTraceElement[] stack) {
		if (stack.length > 0 && this.once.isFirst(stack[0])) {
			logger.warn(
					"A task of executor '" + this.name + "' still runs although it was interrupted " + GRACE.toSeconds()
							+ " s ago, and counts against the concurrency limit. Stack of its thread:" + lines(stack));
		}
	}

	private static String lines(StackTraceElement[] stack) {
		return Stream.of(stack)
			.limit(FRAMES)
			.map((element) -> System.lineSeparator() + "\tat " + element)
			.collect(Collectors.joining());
	}

	private Future<?> schedule(Runnable task, Duration delay) {
		return this.services.timer().schedule(task, ExecutorSettings.nanos(delay), TimeUnit.NANOSECONDS);
	}

	/**
	 * Cancels all queued tasks.
	 * @return the names of the tasks
	 */
	List<String> cancelWaiting() {
		List<ExecutorTask<?>> tasks = this.permits.removeAll(this.queue, (task) -> true);
		for (ExecutorTask<?> task : tasks) {
			task.fail(closed());
		}
		this.counts.cancelled.add(tasks.size());
		return tasks.stream().map(ExecutorTask::name).toList();
	}

	/**
	 * Interrupts all running tasks.
	 * @return the names of the tasks
	 */
	List<String> cancelRunning() {
		return this.running.stream().filter((task) -> task.cancelFirst(true)).map(ExecutorTask::name).toList();
	}

	/**
	 * Returns the names of the tasks that started when the executors were closed, and
	 * forgets them.
	 */
	List<String> cancelledAtStart() {
		return Stream.generate(this.cancelledAtStart::poll).takeWhile(Objects::nonNull).toList();
	}

	/**
	 * Returns the number of tasks that were accepted, rejected or dropped.
	 */
	long submitted() {
		return this.permits.admitted(this.queue) + this.counts.rejected.sum() + this.counts.dropped.sum();
	}

	/**
	 * Logs the tasks that were lost since the last call and are not logged yet.
	 */
	void reportLost() {
		String lost = this.lost.take();
		if (lost != null) {
			logger.warn("Executor '%s' has also lost after the commit of their transactions: %s".formatted(this.name,
					lost));
		}
	}

	ExecutorCounts counts() {
		return this.counts;
	}

	/**
	 * Returns the number of tasks that still run after their cancellation or run timeout.
	 */
	long overdue() {
		return this.running.stream().filter(CompletableFuture::isDone).count();
	}

	/**
	 * Returns the current state.
	 * @return the state, whose values are not read atomically
	 */
	public ExecutorState state() {
		return new ExecutorState(this.name, permits(), active(), waiting(), this.counts.lost(), this.counts.ended.sum(),
				this.counts.ran.sum(), (this.pool != null) ? this.pool : "");
	}

	int waiting() {
		return this.permits.waiting(this.queue);
	}

	/**
	 * Returns the number of running tasks, including executors of the same connection
	 * pool.
	 */
	int active() {
		return this.permits.active();
	}

	int permits() {
		return this.permits.limit();
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
