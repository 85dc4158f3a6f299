package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

import io.perfstarter.reporting.window.ServedRequest;

/**
 * Keeps the slowest requests of a period. Request threads add requests to a bounded
 * queue, which drops them while it is full; all other methods are confined to one thread.
 */
final class SlowestRequests implements Consumer<ServedRequest> {

	private static final int ROOM = 1_000;

	private static final int KEPT = 200;

	private final BlockingQueue<ServedRequest> arrived = new ArrayBlockingQueue<>(ROOM);

	// The slowest first.
	private final List<ServedRequest> slowest = new ArrayList<>();

	@Override
	public void accept(ServedRequest request) {
		this.arrived.offer(request);
	}

	/**
	 * Drains the queue.
	 */
	void sample() {
		if (this.arrived.drainTo(this.slowest) > 0) {
			this.slowest.sort(Comparator.comparingLong(ServedRequest::nanos).reversed());
			this.slowest.subList(Math.min(KEPT, this.slowest.size()), this.slowest.size()).clear();
		}
	}

	/**
	 * Ends the period.
	 * @return its requests, the slowest first
	 */
	List<ServedRequest> next() {
		sample();
		List<ServedRequest> slowest = List.copyOf(this.slowest);
		this.slowest.clear();
		return slowest;
	}

}
