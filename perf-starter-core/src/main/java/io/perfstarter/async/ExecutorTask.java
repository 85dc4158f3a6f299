package io.perfstarter.async;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.util.ClassUtils;

/**
 * One task of an executor and the future of its result. Thread-safe: the running thread
 * is guarded by a lock, so that an interrupt never reaches another task.
 *
 * @param <T> the type of the result
 */
final class ExecutorTask<T extends @Nullable Object> extends CompletableFuture<T> implements Runnable {

	private static final ThreadLocal<@Nullable ExecutorTask<?>> CURRENT = new ThreadLocal<>();

	private static final Runnable NOTHING = () -> {
	};

	private final BoundedExecutor executor;

	private final Callable<T> work;

	private final Object source;

	private final Runnable body;

	private final int hash;

	private long enteredAt;

	private final Object running = new Object();

	private @Nullable Thread runner;

	private @Nullable List<Runnable> waits;

	// Written before the future is returned, or before the commit that submits it ends.
	private boolean queued;

	private boolean interrupted;

	private volatile boolean timedOut;

	private long startedAt;

	private @Nullable Future<?> alarm;

	// The neighbours in the TaskQueue, guarded by its lock.
	@Nullable ExecutorTask<?> before;

	@Nullable ExecutorTask<?> after;

	boolean enqueued;

	// Written before the task is started, as is the next one.
	private int depth;

	private @Nullable CountDownLatch endedWithin;

	private volatile @Nullable Thread transaction;

	/**
	 * Creates a task.
	 * @param executor its executor
	 * @param work the work
	 * @param source the {@code @Async} method or the object that was submitted
	 * @param enteredAt the time at which it asks for a place, from
	 * {@link System#nanoTime()}
	 */
	ExecutorTask(BoundedExecutor executor, Callable<T> work, Object source, long enteredAt) {
		this.executor = executor;
		this.work = work;
		this.source = source;
		this.enteredAt = enteredAt;
		this.hash = Long.hashCode(enteredAt);
		this.body = executor.carry(this::call);
	}

	/**
	 * Returns the task that the current thread runs.
	 */
	static @Nullable ExecutorTask<?> current() {
		return CURRENT.get();
	}

	/**
	 * Makes this task run in the place of another one.
	 * @param waiter the task that waits meanwhile
	 * @param deepest the maximum number of tasks in the place of one
	 * @return whether there are not too many
	 */
	boolean enterWithin(ExecutorTask<?> waiter, int deepest) {
		this.depth = waiter.depth + 1;
		this.endedWithin = new CountDownLatch(1);
		return this.depth <= deepest;
	}

	/**
	 * Lets the waiting task go on, in whose place this one has run.
	 * @return whether there is one
	 */
	boolean endWithin() {
		CountDownLatch ended = this.endedWithin;
		if (ended != null) {
			ended.countDown();
		}
		return ended != null;
	}

	/**
	 * Waits until this task has ended in the place of the current one. An interrupt of
	 * the current task meanwhile interrupts this one.
	 * @return whether the current task was interrupted
	 */
	boolean awaitEnd() {
		CountDownLatch ended = Objects.requireNonNull(this.endedWithin);
		boolean interrupted = false;
		while (ended.getCount() > 0) {
			try {
				ended.await();
			}
			catch (InterruptedException ex) {
				interrupted = true;
				interrupt();
			}
		}
		return interrupted;
	}

	/**
	 * Sets whether this task is submitted when the transaction of the current thread has
	 * committed.
	 */
	void awaitsCommit(boolean waits) {
		this.transaction = waits ? Thread.currentThread() : null;
	}

	/**
	 * Sets the time at which this task asks for a place. Must be called before it does.
	 */
	void enteredAt(long enteredAt) {
		this.enteredAt = enteredAt;
	}

	@Override
	public T get() throws InterruptedException, ExecutionException {
		checkCommitted();
		Runnable waited = awaitPlace();
		try {
			return super.get();
		}
		finally {
			waited.run();
		}
	}

