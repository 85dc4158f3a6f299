package io.perfstarter.bench;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

import static org.awaitility.Awaitility.await;

/**
 * When each of several numbered messages has reached the last of its receivers.
 * Thread-safe.
 */
final class Arrivals {

	private final AtomicIntegerArray missing;

	private final AtomicLongArray last;

	private final AtomicLongArray due;

	Arrivals(int messages, int receivers) {
		this.missing = new AtomicIntegerArray(messages);
		this.last = new AtomicLongArray(messages);
		this.due = new AtomicLongArray(messages);
		for (int number = 0; number < messages; number++) {
			this.missing.set(number, receivers);
		}
	}

	void due(int number, long due) {
		this.due.set(number, due);
	}

	void arrived(int number) {
		this.last.accumulateAndGet(number, System.nanoTime(), Math::max);
		this.missing.decrementAndGet(number);
	}

	/**
	 * Waits until all are there.
	 * @param from the first that counts
	 * @return the time of each from when it was due to its last arrival
	 */
	Latencies latencies(int from) {
		await().atMost(Duration.ofSeconds(30)).until(this::isComplete);
		long[] nanos = new long[this.last.length() - from];
		for (int i = 0; i < nanos.length; i++) {
			nanos[i] = this.last.get(from + i) - this.due.get(from + i);
		}
		return new Latencies(nanos);
	}

	private boolean isComplete() {
		for (int number = 0; number < this.missing.length(); number++) {
			if (this.missing.get(number) > 0) {
				return false;
			}
		}
		return true;
	}

}
