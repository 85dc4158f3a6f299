package io.perfstarter.async;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link ExecutorFullException}.
 */
class ExecutorFullExceptionTests {

	private final BoundedExecutors executors = new BoundedExecutors(false);

	private final CountDownLatch door = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.door.countDown();
		this.executors.close();
	}

	private BoundedTaskExecutor full(WhenFull whenFull, int queueCapacity) {
		BoundedTaskExecutor executor = this.executors.add("mail",
				new ExecutorSettings(() -> 1, queueCapacity, whenFull, Submit.AT_ONCE), null);
		executor.initialize();
		executor.submitCompletable(this::pass);
		for (int i = 0; i < queueCapacity; i++) {
			executor.submitCompletable(this::pass);
		}
		return executor;
	}

	private void pass() {
		try {
			this.door.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void rejectionTellsWhoWasRejected() {
		BoundedTaskExecutor executor = full(WhenFull.REJECT, 1);
		ExecutorFullException rejection = catchThrowableOfType(ExecutorFullException.class,
				() -> executor.submitCompletable(this::pass));
		assertThat(rejection.getStackTrace()).isEmpty();
		assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void estimatesWhenTheQueueHasStarted() {
		BoundedTaskExecutor executor = full(WhenFull.REJECT, 9);
		executor.ended.add(10);
		executor.ranNanos.add(Duration.ofSeconds(2).toNanos() * 10);
		ExecutorFullException rejection = catchThrowableOfType(ExecutorFullException.class,
				() -> executor.submitCompletable(this::pass));
		// 2 s x 10 / 1
		assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(20));
	}

}
