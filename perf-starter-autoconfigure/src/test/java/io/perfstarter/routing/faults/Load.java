package io.perfstarter.routing.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.faults.Operation.Kind;

import static org.awaitility.Awaitility.await;

/**
 * Load of eight reading clients and two clients that write and read back, each at a
 * bounded rate.
 *
 * <p>
 * In one of 20 rounds the readers write, too, while the primary accepts writes. Otherwise
 * the standby would always have all their writes.
 */
final class Load implements AutoCloseable {

	static final int READERS = 8;

	static final int WRITERS = 2;

	private static final int ONE_IN = 20;

	private static final Duration READ_PAUSE = Duration.ofMillis(20);

	private static final Duration WRITE_PAUSE = Duration.ofMillis(50);

	private static final Duration SERVED = Duration.ofSeconds(40);

	private final Queue<Operation> operations = new ConcurrentLinkedQueue<>();

	private final List<Client> readers = new ArrayList<>();

	private final List<Client> writers = new ArrayList<>();

	private final List<Thread> threads = new ArrayList<>();

	private final Routing routing;

	private volatile boolean readersWrite;

	private volatile boolean over;

	Load(Rows rows, Routing routing) {
		this.routing = routing;
		for (int i = 0; i < READERS + WRITERS; i++) {
			Client client = new Client(i, rows, routing, this.operations);
			boolean reader = i < READERS;
			(reader ? this.readers : this.writers).add(client);
			Thread thread = new Thread(() -> run(client, reader), (reader ? "reader-" : "writer-") + i);
			thread.setDaemon(true);
			this.threads.add(thread);
		}
		this.threads.forEach(Thread::start);
	}

	private void run(Client client, boolean reader) {
		for (int round = 0; !this.over; round++) {
			if (!reader || (this.readersWrite && round % ONE_IN == 0)) {
				client.write();
				client.read(Kind.OWN_READ);
			}
			else {
				client.read(Kind.READ);
			}
			LockSupport.parkNanos((reader ? READ_PAUSE : WRITE_PAUSE).toNanos());
		}
	}

	void letReadersWrite() {
		this.readersWrite = true;
	}

	/**
	 * Waits until all clients are served again, all readers by one server.
	 */
	void awaitServed(int port, Known known) {
		this.readersWrite = false;
		long since = System.nanoTime();
		await().atMost(SERVED).pollInterval(Duration.ofMillis(10)).untilAsserted(() -> {
			if (!Known.now(this.routing).equals(known)) {
				throw new AssertionError(this.routing.status());
			}
			for (Client reader : this.readers) {
				Operation last = reader.lastRead();
				if (!isServed(last, since) || last.kind() != Kind.READ || last.port() != port) {
					throw new AssertionError(last);
				}
			}
			for (Client writer : this.writers) {
				if (!isServed(writer.lastWrite(), since)) {
					throw new AssertionError(writer.lastWrite());
				}
			}
		});
	}

	private static boolean isServed(Operation last, long since) {
		return last != null && last.beganAt() - since > 0 && !last.failed();
	}

	/**
	 * Stops the load.
	 * @param since a time by {@link System#nanoTime()}
	 */
	List<Operation> end(long since) throws InterruptedException {
		this.over = true;
		for (Thread thread : this.threads) {
			thread.join(TimeUnit.SECONDS.toMillis(30));
			if (thread.isAlive()) {
				throw new AssertionError("'%s' hangs".formatted(thread.getName()));
			}
		}
		return this.operations.stream().filter((operation) -> operation.beganAt() - since >= 0).toList();
	}

	@Override
	public void close() {
		this.over = true;
	}

}
