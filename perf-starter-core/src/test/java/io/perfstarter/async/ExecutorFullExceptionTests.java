package io.perfstarter.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link ExecutorFullException}.
 */
class ExecutorFullExceptionTests {

	private final BoundedExecutors executors = new BoundedExecutors(false, UnaryOperator.identity());

	private final CountDownLatch door = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.door.countDown();
		this.executors.close();
	}

	private BoundedExecutor full(WhenFull whenFull, int queueCapacity) {
		BoundedExecutor executor = this.executors.add("mail",
				new ExecutorSettings(() -> 1, queueCapacity, Duration.ofMinutes(1), null, whenFull, Submit.IMMEDIATE),
				null);
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
		BoundedExecutor executor = full(WhenFull.REJECT, 1);
		ExecutorFullException rejection = catchThrowableOfType(ExecutorFullException.class,
				() -> executor.submitCompletable(this::pass));
		assertThat(rejection.getStackTrace()).isNotEmpty();
		assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void estimatesWhenTheQueueHasStarted() {
		BoundedExecutor executor = full(WhenFull.REJECT, 9);
		ExecutorCounts counts = executor.counts();
		counts.ended.add(10);
		counts.ran.add(Duration.ofSeconds(2).toNanos() * 10);
		ExecutorFullException rejection = catchThrowableOfType(ExecutorFullException.class,
				() -> executor.submitCompletable(this::pass));
		// 2 s x 10 / 1
		assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void expiryEstimatesWhenThoseThatAreStillQueuedHaveStarted() {
		BoundedExecutor executor = this.executors.add("mail",
				new ExecutorSettings(() -> 1, 1_000, Duration.ofMillis(20), null, WhenFull.REJECT, Submit.IMMEDIATE),
				null);
		ExecutorCounts counts = executor.counts();
		counts.ended.add(10);
		counts.ran.add(Duration.ofSeconds(2).toNanos() * 10);
		executor.submitCompletable(this::pass);
		CompletableFuture<Void> expired = executor.submitCompletable(this::pass);
		assertThat(catchThrowable(expired::join)).cause()
			.hasMessageContaining("'mail' was still queued")
			.isInstanceOfSatisfying(ExecutorFullException.class,
					(failure) -> assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(2)));
	}

}
