package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.perfstarter.coherence.protocol.Event;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * A call of a method that changes caches, with the changes that Spring has carried out.
 * It lasts until Spring has carried out all. Thread-safe: guarded by its lock.
 */
public final class ChangingCall {

	private static final String ATTRIBUTE = ChangingCall.class.getName();

	// Null after the end.
	private @Nullable List<Consumer<Boolean>> ends = new ArrayList<>(1);

	private final List<Event> changes = new ArrayList<>(1);

	private boolean failed;

	private ChangingCall() {
	}

	/**
	 * Returns the changing call of an invocation.
	 * @param invocation the call
	 * @return the call, {@code null} if it has not begun
	 */
	public static @Nullable ChangingCall of(MethodInvocation invocation) {
		return (invocation instanceof ProxyMethodInvocation call) ? (ChangingCall) call.getUserAttribute(ATTRIBUTE)
				: null;
	}

	/**
	 * Begins a call, or continues it if it has not ended. A call that has ended begins
	 * again, for example when it is repeated after a conflict.
	 * @param invocation the call
	 * @return the call
	 */
	public static ChangingCall begin(ProxyMethodInvocation invocation) {
		ChangingCall call = of(invocation);
		if (call == null || call.hasEnded()) {
			call = new ChangingCall();
			invocation.setUserAttribute(ATTRIBUTE, call);
		}
		return call;
	}

	private synchronized boolean hasEnded() {
		return this.ends == null;
	}

	/**
	 * Records a change that Spring carries out.
	 */
	synchronized void changed(Event event) {
		this.changes.add(event);
	}

	/**
	 * Returns the changes that Spring has carried out so far.
	 * @return the changes, {@code null} if it has carried out none because of a failure
	 */
	public synchronized @Nullable List<Event> changes() {
		return this.failed ? null : List.copyOf(this.changes);
	}

	/**
	 * Runs an action at the end of the call, or at once if it has ended.
	 * @param action receives whether the call has failed; must not throw
	 */
	public void atEnd(Consumer<Boolean> action) {
		synchronized (this) {
			if (this.ends != null) {
				this.ends.add(action);
				return;
			}
		}
		action.accept(this.failed);
	}

	/**
	 * Ends the call as soon as its result is complete.
	 */
	void endWith(@Nullable Object result) {
		if (result instanceof CompletionStage<?> stage) {
			stage.whenComplete((value, failure) -> end(failure != null));
		}
		else {
			end(false);
		}
	}

	void end(boolean failed) {
		List<Consumer<Boolean>> ends;
		synchronized (this) {
			ends = this.ends;
			this.ends = null;
			this.failed = failed;
		}
		if (ends != null) {
			ends.forEach((action) -> action.accept(failed));
		}
	}

}
