package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A reader and a writer at each instance, until it is ended.
 */
final class Load implements AutoCloseable {

	/**
	 * Tickets above are changed only by {@link #commit}, so that an eviction that is lost
	 * has no successor.
	 */
	private static final int LAST_BUSY_TICKET = 100;

	private static final int WARM_HITS = 150;

	private static final int READ_PAUSE_MILLIS = 6;

	private static final int WRITE_PAUSE_MILLIS = 250;

	private static final int FAILURE_PAUSE_MILLIS = 20;

	static final long SEED = new Random().nextLong();

	private static final AtomicLong values = new AtomicLong();

	private final TicketClient client;

	private final Witness witness;

	private final Queue<Read> reads = new ConcurrentLinkedQueue<>();

	private final List<Thread> threads = new ArrayList<>();

	private final Queue<RuntimeException> unexpected = new ConcurrentLinkedQueue<>();

	private volatile boolean writing = true;

	private volatile boolean reading = true;

	Load(List<InstanceProcess> instances, TicketClient client, Witness witness) {
		this.client = client;
		this.witness = witness;
		instances.forEach(this::readFrom);
		for (InstanceProcess instance : instances) {
			start("writer-" + instance, (random) -> {
				TimeUnit.MILLISECONDS.sleep(random.nextInt(2 * WRITE_PAUSE_MILLIS));
				if (this.writing) {
					write(instance, 1 + random.nextInt(LAST_BUSY_TICKET), nextValue());
				}
			});
		}
		long start = System.nanoTime();
		instances.forEach((instance) -> awaitHits(instance, start));
	}

	void readFrom(InstanceProcess instance) {
		start("reader-" + instance, (random) -> {
			TimeUnit.MILLISECONDS.sleep(random.nextInt(2 * READ_PAUSE_MILLIS));
			this.reads.add(this.client.read(instance, 1 + random.nextInt(Witness.LAST_TICKET)));
		});
	}

	private void start(String name, Step step) {
		Random random = new Random(SEED + this.threads.size());
		Thread thread = new Thread(() -> {
			while (this.reading) {
				run(step, random);
			}
		}, name);
		thread.setDaemon(true);
		this.threads.add(thread);
		thread.start();
	}

	private void run(Step step, Random random) {
		try {
			step.run(random);
		}
		catch (IOException ex) {
			try {
				TimeUnit.MILLISECONDS.sleep(FAILURE_PAUSE_MILLIS);
			}
			catch (InterruptedException interruption) {
				this.reading = false;
			}
		}
		catch (InterruptedException ex) {
			this.reading = false;
		}
		catch (RuntimeException ex) {
			this.unexpected.add(ex);
			this.reading = false;
		}
	}

	/**
	 * Waits until an instance has answered from its caches for a while.
	 */
	void awaitHits(InstanceProcess instance) {
		awaitHits(instance, System.nanoTime());
	}

	private void awaitHits(InstanceProcess instance, long start) {
		await("hits of " + instance).until(() -> this.reads.stream()
			.filter((read) -> read.hit() && read.start() - start > 0 && read.instance().equals(instance.name()))
			.count() >= WARM_HITS);
	}

	/**
	 * Changes a ticket on another thread, and waits until the change is in the database.
	 */
	void commit(InstanceProcess instance, long id) {
		String value = nextValue();
		Thread thread = new Thread(() -> run((random) -> write(instance, id, value), new Random(SEED)), "committer");
		thread.setDaemon(true);
		this.threads.add(thread);
		thread.start();
		await("commit of " + value).until(() -> this.witness.hasSeen(value));
	}

	private void write(InstanceProcess instance, long id, String value) throws IOException, InterruptedException {
		this.client.write(instance, id, value);
		this.witness.saw(value, System.nanoTime());
	}

	private static String nextValue() {
		return "value %d".formatted(values.incrementAndGet());
	}

	void stopWriting() {
		this.writing = false;
	}

	/**
	 * Ends all readers and judges what they have read.
	 */
	Observation end() {
		close();
		assertThat(this.unexpected).isEmpty();
		return Observation.of(this.reads, this.witness.history());
	}

	@Override
	public void close() {
		this.reading = false;
		this.threads.forEach(Thread::interrupt);
		await("end of readers and writers").until(() -> this.threads.stream().noneMatch(Thread::isAlive));
	}

	/**
	 * What a thread does again and again.
	 */
	@FunctionalInterface
	private interface Step {

		void run(Random random) throws IOException, InterruptedException;

	}

}
