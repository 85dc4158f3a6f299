package io.perfstarter.async;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * One thread that works on a page: the caller or a helper. Guarded by the lock of its
 * {@link PageRun}, so that an interrupt reaches only the intended call and no later work
 * of the thread.
 */
final class PageWorker {

	private @Nullable Future<?> task;

	private volatile boolean begun;

	private @Nullable Thread calling;

	private boolean interrupted;

	void startedAs(Future<?> task) {
		this.task = task;
	}

	void begins() {
		this.begun = true;
	}

	void callBegins() {
		this.calling = Thread.currentThread();
	}

	/**
	 * Interrupts the current call, if any. A thread that is already interrupted is not
	 * interrupted again, and its pending interrupt is kept.
	 */
	void interrupt() {
		if (this.calling != null && !this.calling.isInterrupted()) {
			this.interrupted = true;
			this.calling.interrupt();
		}
	}

	/**
	 * Ends the call and clears the interrupt of this class. An interrupt from elsewhere
	 * is kept if it came before this one or after the call; one in between is lost,
	 * because a thread has only one interrupt flag.
	 * @return whether this class interrupted the call
	 */
	boolean callEnds() {
		this.calling = null;
		if (this.interrupted) {
			Thread.interrupted();
		}
		return this.interrupted;
	}

	/**
	 * Cancels a helper that has not started yet. Called without the lock, because the
	 * executor may run other code.
	 */
	void dismiss() {
		if (!this.begun && this.task != null) {
			this.task.cancel(false);
		}
	}

}
