package io.perfstarter.reporting.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Records the calls of controllers, services and repositories in one request, in order
 * and with their depth per thread. Bounded: calls beyond the limit are only counted.
 * Thread-safe.
 */
final class CallTrace {

	/**
	 * Maximum number of lines, including the line with the number of omitted calls.
	 */
	static final int LINES = 200;

	// Texts are created when they are read, because most traces are never read.
	private final List<Supplier<String>> lines = new ArrayList<>();

	private final List<Call> open = new ArrayList<>();

	private int omitted;

	/**
	 * Records the start of a call.
	 * @param name the class and the method
	 * @param at the start, from {@link System#nanoTime()}
	 * @return the call to pass to {@code leave}, {@code null} if the trace is full
	 */
	synchronized @Nullable Call enter(String name, long at) {
		// Reserves a line for the end of each open call.
		if (this.lines.size() + this.open.size() + 2 >= LINES) {
			this.omitted++;
			return null;
		}
		Thread thread = Thread.currentThread();
		int depth = (int) this.open.stream().filter((call) -> call.thread == thread).count();
		Call call = new Call(name, depth, at, thread);
		this.open.add(call);
		this.lines.add(() -> call.indent() + "|-->" + name);
		return call;
	}

	synchronized void leave(Call call, long at) {
		if (this.open.remove(call)) {
			long millis = TimeUnit.NANOSECONDS.toMillis(at - call.enteredAt);
			this.lines.add(() -> call.indent() + "|<--" + call.name + " time=" + millis + "ms");
		}
	}

	/**
	 * Returns the trace as text.
	 */
	synchronized List<String> lines() {
		List<String> text = new ArrayList<>();
		this.lines.forEach((line) -> text.add(line.get()));
		if (this.omitted > 0) {
			text.add("... and " + this.omitted + " more calls");
		}
		return List.copyOf(text);
	}

	/**
	 * A call.
	 *
	 * @param name the class and the method
	 * @param depth the number of open calls of the thread
	 * @param enteredAt the start
	 * @param thread the thread
	 */
	record Call(String name, int depth, long enteredAt, Thread thread) {

		private String indent() {
			return "|   ".repeat(this.depth);
		}

	}

}
