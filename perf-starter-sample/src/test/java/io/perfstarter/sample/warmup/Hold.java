package io.perfstarter.sample.warmup;

import java.util.concurrent.CountDownLatch;

import io.perfstarter.warmup.WarmupTask;

/**
 * A part of the warm-up that lasts until the test lets it go on.
 */
class Hold implements WarmupTask {

	private final CountDownLatch begin = new CountDownLatch(1);

	private final CountDownLatch end = new CountDownLatch(1);

	@Override
	public String name() {
		return "hold";
	}

	@Override
	public void warm() throws InterruptedException {
		this.begin.countDown();
		this.end.await();
	}

	boolean hasBegun() {
		return this.begin.getCount() == 0;
	}

	void release() {
		this.end.countDown();
	}

}
