package io.perfstarter.async;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.perfstarter.async.BoundedTaskExecutor.Executed;
import io.perfstarter.support.SilentRollbacks;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.util.ClassUtils;

/**
 * One task of an executor and the future of its result. Thread-safe: a lock guards the
 * running thread, so that an interrupt never reaches another task.
 *
 * @param <T> the type of the result
 */
final class ExecutorTask<T extends @Nullable Object> extends CompletableFuture<T> implements RunnableFuture<T> {

	private static final ThreadLocal<@Nullable ExecutorTask<?>> CURRENT = new ThreadLocal<>();

	private static final Runnable NOTHING = () -> {
	};

	private final BoundedTaskExecutor executor;

	private final Callable<T> work;

	private final Object source;

	private final Runnable body;

	private final Object lock = new Object();

	private @Nullable Thread runner;

	private @Nullable List<Runnable> waits;

	private boolean started;

	private boolean interrupted;

	// These two are written before another thread gets the task.
	private long enteredAt = System.nanoTime();

	private int depth;

	private volatile @Nullable Thread transaction;

	/**
	 * Creates a task.
	 * @param source the {@code @Async} method or the object that was submitted
	 */
	ExecutorTask(BoundedTaskExecutor executor, Callable<T> work, Object source) {
		this.executor = executor;
		this.work = work;
		this.source = source;
		this.body = executor.decorate(this::call);
	}

	/**
	 * Returns the task that the current thread runs.
	 */
	static @Nullable ExecutorTask<?> current() {
		return CURRENT.get();
	}

	/**
	 * Lets this task run while its submitter waits for it.
	 * @return {@code false} if too many tasks are nested already
	 */
	boolean enterWithin(ExecutorTask<?> submitter, int deepest) {
		if (submitter.depth >= deepest) {
			return false;
		}
		this.depth = submitter.depth + 1;
		return true;
	}

	/**
	 * Submits this task when the transaction of the current thread has committed.
	 */
	void submitAfterCommit(SilentRollbacks rollbacks) {
		if (isPromised()) {
			// After a rollback, the future behind this task would never complete.
			throw new TaskRejectedException("Executor '" + this.executor.name()
					+ "' submits after the commit, but cannot complete the future of this task after a rollback: "
					+ "use submitCompletable");
		}
		this.transaction = Thread.currentThread();
		AfterCommit.add(this, rollbacks);
	}

	void completed(boolean committed) {
		this.transaction = null;
		if (isDone()) {
			return;
		}
		if (committed) {
			this.enteredAt = System.nanoTime();
			this.executor.enterLate(this);
		}
		else {
			this.executor.discard(this);
		}
	}

	@Override
	public T get() throws InterruptedException, ExecutionException {
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
		Runnable waited = awaitPlace();
		try {
			return super.get(timeout, unit);
		}
		finally {
			waited.run();
			synchronized (this.lock) {
				if (this.waits != null) {
					this.waits.remove(waited);
				}
			}
		}
	}

	@Override
	public T join() {
		Runnable waited = awaitPlace();
		try {
			return super.join();
		}
		finally {
			waited.run();
		}
	}

	/**
	 * Reports that the current thread waits until this task starts.
	 * @return what to call when the current thread no longer waits
	 */
	private Runnable awaitPlace() {
		if (this.transaction == Thread.currentThread()) {
			throw new IllegalStateException("The task runs after the commit of the transaction that is active here, "
					+ "so waiting for it inside the transaction would not end");
		}
		if (isDone()) {
			return NOTHING;
		}
		synchronized (this.lock) {
			if (this.started) {
				return NOTHING;
			}
			this.waits = (this.waits != null) ? this.waits : new ArrayList<>();
			Runnable waited = this.executor.placeAwaited();
			this.waits.add(waited);
			return waited;
		}
	}

	BoundedTaskExecutor executor() {
		return this.executor;
	}

