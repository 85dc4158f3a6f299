package io.perfstarter.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Performs the calls for a page on the caller's thread and on helper threads. Each free
 * thread takes the next call. The first event that can end the run ends it.
 */
final class PageRun {

	private static final Object READY = new Object();

	private static final int NONE = -1;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition idle = this.lock.newCondition();

	private final PageWorker caller = new PageWorker();

	private final List<PageWorker> helpers = new ArrayList<>();

	private final int size;

	private final Call call;

	private final boolean failFast;

	private final BooleanSupplier expired;

	/**
	 * {@link #READY} for each finished call, the failure for each failed one, null for
	 * the rest.
	 */
	private final @Nullable Object[] outcomes;

	private int taken;

	private int expected;

	private int busy;

	private @Nullable End end;

	private @Nullable Throwable cause;

	/**
	 * Creates a run.
	 * @param size the number of calls
	 * @param call makes one of the calls
	 * @param failFast whether the first failure ends the run
	 * @param expired returns whether the deadline has passed
	 */
	PageRun(int size, Call call, boolean failFast, BooleanSupplier expired) {
		this.size = size;
		this.call = call;
		this.failFast = failFast;
		this.expired = expired;
		this.outcomes = new @Nullable Object[size];
	}

	/**
	 * Makes all calls, and returns when no helper is in a call any more.
	 * @param executor provides the helper threads
	 * @param limit the maximum number of threads
	 */
	void work(HelperThreads executor, int limit) {
		do {
			askForHelp(executor, limit);
		}
		while (next(this.caller));
		finish();
	}

	/**
	 * Tries again before each call of the caller, because a thread may have become
	 * available.
	 */
	private void askForHelp(HelperThreads executor, int limit) {
		try {
			PageWorker helper = enlist(limit);
			while (helper != null) {
				helper = start(helper, executor) ? enlist(limit) : null;
			}
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private @Nullable PageWorker enlist(int limit) {
		if (limit == 0) {
			return null;
		}
		this.lock.lock();
		try {
			boolean useful = this.end == null && this.expected < this.size - this.taken - 1;
			if (!useful || this.helpers.size() == limit) {
				return null;
			}
			PageWorker helper = new PageWorker();
			this.helpers.add(helper);
			this.expected++;
			return helper;
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean start(PageWorker helper, HelperThreads executor) {
		Future<?> task = executor.tryStart(() -> help(helper));
		if (task != null) {
			helper.startedAs(task);
			return true;
		}
		this.lock.lock();
		try {
			this.helpers.remove(this.helpers.size() - 1);
			this.expected--;
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void help(PageWorker helper) {
		this.lock.lock();
		try {
			helper.begins();
			this.expected--;
		}
		finally {
			this.lock.unlock();
		}
		boolean more = true;
		while (more) {
			more = next(helper);
		}
	}

	/**
	 * Makes the next call, if any is left.
	 */
	private boolean next(PageWorker worker) {
		int index = take(worker);
		if (index == NONE) {
			return false;
		}
		Throwable failure = null;
		try {
			this.call.make(index);
		}
		catch (Throwable ex) {
			failure = ex;
		}
		put(worker, index, failure);
		return true;
	}

	private int take(PageWorker worker) {
		this.lock.lock();
		try {
			if (this.end != null || this.taken == this.size) {
				return NONE;
			}
			if (Thread.currentThread().isInterrupted()) {
				// A helper stops when its executor interrupts it.
				if (worker == this.caller) {
					end(End.INTERRUPTED, null);
				}
				return NONE;
			}
			if (this.expired.getAsBoolean()) {
				end(End.EXPIRED, null);
				return NONE;
			}
			this.busy++;
			worker.callBegins();
			return this.taken++;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void put(PageWorker worker, int index, @Nullable Throwable failure) {
		this.lock.lock();
		try {
			boolean ours = worker.callEnds();
			if (!ours && failure instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			// Results after the end of the run are ignored.
			if (this.end == null) {
				record(worker, index, failure);
			}
			if (--this.busy == 0) {
				this.idle.signal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void record(PageWorker worker, int index, @Nullable Throwable failure) {
		if (failure == null) {
			this.outcomes[index] = READY;
		}
		else if (failure instanceof Error) {
			end(End.FAILED, failure);
		}
		else if (worker == this.caller && Thread.currentThread().isInterrupted()) {
			end(End.INTERRUPTED, failure);
		}
		else if (this.failFast) {
			end(End.FAILED, failure);
		}
		else {
			this.outcomes[index] = failure;
		}
	}

	private void end(End end, @Nullable Throwable cause) {
		if (this.end == null) {
			this.end = end;
			this.cause = cause;
			this.caller.interrupt();
			this.helpers.forEach(PageWorker::interrupt);
		}
	}

	private void fail(Throwable failure) {
		this.lock.lock();
		try {
			end(End.FAILED, failure);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Ends the run at its deadline.
	 */
	void expire() {
		this.lock.lock();
		try {
			end(End.EXPIRED, null);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void finish() {
		boolean interrupted = false;
		this.helpers.forEach(PageWorker::dismiss);
		this.lock.lock();
		try {
			while (this.busy > 0) {
				try {
					this.idle.await();
				}
				catch (InterruptedException ex) {
					interrupted = true;
					end(End.INTERRUPTED, null);
				}
			}
			end(End.COMPLETE, null);
		}
		finally {
			this.lock.unlock();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Throws the failure that ended the run early, unless that was the deadline.
	 * @param <X> the checked exception of the calls
	 */
	@SuppressWarnings("unchecked")
	<X extends Exception> void throwCause() throws X {
		if (this.end == End.INTERRUPTED) {
			CancellationException cancelled = new CancellationException(
					"The thread that waits for the page was interrupted");
			cancelled.initCause(this.cause);
			throw cancelled;
		}
		if (this.cause instanceof Error error) {
			throw error;
		}
		if (this.cause != null) {
			throw (X) this.cause;
		}
	}

	boolean isExpired() {
		return this.end == End.EXPIRED;
	}

	boolean isReady(int index) {
		return this.outcomes[index] == READY;
	}

	/**
	 * Returns the failure of a call that did not end the run.
	 */
	@Nullable Exception failure(int index) {
		return (this.outcomes[index] instanceof Exception failure) ? failure : null;
	}

	/**
	 * The reason of the end of a run.
	 */
	private enum End {

		COMPLETE, FAILED, INTERRUPTED, EXPIRED

	}

	/**
	 * Makes one call and stores its result.
	 */
	interface Call {

		void make(int index) throws Exception;

	}

}
