package io.perfstarter.routing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * How much of a server's pool is lent, or wanted by somebody who waits in the pool.
 * Thread-safe.
 */
final class Places {

	private final IntSupplier size;

	private final Runnable freed;

	private final AtomicInteger wanted = new AtomicInteger();

	/**
	 * Takes the pool's size.
	 * @param size how many connections it has at most
	 * @param freed is told of each place that is given back
	 */
	Places(IntSupplier size, Runnable freed) {
		this.size = size;
		this.freed = freed;
	}

	/**
	 * Whether the pool has a connection to lend, or may open one, and nobody waits in it.
	 */
	boolean isFree() {
		return this.wanted.get() < this.size.getAsInt();
	}

	/**
	 * Takes a place if one is free.
	 */
	boolean tryTake() {
		int wanted = this.wanted.get();
		while (wanted < this.size.getAsInt()) {
			if (this.wanted.compareAndSet(wanted, wanted + 1)) {
				return true;
			}
			wanted = this.wanted.get();
		}
		return false;
	}

	/**
	 * Takes a place, if need be one to wait in the pool.
	 */
	void take() {
		this.wanted.incrementAndGet();
	}

	void giveBack() {
		this.wanted.decrementAndGet();
		this.freed.run();
	}

	int taken() {
		return this.wanted.get();
	}

}
