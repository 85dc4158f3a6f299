#!/usr/bin/env bash
# A thread pool rejects a burst that its idle threads and its queue can hold.
#
# Guess:     four idle threads and a queue of four take eight tasks at once.
# Version:   ThreadPoolExecutor of the JDK, Java 17.
# Behaviour: once all core threads exist, a task only goes to the queue. The idle threads have not yet taken the
#            first tasks when the queue is full, so a burst loses a task while threads are idle.
# Product:   an executor of the starter counts the tasks that it has, and rejects none of such a burst.

. "$(dirname "$0")/support/java.sh"

expect "bursts that lost a task: many of 200"

java_with << 'EOF'
import java.util.concurrent.*;

class Program {

	public static void main(String[] args) throws Exception {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(4, 4, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(4));
		pool.prestartAllCoreThreads();
		int bursts = 200;
		int lossy = 0;
		for (int burst = 0; burst < bursts; burst++) {
			while (pool.getActiveCount() > 0 || !pool.getQueue().isEmpty()) {
				Thread.onSpinWait();
			}
			CountDownLatch release = new CountDownLatch(1);
			boolean lost = false;
			for (int task = 0; task < 8; task++) {
				try {
					pool.execute(() -> await(release));
				}
				catch (RejectedExecutionException ex) {
					lost = true;
				}
			}
			lossy += lost ? 1 : 0;
			release.countDown();
		}
		pool.shutdown();
		System.out.println("bursts that lost a task: " + ((lossy > 5) ? "many of 200" : lossy));
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
EOF
