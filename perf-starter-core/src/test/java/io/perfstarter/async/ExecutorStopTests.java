package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a stop under load loses no task in silence, and that no task runs for a
 * transaction that was rolled back.
 */
@ExtendWith(OutputCaptureExtension.class)
class ExecutorStopTests {

	private static final Pattern LOST = Pattern
		.compile("(\\d+) x lambda of io.perfstarter.async.ExecutorStopTests|Lost after");

	private static final int CLIENTS = 4;

	private final Queue<CompletableFuture<?>> accepted = new ConcurrentLinkedQueue<>();

	private final AtomicInteger ended = new AtomicInteger();

	private final AtomicInteger ofRolledBack = new AtomicInteger();

	@RepeatedTest(100)
	void noTaskIsLostInSilence(CapturedOutput output) throws Exception {
		long seed = System.nanoTime();
		System.out.println("Seed " + seed);
		stopUnderLoad(new Random(seed));
		assertThat(this.accepted).allMatch(CompletableFuture::isDone);
		assertThat(this.ofRolledBack).hasValue(0);
		assertThat(named(output)).isGreaterThanOrEqualTo(this.accepted.size() - this.ended.get());
	}

	private void stopUnderLoad(Random random) throws InterruptedException {
		try (BoundedExecutors executors = new BoundedExecutors(Runtime.version().feature() >= 21)) {
			List<BoundedTaskExecutor> all = List.of(add(executors, "one", Submit.AT_ONCE),
					add(executors, "two", Submit.AFTER_COMMIT));
			List<Thread> clients = new ArrayList<>();
			for (int client = 0; client < CLIENTS; client++) {
				Random own = new Random(random.nextLong());
				clients.add(new Thread(() -> submitUntilClosed(executors, all, own), "client-" + client));
			}
			clients.forEach(Thread::start);
			TimeUnit.MILLISECONDS.sleep(random.nextInt(20));
			executors.stop(Duration.ofMillis(random.nextInt(10)));
			for (Thread client : clients) {
				client.join();
			}
		}
	}

	private static BoundedTaskExecutor add(BoundedExecutors executors, String name, Submit submit) {
		BoundedTaskExecutor executor = executors.add(name, new ExecutorSettings(() -> 2, 50, WhenFull.REJECT, submit),
				null);
		executor.initialize();
		return executor;
	}

	private void submitUntilClosed(BoundedExecutors executors, List<BoundedTaskExecutor> all, Random random) {
		while (executors.isRunning()) {
			BoundedTaskExecutor executor = all.get(random.nextInt(all.size()));
			boolean later = executor.name().equals("two");
			boolean rollBack = later && random.nextInt(4) == 0;
			TransactionSynchronizationManager.initSynchronization();
			TransactionSynchronizationManager.setActualTransactionActive(true);
			submit(executor, random.nextInt(3), rollBack);
			TransactionSynchronizationUtils.triggerAfterCompletion(rollBack
					? TransactionSynchronization.STATUS_ROLLED_BACK : TransactionSynchronization.STATUS_COMMITTED);
			TransactionSynchronizationManager.clear();
		}
	}

	private void submit(BoundedTaskExecutor executor, int millis, boolean rollBack) {
		Callable<?> task = () -> {
			TimeUnit.MILLISECONDS.sleep(millis);
			(rollBack ? this.ofRolledBack : this.ended).incrementAndGet();
			return null;
		};
		try {
			CompletableFuture<?> future = executor.submitCompletable(task);
			if (!rollBack) {
				this.accepted.add(future);
			}
		}
		catch (TaskRejectedException ex) {
			// The caller knows.
		}
	}

	private static int named(CharSequence output) {
		Matcher lost = LOST.matcher(output);
		int named = 0;
		while (lost.find()) {
			named += (lost.group(1) != null) ? Integer.parseInt(lost.group(1)) : 1;
		}
		return named;
	}

}
