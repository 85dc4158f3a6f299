package io.perfstarter.async;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.Permits.Room;
import io.perfstarter.async.Permits.Turn;
import io.perfstarter.jdbc.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Limits the number of tasks that run at once, each in a thread of its own, queues a
 * bounded number of further tasks, and rejects or drops the rest.
 *
 * <p>
 * Submitting never blocks, except with {@link WhenFull#WAIT}. What waits is an entry in a
 * queue, and needs no thread. A task that waits for the future of another one lends its
 * permit meanwhile, so that tasks may submit tasks. All futures are
 * {@link CompletableFuture}s of which {@code cancel(true)} takes out what waits and
 * interrupts what runs. Thread-safe.
 *
 * @see ExecutorSettings
 */
public final class BoundedExecutor implements AsyncTaskExecutor, Helpers {

	private static final Log logger = LogFactory.getLog(BoundedExecutor.class);

	private static final int FRAMES = 40;

	private static final Duration GRACE = Duration.ofSeconds(1);

	private final String name;

	private final ExecutorSettings settings;

	private final Permits permits;

	private final Room room;

	private final String full;

	private final ExecutorSurroundings surroundings;

	private final Expiry expiry;

	private final ExecutorCounts counts = new ExecutorCounts();

	private final Set<ExecutorTask<?>> running = ConcurrentHashMap.newKeySet();

	private final LogOnce once = new LogOnce();

	BoundedExecutor(String name, ExecutorSettings settings, Permits permits, ExecutorSurroundings surroundings) {
		this.name = name;
		this.settings = settings;
		this.permits = permits;
		this.room = permits.room(settings.queueCapacity());
		this.full = "Executor '" + name + "' is full";
		this.surroundings = surroundings;
		this.expiry = new Expiry(permits, this.room, settings.queueTimeout().toNanos(), surroundings.timer(),
				System::nanoTime, this::expire);
	}

	/**
	 * What it is called.
	 * @return the name of the bean
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Lets a task run when it is its turn. What it throws is logged.
	 * <p>
	 * A {@link CompletableFuture} that is given this executor as its executor cannot be
	 * told that its task will not run. Its task is therefore rejected where others are
	 * dropped, and does not expire; use {@link #submitCompletable(Callable)} instead.
	 * @throws TaskRejectedException if there is no room for it, or the executors are
	 * closed
	 */
	@Override
	public void execute(Runnable task) {
		admit(new Executed(task));
	}

	/**
	 * Lets a task run when it is its turn.
	 * @return what comes of it, a {@link CompletableFuture}
	 * @throws TaskRejectedException if there is no room for it, or the executors are
	 * closed
	 */
	@Override
	public Future<?> submit(Runnable task) {
		return submitCompletable(task);
	}

	/**
	 * Lets a task run when it is its turn.
	 * @return what comes of it, a {@link CompletableFuture}
	 * @throws TaskRejectedException if there is no room for it, or the executors are
	 * closed
	 */
	@Override
	public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
		return submitCompletable(task);
	}

	/**
	 * Lets a task run when it is its turn.
	 * @return what comes of it; can be cancelled
	 * @throws TaskRejectedException if there is no room for it, or the executors are
	 * closed
	 */
	@Override
	public CompletableFuture<Void> submitCompletable(Runnable task) {
		return submitCompletable(() -> {
			task.run();
			return null;
		});
	}

	/**
	 * Lets a task run when it is its turn.
	 * @return what comes of it; can be cancelled
	 * @throws TaskRejectedException if there is no room for it, or the executors are
	 * closed
	 */
	@Override
	public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
		return admit(task);
	}

	@Override
	public @Nullable Future<?> tryStart(Runnable task) {
		if (!this.permits.isFree()) {
			// Before the task takes along what the caller's thread knows, for nothing.
			return null;
		}
		ExecutorTask<?> helper = new ExecutorTask<>(this, new Executed(task), System.nanoTime());
		if (!this.surroundings.entrance().enter(ExecutorTask.current() != null)) {
			return null;
		}
		if (!this.permits.tryTake()) {
			this.surroundings.entrance().leave();
			return null;
		}
		this.counts.submitted.increment();
		if (startOrPassOn(helper) != null) {
			this.surroundings.entrance().leave();
			return null;
		}
		return helper;
	}

	private <T extends @Nullable Object> ExecutorTask<T> admit(Callable<T> work) {
		ExecutorTask<T> task = new ExecutorTask<>(this, work, System.nanoTime());
		this.counts.submitted.increment();
		if (this.settings.submit() == Submit.AFTER_COMMIT && TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive()) {
			TransactionSynchronizationManager
				.registerSynchronization(new AfterCommit(task, this::enterLate, this::discard));
			return task;
		}
		TaskRejectedException refusal = enter(task);
		if (refusal != null && !drop(task, refusal)) {
			this.counts.rejected.increment();
			throw refusal;
		}
		return task;
	}

	/**
	 * Nobody is left to whom an exception would say something.
	 */
	private void enterLate(ExecutorTask<?> task) {
		TaskRejectedException refusal = enter(task);
		if (refusal != null && !drop(task, refusal)) {
			this.counts.rejected.increment();
			task.fail(refusal);
			logger.warn("A transaction has committed, but its task is lost", refusal);
		}
	}

	private void discard(ExecutorTask<?> task) {
		this.counts.discarded.increment();
		task.fail(new TaskRejectedException(
				"The transaction in which a task was submitted to executor '" + this.name + "' was not committed"));
	}

	private boolean drop(ExecutorTask<?> task, TaskRejectedException refusal) {
		boolean dropped = isDroppable(task) && this.surroundings.entrance().isOpen();
		if (dropped) {
			this.counts.dropped.increment();
			task.fail(refusal);
		}
		return dropped;
	}

	private boolean isDroppable(ExecutorTask<?> task) {
		return this.settings.whenFull() == WhenFull.DROP && !isPromised(task);
	}

	private static boolean isPromised(ExecutorTask<?> task) {
		return task.work() instanceof Executed executed && executed.task() instanceof AsynchronousCompletionTask;
	}

	/**
	 * Lets a task in.
	 * @return why not, {@code null} if it is in
	 */
	private @Nullable TaskRejectedException enter(ExecutorTask<?> task) {
		if (this.room.isFull() && isDroppable(task) && this.surroundings.entrance().isOpen()) {
			// A flood gets no further than here, where nobody else has to wait for it.
			return new ExecutorFullException(this.full);
		}
		if (!this.surroundings.entrance().enter(ExecutorTask.current() != null)) {
			return new TaskRejectedException("Executor '" + this.name + "' is closed");
		}
		Turn turn = offer(task, Duration.ZERO);
		Duration patience = this.settings.submitTimeout();
		TaskRejectedException refusal = (turn != Turn.NEVER || patience == null) ? settle(task, turn)
				: enterPatiently(task, patience);
		if (refusal != null) {
			this.surroundings.entrance().leave();
		}
		return refusal;
	}

	/**
	 * What has a permit is started before the caller takes back its own, which may be the
	 * same one.
	 */
	private @Nullable TaskRejectedException enterPatiently(ExecutorTask<?> task, Duration patience) {
		ExecutorTask<?> caller = ExecutorTask.current();
		if (caller == null) {
			return settle(task, offer(task, patience));
		}
		caller.lend();
		try {
			return settle(task, offer(task, patience));
		}
		finally {
			caller.takeBack();
		}
	}

	private Turn offer(ExecutorTask<?> task, Duration patience) {
		try {
			return this.permits.offer(this.room, task, patience.toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Turn.NEVER;
		}
	}

	private @Nullable TaskRejectedException settle(ExecutorTask<?> task, Turn turn) {
		return switch (turn) {
			case NOW -> startOrPassOn(task);
			case LATER -> {
				if (!isPromised(task)) {
					this.expiry.expect(task);
				}
				yield null;
			}
			case NEVER -> (isDroppable(task)) ? new ExecutorFullException(this.full) : new TaskRejectedException(
					this.full + ": " + this.permits.active() + " tasks run, and " + waiting() + " wait");
		};
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
		if (!isPromised(task) && this.expiry.isOver(task)) {
			expire(task);
			return false;
		}
		TaskRejectedException refusal = start(task);
		if (refusal != null) {
			this.counts.rejected.increment();
			task.fail(refusal);
			this.surroundings.entrance().leave();
		}
		return refusal == null;
	}

	/**
	 * Starts what has a permit; if there is no thread for it, the permit is the caller's
	 * to pass on.
	 */
	private @Nullable TaskRejectedException start(ExecutorTask<?> task) {
		this.counts.active.incrementAndGet();
		try {
			this.surroundings.threads().execute(task);
			return null;
		}
		catch (Throwable ex) {
			TaskRejectedException refusal = new TaskRejectedException(
					"Executor '" + this.name + "' cannot start a thread", ex);
			this.counts.active.decrementAndGet();
			if (this.once.isFirst(ex.getClass())) {
				logger.error("Executor '" + this.name + "' cannot start a thread; its tasks fail", ex);
			}
			return refusal;
		}
	}

	private void expire(ExecutorTask<?> task) {
		this.counts.expired.increment();
		task.fail(new TaskRejectedException("A task has waited for executor '" + this.name + "' for as long as it may: "
				+ this.settings.queueTimeout()));
		this.surroundings.entrance().leave();
	}

	Runnable carry(Runnable task) {
		return this.surroundings.carrier().apply(task);
	}

	void begun(ExecutorTask<?> task) {
		this.counts.begun.increment();
		this.counts.waited.add(task.startedAt() - task.submittedAt());
		this.running.add(task);
		if (this.surroundings.entrance().isClosed()) {
			// Too late for the one who has interrupted all that ran.
			task.cancel(true);
		}
		Duration timeout = this.settings.runTimeout();
		if (timeout != null) {
			task.alarm(schedule(() -> timeOut(task, timeout), timeout));
		}
	}

	private void timeOut(ExecutorTask<?> task, Duration timeout) {
		if (task.timeOut(
				new TimeoutException("A task of executor '" + this.name + "' has run for longer than " + timeout))) {
			this.counts.timedOut.increment();
		}
	}

	void ended(ExecutorTask<?> task) {
		this.running.remove(task);
		this.counts.ended.increment();
		this.counts.ran.add(System.nanoTime() - task.startedAt());
	}

	void finished() {
		this.counts.active.decrementAndGet();
		this.surroundings.entrance().leave();
		startAll(this.permits.passOn());
	}

	void failed(ExecutorTask<?> task, Throwable failure) {
		this.counts.failed.increment();
		if (task.work() instanceof Executed) {
			logger.error("A task of executor '" + this.name + "' has failed", failure);
		}
	}

	void cancelled(ExecutorTask<?> task) {
		this.counts.cancelled.increment();
		if (!this.permits.remove(this.room, (waiting) -> waiting == task).isEmpty()) {
			this.surroundings.entrance().leave();
		}
	}

	/**
	 * Whoever does not listen to an interrupt keeps a permit that others wait for.
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
			logger.warn("A task of executor '" + this.name + "' goes on although it was interrupted "
					+ GRACE.toSeconds() + " s ago, and keeps its permit. Its thread is at"
					+ Stream.of(stack)
						.limit(FRAMES)
						.map((element) -> System.lineSeparator() + "\tat " + element)
						.collect(Collectors.joining()));
		}
	}

	private @Nullable Future<?> schedule(Runnable task, Duration delay) {
		try {
			return this.surroundings.timer().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			// The executors are closed, and interrupt what still runs.
			return null;
		}
	}

	void lend() {
		this.counts.lent.increment();
		startAll(this.permits.passOn());
	}

	void takeBack() {
		this.permits.takeBack();
	}

	/**
	 * Ends all that wait.
	 * @return how many
	 */
	int cancelWaiting() {
		List<ExecutorTask<?>> tasks = this.permits.remove(this.room, (task) -> true);
		for (ExecutorTask<?> task : tasks) {
			task.fail(new TaskRejectedException("Executor '" + this.name + "' is closed"));
			this.surroundings.entrance().leave();
		}
		this.counts.cancelled.add(tasks.size());
		return tasks.size();
	}

	/**
	 * Interrupts all that run.
	 * @return how many
	 */
	int cancelRunning() {
		int cancelled = 0;
		for (ExecutorTask<?> task : this.running) {
			cancelled += (task.cancel(true)) ? 1 : 0;
		}
		return cancelled;
	}

	ExecutorCounts counts() {
		return this.counts;
	}

	/**
	 * How many go on although they were cancelled or have run for too long.
	 */
	long overdue() {
		return this.running.stream().filter(CompletableFuture::isDone).count();
	}

	/**
	 * How it is now.
	 * @return the figures, each of its own moment
	 */
	public ExecutorState state() {
		return new ExecutorState(this.name, permits(), active(), waiting(), this.counts.lost());
	}

	int waiting() {
		return this.permits.waiting(this.room);
	}

	/**
	 * How many permits are taken, together with the executors of the same pool.
	 */
	int active() {
		return this.permits.active();
	}

	int permits() {
		return this.permits.limit();
	}

	/**
	 * A task of which nobody awaits the end.
	 *
	 * @param task what to do
	 */
	record Executed(Runnable task) implements Callable<@Nullable Void> {

		@Override
		public @Nullable Void call() {
			this.task.run();
			return null;
		}

	}

}
