package io.perfstarter.async;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * One thread that works on a page: the caller, or a helper. Guarded by the lock of its
 * {@link PageRun}, so that an interrupt of ours hits the call that it is for, and nothing
 * that the thread does afterwards.
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
	 * Interrupts the call, if there is one. A thread that somebody else has interrupted
	 * needs no second interrupt: what is pending is his then, and stays.
	 */
	void interrupt() {
		if (this.calling != null && !this.calling.isInterrupted()) {
			this.interrupted = true;
			this.calling.interrupt();
		}
	}

	/**
	 * Ends the call and takes back our interrupt. A thread has one flag for all
	 * interrupts: one from outside is kept if it comes before ours or after the call, and
	 * taken back with ours if it comes between ours and the end of the call.
	 * @return whether we interrupted the call
	 */
	boolean callEnds() {
		this.calling = null;
		if (this.interrupted) {
			Thread.interrupted();
		}
		return this.interrupted;
	}

	/**
	 * Gives back the thread if it has not come to work yet. Called without the lock,
	 * because an executor may do more then.
	 */
	void dismiss() {
		if (!this.begun && this.task != null) {
			this.task.cancel(false);
		}
	}

}
