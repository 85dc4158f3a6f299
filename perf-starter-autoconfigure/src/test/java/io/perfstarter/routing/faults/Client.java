package io.perfstarter.routing.faults;

import java.time.Duration;
import java.util.Queue;

import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.faults.Operation.Kind;
import io.perfstarter.routing.faults.Rows.Seen;

import org.springframework.core.NestedExceptionUtils;

/**
 * A client that writes and reads its own row and checks the values it reads. Confined to
 * its thread, except for the recent operations.
 */
final class Client {

	private final long id;

	private final Rows rows;

	private final Routing routing;

	private final Queue<Operation> operations;

	private long written;

	private long writtenAt;

	private volatile Operation lastRead;

	private volatile Operation lastWrite;

	Client(long id, Rows rows, Routing routing, Queue<Operation> operations) {
		this.id = id;
		this.rows = rows;
		this.routing = routing;
		this.operations = operations;
	}

	Operation lastRead() {
		return this.lastRead;
	}

	Operation lastWrite() {
		return this.lastWrite;
	}

	void read(Kind kind) {
		this.lastRead = perform(kind, () -> this.rows.read(this.id));
	}

	void write() {
		long value = System.nanoTime();
		this.lastWrite = perform(Kind.WRITE, () -> {
			this.rows.write(this.id, value);
			return null;
		});
		if (!this.lastWrite.failed()) {
			this.written = value;
			this.writtenAt = System.nanoTime();
		}
	}

	private Operation perform(Kind kind, Action action) {
		Known before = Known.now(this.routing);
		long beganAt = System.nanoTime();
		Seen seen = null;
		String failure = null;
		try {
			seen = action.perform();
		}
		catch (RuntimeException ex) {
			failure = text(ex);
		}
		Duration took = Duration.ofNanos(System.nanoTime() - beganAt);
		// A failed write may have been committed nevertheless.
		boolean behind = seen != null && seen.value() < this.written;
		Operation operation = new Operation(kind, beganAt, took, before, Known.now(this.routing),
				(seen != null) ? seen.port() : 0, behind ? this.writtenAt : 0, failure);
		this.operations.add(operation);
		return operation;
	}

	private static String text(RuntimeException failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
		return cause.getClass().getSimpleName() + ": " + message.replaceAll("\\d+", "n");
	}

	/**
	 * The kind of operation.
	 */
	@FunctionalInterface
	private interface Action {

		Seen perform();

	}

}
