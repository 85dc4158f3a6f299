package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;

import io.perfstarter.reporting.window.ServedRequest;

/**
 * Keeps the slowest requests of a period. Request threads add requests to a bounded
 * queue, which drops them while it is full; all other methods are confined to one thread.
 */
final class SlowestRequests implements Consumer<ServedRequest> {

	private static final int ROOM = 1_000;

	private static final int KEPT = 200;

	private final Queue<ServedRequest> arrived = new ArrayBlockingQueue<>(ROOM);

	private final PriorityQueue<ServedRequest> slowest = new PriorityQueue<>(
			Comparator.comparingLong(ServedRequest::nanos));

	@Override
	public void accept(ServedRequest request) {
		this.arrived.offer(request);
	}

	/**
	 * Drains the queue.
	 */
	void sample() {
		for (ServedRequest request = this.arrived.poll(); request != null; request = this.arrived.poll()) {
			this.slowest.add(request);
			if (this.slowest.size() > KEPT) {
				this.slowest.remove();
			}
		}
	}

	/**
	 * Ends the period.
	 * @return its requests, the slowest first
	 */
	List<ServedRequest> next() {
		sample();
		List<ServedRequest> slowest = new ArrayList<>(this.slowest);
		slowest.sort(Comparator.comparingLong(ServedRequest::nanos).reversed());
		this.slowest.clear();
		return slowest;
	}

}