	Callable<T> work() {
		return this.work;
	}

	/**
	 * Returns whether the task belongs to a {@link CompletableFuture} that never
	 * completes if the task does not run.
	 */
	boolean isPromised() {
		return this.work instanceof Executed executed && executed.task() instanceof AsynchronousCompletionTask;
	}

	/**
	 * Returns whether the submitter can wait for the result.
	 */
	boolean canBeAwaited() {
		return !(this.source instanceof Method method && AsyncMethods.isWithoutResult(method))
				&& (!(this.work instanceof Executed executed) || executed.task() instanceof Future<?> || isPromised());
	}

	/**
	 * Returns a name for the log: the {@code @Async} method, or the class that contains
	 * the task.
	 */
	String name() {
		if (this.source instanceof Method method) {
			return ClassUtils.getQualifiedMethodName(method);
		}
		String type = this.source.getClass().getName();
		int lambda = type.indexOf("$$Lambda");
		return (lambda != -1) ? "lambda of " + type.substring(0, lambda) : type;
	}

	@Override
	public void run() {
		if (!begin()) {
			return;
		}
		long startedAt = System.nanoTime();
		CURRENT.set(this);
		try {
			this.executor.begins(this, startedAt - this.enteredAt);
			this.body.run();
			if (!isDone()) {
				completeExceptionally(new IllegalStateException("The task decorator did not run the task"));
			}
		}
		catch (Throwable ex) {
			completeExceptionally(ex);
		}
		finally {
			CURRENT.remove();
			synchronized (this.lock) {
				this.runner = null;
			}
			this.executor.ends(System.nanoTime() - startedAt);
		}
	}

	private boolean begin() {
		synchronized (this.lock) {
			if (isDone()) {
				return false;
			}
			this.started = true;
			this.runner = Thread.currentThread();
			if (this.interrupted) {
				this.runner.interrupt();
			}
			if (this.waits != null) {
				this.waits.forEach(Runnable::run);
			}
		}
		return true;
	}

	private void call() {
		if (isDone()) {
			return;
		}
		try {
			complete(this.work.call());
		}
		catch (Throwable ex) {
			failed(this.source, ex);
			completeExceptionally(ex);
		}
	}

	/**
	 * Counts a failure, but only of what was submitted as this task.
	 * @param failed the {@code @Async} method or the object that has failed; this task
	 * may only have called it
	 */
	void failed(Object failed, Throwable failure) {
		if (failed == this.source && !isDone()) {
			this.executor.failed(this, failure);
		}
	}

	/**
	 * Cancels the task: removes it from the queue, or interrupts it if requested. A
	 * running task keeps its thread until it really ends.
	 */
	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		return cancelFirst(mayInterruptIfRunning) || isCancelled();
	}

	/**
	 * Cancels the task like {@link #cancel(boolean)}.
	 * @return {@code false} if it was completed or cancelled before
	 */
	boolean cancelFirst(boolean mayInterruptIfRunning) {
		// Comes before the callbacks of the future, because they may submit another task.
		this.executor.dequeue(this);
		boolean first = completeExceptionally(new CancellationException());
		if (first) {
			this.executor.cancelled.increment();
			cancelSubmitted();
			if (mayInterruptIfRunning) {
				interrupt();
			}
		}
		return first;
	}

	void interrupt() {
		synchronized (this.lock) {
			this.interrupted = true;
			if (this.runner != null) {
				this.runner.interrupt();
			}
		}
	}

	/**
	 * Fails the task without running it.
	 */
	void fail(TaskRejectedException reason) {
		completeExceptionally(reason);
		cancelSubmitted();
	}

	/**
	 * Cancels a future that was submitted as this task, because a thread may wait for it.
	 */
	private void cancelSubmitted() {
		if (this.work instanceof Executed executed && executed.task() instanceof Future<?> future) {
			future.cancel(false);
		}
	}

}
