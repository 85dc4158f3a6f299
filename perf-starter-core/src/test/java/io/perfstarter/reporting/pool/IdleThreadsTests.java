package io.perfstarter.reporting.pool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link IdleThreads}.
 */
class IdleThreadsTests {

	static ExecutorService[] executors() {
		return new ExecutorService[] { Executors.newSingleThreadExecutor(),
				Executors.newSingleThreadScheduledExecutor(), new ForkJoinPool(1) };
	}

	@ParameterizedTest
	@MethodSource("executors")
	void thoseOfAnExecutorAreIdleBetweenTasks(ExecutorService executor) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try {
			Thread thread = executor.submit(Thread::currentThread).get();
			executor.execute(() -> await(end));
			Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING && !IdleThreads.contain(thread));
			end.countDown();
			Awaitility.await().until(() -> IdleThreads.contain(thread));
			executor.shutdownNow();
			thread.join();
			assertThat(IdleThreads.contain(thread)).isTrue();
		}
		finally {
			end.countDown();
			executor.shutdownNow();
		}
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
