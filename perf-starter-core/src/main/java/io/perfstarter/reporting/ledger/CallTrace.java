package io.perfstarter.reporting.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The calls of a request's layers, as they began and ended; of each thread by its own
 * depth. Bounded: what begins when it is full is only counted. Thread-safe.
 */
final class CallTrace {

	/**
	 * With one that says how many are missing.
	 */
	static final int LINES = 200;

	private final List<Line> lines = new ArrayList<>();

	private final List<Call> open = new ArrayList<>();

	private int omitted;

	/**
	 * A call begins.
	 * @param name the class and the method, nothing else
	 * @param at when, by {@link System#nanoTime()}
	 * @return what is to be left, {@code null} if there is no room
	 */
	synchronized @Nullable Call enter(String name, long at) {
		// Each that is open is to have its end, too.
		if (this.lines.size() + this.open.size() + 2 >= LINES) {
			this.omitted++;
			return null;
		}
		Thread thread = Thread.currentThread();
		int depth = (int) this.open.stream().filter((call) -> call.thread == thread).count();
		Call call = new Call(name, depth, at, thread);
		this.open.add(call);
		this.lines.add(new Line(call, -1));
		return call;
	}

	synchronized void leave(Call call, long at) {
		if (this.open.remove(call)) {
			this.lines.add(new Line(call, at - call.enteredAt));
		}
	}

	/**
	 * What is to be read.
	 */
	synchronized List<String> lines() {
		List<String> text = new ArrayList<>();
		this.lines.forEach((line) -> text.add(line.text()));
		if (this.omitted > 0) {
			text.add("... and " + this.omitted + " more calls");
		}
		return List.copyOf(text);
	}

	/**
	 * A call. Is equal only to itself.
	 */
	static final class Call {

		private final String name;

		private final int depth;

		private final long enteredAt;

		private final Thread thread;

		private Call(String name, int depth, long enteredAt, Thread thread) {
			this.name = name;
			this.depth = depth;
			this.enteredAt = enteredAt;
			this.thread = thread;
		}

	}

	/**
	 * The beginning or the end of a call.
	 *
	 * @param call the call
	 * @param nanos how long it took, negative at its beginning
	 */
	private record Line(Call call, long nanos) {

		private String text() {
			String indent = "|   ".repeat(this.call.depth);
			return (this.nanos < 0) ? indent + "|-->" + this.call.name
					: indent + "|<--" + this.call.name + " time=" + TimeUnit.NANOSECONDS.toMillis(this.nanos) + "ms";
		}

	}

}
