package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorFullException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what happens to queued tasks when others are cancelled or interrupted.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class QueuedTasksTests {

	@AutoClose
	private ConfigurableApplicationContext application;

	private BoundedTaskExecutor slow;

	private BoundedTaskExecutor later;

	@BeforeEach
	void start() {
		this.application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=jdbc:h2:mem:queued;DB_CLOSE_DELAY=0",
					"perf-starter.async.executors.slow.concurrency-limit=1",
					"perf-starter.async.executors.slow.queue-capacity=1",
					"perf-starter.async.executors.later.concurrency-limit=1",
					"perf-starter.async.executors.later.queue-capacity=1",
					"perf-starter.async.executors.later.submit=after-commit", "perf-starter.async.shutdown-timeout=0s")
			.run();
		this.slow = this.application.getBean("slow", BoundedTaskExecutor.class);
		this.later = this.application.getBean("later", BoundedTaskExecutor.class);
	}

	private static CountDownLatch occupy(BoundedTaskExecutor executor) throws InterruptedException {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch door = new CountDownLatch(1);
		executor.execute(() -> {
			begun.countDown();
			try {
				door.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
		return door;
	}

	@Test
	void anInterruptOfTheTaskThatWaitsReachesTheOneInItsPlaceHoweverEarly() throws Exception {
		int unreached = 0;
		int rounds = 0;
		for (int i = 0; i < 500; i++) {
			rounds++;
			AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
			CountDownLatch known = new CountDownLatch(1);
			CountDownLatch rescue = new CountDownLatch(1);
			AtomicBoolean interrupted = new AtomicBoolean();
			CountDownLatch ended = new CountDownLatch(1);
			CompletableFuture<String> outer = this.slow.submitCompletable(() -> {
				known.await();
				try {
					return this.slow.submitCompletable(() -> {
						self.get().cancel(true);
						try {
							rescue.await();
						}
						catch (InterruptedException ex) {
							interrupted.set(true);
						}
						return "x";
					}).get();
				}
				finally {
					ended.countDown();
				}
			});
			self.set(outer);
			known.countDown();
			boolean reached = ended.await(30, TimeUnit.SECONDS);
			if (!reached) {
				unreached++;
				rescue.countDown();
			}
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.slow.getActiveCount() == 0);
			if (!reached) {
				break;
			}
		}
		assertThat(unreached).as("tasks that nobody interrupted, of %s", rounds).isZero();
	}

	@Test
	void aCancelledTaskHasLeftTheQueueInItsCallback() throws Exception {
		CountDownLatch door = occupy(this.slow);
		AtomicReference<Object> again = new AtomicReference<>();
		CompletableFuture<String> queued = this.slow.submitCompletable(() -> "first");
		queued.whenComplete((value, failure) -> {
			try {
				again.set(this.slow.submitCompletable(() -> "again"));
			}
			catch (ExecutorFullException ex) {
				again.set(ex);
			}
		});
		queued.cancel(true);
		door.countDown();
		assertThat(again.get()).isInstanceOf(CompletableFuture.class);
	}

	@Test
	void aTaskThatIsCancelledBeforeTheCommitTakesNoPlaceOfTheQueueAndIsNotNamedAsLost(CapturedOutput output)
			throws Exception {
		CountDownLatch door = occupy(this.later);
		TransactionTemplate tx = new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class));
		List<CompletableFuture<String>> kept = new ArrayList<>();
		tx.executeWithoutResult((status) -> {
			CompletableFuture<String> cancelled = this.later.submitCompletable(() -> "cancelled");
			kept.add(this.later.submitCompletable(() -> "kept"));
			cancelled.cancel(true);
		});
		door.countDown();
		assertThat(kept.get(0).get(60, TimeUnit.SECONDS)).isEqualTo("kept");
		assertThat(output).doesNotContain("Lost after the commit");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AsyncAutoConfiguration.class, TaskExecutionAutoConfiguration.class,
			DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class })
	static class Application {

	}

}
