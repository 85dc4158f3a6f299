package io.perfstarter.sample.launcher;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The running parts of the sample. Closes them in the reverse order of their start.
 */
class Parts implements AutoCloseable {

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private boolean closed;

	/** Adds a part, or closes it immediately if the parts are already closed. */
	synchronized <T extends AutoCloseable> T add(T part) {
		if (this.closed) {
			close(part);
			throw new SampleException("The sample is stopping");
		}
		this.parts.push(part);
		return part;
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		this.parts.forEach((part) -> {
			if (part instanceof TicketProcess process) {
				process.askToEnd();
			}
		});
		while (!this.parts.isEmpty()) {
			close(this.parts.pop());
		}
	}

	private static void close(AutoCloseable part) {
		try {
			part.close();
		}
		catch (Exception ex) {
			System.err.println("%s did not stop: %s".formatted(part, ex));
		}
	}

}