	@Override
	public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
		checkCommitted();
		Runnable waited = awaitPlace();
		try {
			return super.get(timeout, unit);
		}
		finally {
			waited.run();
		}
	}

	@Override
	public T join() {
		checkCommitted();
		Runnable waited = awaitPlace();
		try {
			return super.join();
		}
		finally {
			waited.run();
		}
	}

	/**
	 * Reports that the current thread waits until this task gets a place, if it is
	 * queued.
	 * @return to be called when the current thread waits no longer
	 */
	private Runnable awaitPlace() {
		if (!this.queued || isDone()) {
			return NOTHING;
		}
		synchronized (this.running) {
			if (this.runner != null || isDone()) {
				return NOTHING;
			}
			Runnable waited = this.executor.placeAwaited();
			List<Runnable> waits = (this.waits != null) ? this.waits : new ArrayList<>();
			waits.add(waited);
			this.waits = waits;
			return () -> {
				synchronized (this.running) {
					waits.remove(waited);
				}
				waited.run();
			};
		}
	}

	private void checkCommitted() {
		if (this.transaction == Thread.currentThread()) {
			throw new IllegalStateException("The task runs after the commit of the transaction that is active here, "
					+ "so waiting for it inside the transaction would not end");
		}
	}

	BoundedExecutor executor() {
		return this.executor;
	}

	/**
	 * Returns the time at which this task asked for a place.
	 */
	long enteredAt() {
		return this.enteredAt;
	}

	/**
	 * Returns the start time. Must be called by the thread that runs the task.
	 */
	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Records that the task waits in the queue.
	 */
	void queued() {
		this.queued = true;
	}

	/**
	 * Sets the timer of the run timeout.
	 */
	void alarm(Future<?> alarm) {
		this.alarm = alarm;
	}

	/**
	 * Returns whether the task belongs to a {@link CompletableFuture} that would never
	 * complete without it.
	 */
	boolean isPromised() {
		return this.work instanceof BoundedExecutor.Executed executed
				&& executed.task() instanceof AsynchronousCompletionTask;
	}

	/**
	 * Returns the work that the caller submitted.
	 */
	Callable<T> work() {
		return this.work;
	}

	/**
	 * Returns a name for the log: that of the {@code @Async} method, or of the class that
	 * contains the task.
	 */
	String name() {
		if (this.source instanceof Method method) {
			return ClassUtils.getQualifiedMethodName(method);
		}
		String type = this.source.getClass().getName();
		int lambda = type.indexOf("$$Lambda");
		return (lambda != -1) ? "lambda of " + type.substring(0, lambda) : type;
	}

	/**
	 * Runs the task, and on a pooled thread afterwards the tasks that get its permit.
	 */
	@Override
	public void run() {
		ExecutorTask<?> task = this;
		while (task != null) {
			task = task.runOne();
		}
	}

	private @Nullable ExecutorTask<?> runOne() {
		try {
			if (begin()) {
				perform();
			}
		}
		catch (Throwable ex) {
			end(ex);
		}
		return this.executor.finished(this);
	}

	private void perform() {
		CURRENT.set(this);
		try {
			this.body.run();
			if (!isDone()) {
				end(new IllegalStateException("The task decorator did not run the task"));
			}
		}
		catch (Throwable ex) {
			end(ex);
		}
		finally {
			CURRENT.remove();
			if (this.alarm != null) {
				this.alarm.cancel(false);
			}
			end();
		}
	}

	private void call() {
		if (isDone()) {
			return;
		}
		try {
			T result = this.work.call();
			if (!this.timedOut) {
				complete(result);
			}
		}
		catch (Throwable ex) {
			failed(this.source, ex);
			end(ex);
		}
	}

	/**
	 * Counts a failure.
	 * @param failed the {@code @Async} method or the object that has failed, which may
	 * also be one that this task has called
	 */
	void failed(Object failed, Throwable failure) {
		if (failed == this.source && !this.timedOut && !isDone()) {
			this.executor.failed(this, failure);
		}
	}

	/**
	 * Fails the future, unless the run timeout does that.
	 */
	private void end(Throwable failure) {
		if (!this.timedOut) {
			completeExceptionally(failure);
		}
	}

	private boolean begin() {
		synchronized (this.running) {
			if (isDone()) {
				return false;
			}
			this.runner = Thread.currentThread();
			this.startedAt = System.nanoTime();
			if (this.interrupted) {
				this.runner.interrupt();
			}
			if (this.waits != null) {
				this.waits.forEach(Runnable::run);
			}
		}
		this.executor.begun(this);
		return true;
	}

	private void end() {
		synchronized (this.running) {
			this.runner = null;
		}
		this.executor.ended(this);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Returns a hash of the time of creation, because an identity hash is more expensive.
	 */
	@Override
	public int hashCode() {
		return this.hash;
	}

	/**
	 * Cancels the task: removes it from the queue, or interrupts it if requested. A
	 * running task counts against the concurrency limit until it really ends.
	 */
	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		return cancelFirst(mayInterruptIfRunning) || isCancelled();
	}

	/**
	 * Cancels the task like {@link #cancel(boolean)}.
	 * @return whether it was not completed or cancelled before
	 */
	boolean cancelFirst(boolean mayInterruptIfRunning) {
		// Before the callbacks of the future run, which may submit another task.
		this.executor.dequeue(this);
		boolean first = completeExceptionally(new CancellationException());
		if (first) {
			this.executor.cancelled();
			if (mayInterruptIfRunning) {
				interrupt();
			}
		}
		return first;
	}

	/**
	 * Interrupts the task after its run timeout.
	 * @return whether it was still running, so that the caller must fail its future
	 */
	boolean timeOut() {
		this.timedOut = !isDone();
		if (this.timedOut) {
			interrupt();
		}
		return this.timedOut;
	}

	private void interrupt() {
		synchronized (this.running) {
			this.interrupted = true;
			if (this.runner != null) {
				this.runner.interrupt();
				this.executor.interrupted(this);
			}
		}
	}

	/**
	 * Fails the task without running it.
	 */
	void fail(TaskRejectedException reason) {
		completeExceptionally(reason);
		if (this.work instanceof BoundedExecutor.Executed executed && executed.task() instanceof Future<?> future) {
			future.cancel(false);
		}
	}

	/**
	 * Returns the thread that runs the task.
	 * @return the thread, {@code null} if the task does not run
	 */
	@Nullable Thread runner() {
		synchronized (this.running) {
			return this.runner;
		}
	}

}
