package io.perfstarter.routing.faults;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.dao.CannotAcquireLockException;

/**
 * A fixed number of readers without pauses, and two writers.
 */
final class Crowd {

	private static final int WRITERS = 2;

	private static final Duration WRITE_PAUSE = Duration.ofMillis(5);

	/**
	 * The duration of a read, so that reads that fail at once are not counted more often.
	 */
	private static final Duration AFTER_FAILURE = Duration.ofMillis(50);

	private static final long STACK = 256 * 1024;

	private static final String SERIALIZATION_FAILURE = "40001";

	private static final Duration END = Duration.ofSeconds(40);

	private final Queue<Read> reads = new ConcurrentLinkedQueue<>();

	private final Queue<Long> writes = new ConcurrentLinkedQueue<>();

	private final Queue<RuntimeException> failedWrites = new ConcurrentLinkedQueue<>();

	private final List<Thread> threads = new ArrayList<>();

	private final Rows rows;

	private volatile boolean over;

	Crowd(Rows rows, int readers) {
		this.rows = rows;
		for (int i = 0; i < readers + WRITERS; i++) {
			long id = i;
			Thread thread = new Thread(null, () -> run(id, id < readers), "crowd-" + id, STACK);
			thread.setDaemon(true);
			this.threads.add(thread);
		}
		this.threads.forEach(Thread::start);
	}

	private void run(long id, boolean reader) {
		while (!this.over) {
			if (reader) {
				read(id);
			}
			else {
				write(id);
			}
		}
	}

	private void read(long id) {
		long[] firstRowAt = new long[1];
		RuntimeException failure = null;
		long beganAt = System.nanoTime();
		try {
			untilSerialized(() -> this.rows.readAtLength(id, () -> firstRowAt[0] = System.nanoTime()));
		}
		catch (RuntimeException ex) {
			failure = ex;
		}
		long endedAt = System.nanoTime();
		boolean pastFirstRow = firstRowAt[0] != 0;
		this.reads.add(new Read(pastFirstRow, Duration.ofNanos((pastFirstRow ? firstRowAt[0] : endedAt) - beganAt),
				Duration.ofNanos(endedAt - beganAt), failure));
		if (failure != null) {
			LockSupport.parkNanos(AFTER_FAILURE.toNanos());
		}
	}

	private void write(long id) {
		long beganAt = System.nanoTime();
		try {
			untilSerialized(() -> this.rows.write(id, beganAt));
			this.writes.add(System.nanoTime() - beganAt);
			TimeUnit.NANOSECONDS.sleep(WRITE_PAUSE.toNanos());
		}
		catch (RuntimeException ex) {
			this.failedWrites.add(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Repeats a transaction that the isolation level SERIALIZABLE has cancelled, as each
	 * application with this level must, with and without routing.
	 */
	private static void untilSerialized(Runnable transaction) {
		for (;;) {
			try {
				transaction.run();
				return;
			}
			catch (CannotAcquireLockException ex) {
				if (!(ex.getRootCause() instanceof SQLException cause
						&& SERIALIZATION_FAILURE.equals(cause.getSQLState()))) {
					throw ex;
				}
			}
		}
	}

	void leave() {
		this.over = true;
	}

	void awaitEnd() throws InterruptedException {
		long end = System.nanoTime() + END.toNanos();
		for (Thread thread : this.threads) {
			thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
			if (thread.isAlive()) {
				throw new AssertionError("'%s' hangs".formatted(thread.getName()));
			}
		}
	}

	int reads() {
		return this.reads.size();
	}

	List<Read> failedBeforeFirstRow() {
		return this.reads.stream().filter((read) -> read.failure() != null && !read.pastFirstRow()).toList();
	}

	List<Read> failedPastFirstRow() {
		return this.reads.stream().filter((read) -> read.failure() != null && read.pastFirstRow()).toList();
	}

	Duration longestToFirstRow() {
		return this.reads.stream().map(Read::toFirstRow).max(Duration::compareTo).orElse(Duration.ZERO);
	}

	Duration longest() {
		return this.reads.stream().map(Read::took).max(Duration::compareTo).orElse(Duration.ZERO);
	}

	List<RuntimeException> failedWrites() {
		return List.copyOf(this.failedWrites);
	}

	long[] writeMicros() {
		return this.writes.stream().mapToLong(TimeUnit.NANOSECONDS::toMicros).toArray();
	}

	/**
	 * One read.
	 *
	 * @param pastFirstRow whether it received its first row
	 * @param toFirstRow the time until the first row or the failure
	 * @param took the total time
	 * @param failure the exception, {@code null} on success
	 */
	record Read(boolean pastFirstRow, Duration toFirstRow, Duration took, RuntimeException failure) {
	}

}
