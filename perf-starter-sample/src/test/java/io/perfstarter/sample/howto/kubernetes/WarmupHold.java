package io.perfstarter.sample.howto.kubernetes;

import java.util.concurrent.CountDownLatch;

import io.perfstarter.warmup.WarmupTask;

/**
 * Keeps the warm-up going until the test has seen enough of it.
 */
class WarmupHold implements WarmupTask {

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch released = new CountDownLatch(1);

	@Override
	public String name() {
		return "hold";
	}

	@Override
	public void warm() throws InterruptedException {
		this.begun.countDown();
		this.released.await();
	}

	boolean hasBegun() {
		return this.begun.getCount() == 0;
	}

	void release() {
		this.released.countDown();
	}

}
