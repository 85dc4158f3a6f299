package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.support.LimiterListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link BoundedTaskExecutor} and {@link BoundedExecutors}, in virtual threads
 * where there are any.
 */
@ExtendWith(OutputCaptureExtension.class)
class ExecutorTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final BoundedExecutors executors = new BoundedExecutors(virtual());

	private final CountDownLatch release = new CountDownLatch(1);

	private static boolean virtual() {
		return Runtime.version().feature() >= 21;
	}

	private BoundedTaskExecutor executor(int permits, int queue) {
		return executor(permits, queue, WhenFull.REJECT);
	}

	private BoundedTaskExecutor executor(int permits, int queue, WhenFull whenFull) {
		return added(this.executors, "mail", new ExecutorSettings(() -> permits, queue, whenFull, Submit.AT_ONCE));
	}

	private BoundedTaskExecutor afterCommit(int queue) {
		return added(this.executors, "mail",
				new ExecutorSettings(() -> 1, queue, WhenFull.REJECT, Submit.AFTER_COMMIT));
	}

	private static BoundedTaskExecutor added(BoundedExecutors executors, String name, ExecutorSettings settings) {
		BoundedTaskExecutor executor = executors.add(name, settings, null);
		executor.initialize();
		return executor;
	}

	private static ExecutorSettings settings(int permits, int queue) {
		return new ExecutorSettings(() -> permits, queue, WhenFull.REJECT, Submit.AT_ONCE);
	}

	private void block() {
		try {
			assertThat(this.release.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new CancellationException("interrupted");
		}
	}

	private static void awaitIdle(BoundedTaskExecutor executor) {
		await().untilAsserted(() -> {
			assertThat(executor.getActiveCount()).isZero();
			assertThat(executor.getQueueSize()).isZero();
			assertThat(executor.getActiveCount()).isZero();
		});
	}

	/**
	 * The stop waits for a second only until the last tasks have seen their interrupt.
	 */
	private static void awaitDone(List<CompletableFuture<?>> tasks) {
		await().atMost(LONG.dividedBy(2)).until(() -> tasks.stream().allMatch(CompletableFuture::isDone));
	}

	@AfterEach
	void close() {
		this.release.countDown();
		this.executors.close();
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.clear();
		}
	}

	/**
	 * Idle threads take what is queued, which needs a moment.
	 */
	@ParameterizedTest
	@CsvSource({ "2, 2, 4", "50, 10, 40" })
	void anIdleExecutorTakesAsManyTasksAtOnceAsItHasPlaces(int permits, int queue, int tasks) {
		BoundedTaskExecutor executor = executor(permits, queue);
		for (int round = 0; round < 50; round++) {
			CountDownLatch open = new CountDownLatch(1);
			List<CompletableFuture<?>> all = new ArrayList<>();
			try {
				for (int task = 0; task < tasks; task++) {
					all.add(executor.submitCompletable(() -> open.await(LONG.toSeconds(), TimeUnit.SECONDS)));
				}
			}
			finally {
				open.countDown();
			}
			assertThat(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))).succeedsWithin(LONG);
			awaitIdle(executor);
		}
		assertThat(executor.lost()).isZero();
	}

	@Test
	void threadsInheritNothingOfTheCallerThatStartsThem() throws Exception {
		InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
		for (boolean virtual : new boolean[] { false, virtual() }) {
			try (BoundedExecutors started = new BoundedExecutors(virtual)) {
				BoundedTaskExecutor executor = added(started, "mail", settings(1, 10));
				CompletableFuture<Void> begun = new CompletableFuture<>();
				Thread alice = new Thread(() -> {
					tenant.set("alice");
					Thread.currentThread().setContextClassLoader(null);
					executor.execute(begun::join);
				});
				alice.start();
				alice.join();
				CompletableFuture<List<@Nullable Object>> ofBob = executor.submitCompletable(
						() -> Arrays.asList(tenant.get(), Thread.currentThread().getContextClassLoader()));
				begun.complete(null);
				assertThat(ofBob.join()).containsExactly(null, Thread.currentThread().getContextClassLoader());
			}
		}
	}

	@Test
	void aPooledThreadRunsTheNextTaskWithoutTheInterruptOfTheLast() {
		try (BoundedExecutors pooled = new BoundedExecutors(false)) {
			BoundedTaskExecutor executor = added(pooled, "mail", settings(1, 10));
			CompletableFuture<String> first = executor.submitCompletable(() -> {
				block();
				Thread.currentThread().interrupt();
				return Thread.currentThread().getName();
			});
			CompletableFuture<String> second = executor
				.submitCompletable(() -> Thread.currentThread().getName() + Thread.currentThread().isInterrupted());
			this.release.countDown();
			assertThat(second.join()).isEqualTo(first.join() + false);
		}
	}

	@Test
	void tasksThatWaitHaveTheirTurnInOrder() {
		BoundedTaskExecutor executor = executor(1, 100);
		executor.execute(this::block);
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		for (int i = 0; i < 50; i++) {
			int number = i;
			executor.execute(() -> order.add(number));
		}
		this.release.countDown();
		awaitIdle(executor);
		assertThat(order).hasSize(50).isSorted();
	}

	@Test
	void whatIsTooMuchIsRejectedAtOnce() {
		BoundedTaskExecutor executor = executor(1, 1);
		executor.execute(this::block);
		executor.execute(this::block);
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::block))
			.withMessage("Executor 'mail' is full: its limit of 1 running tasks is reached, and 1 tasks wait");
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.submit(this::block));
		assertThat(executor.rejected.sum()).isEqualTo(2);
	}

	@Test
	void whatIsTooMuchIsDroppedAndSaysWhyWithoutAStackTrace() {
		BoundedTaskExecutor executor = executor(1, 0, WhenFull.DROP);
		executor.execute(this::block);
		FutureTask<String> future = new FutureTask<>(() -> "never");
		executor.execute(future);
		assertThat(future).isCancelled();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(executor.submitCompletable(this::block)::join)
			.havingCause()
			.isInstanceOf(TaskRejectedException.class)
			.withMessageContaining("Executor 'mail' is full")
			.satisfies((cause) -> assertThat(cause.getStackTrace()).isEmpty());
		assertThat(executor.dropped.sum()).isEqualTo(2);
	}

	@Test
	void nothingIsDroppedWhenATaskHasLeftTheRoom() {
		BoundedTaskExecutor executor = executor(1, 1, WhenFull.DROP);
		executor.execute(this::block);
		CompletableFuture<Void> first = executor.submitCompletable(this::block);
		assertThat(executor.submitCompletable(this::block)).isCompletedExceptionally();
		first.cancel(true);
		CompletableFuture<Void> second = executor.submitCompletable(this::block);
		assertThat(second).isNotDone();
		this.release.countDown();
		second.join();
		awaitIdle(executor);
		for (int i = 0; i < 3; i++) {
			executor.submitCompletable(() -> {
			}).join();
			awaitIdle(executor);
		}
		assertThat(executor.dropped.sum()).isOne();
	}

	@Test
	void whoCannotBeToldIsRejectedInsteadOfDropped() {
		BoundedTaskExecutor executor = executor(1, 0, WhenFull.DROP);
		executor.execute(this::block);
		assertThatExceptionOfType(TaskRejectedException.class)
			.isThrownBy(() -> CompletableFuture.supplyAsync(() -> "never", executor));
	}

	@Test
	void tasksMayWaitForTheTasksThatTheySubmit() {
		BoundedTaskExecutor executor = executor(1, 0);
		CompletableFuture<Integer> parent = executor.submitCompletable(() -> {
			List<CompletableFuture<Integer>> children = new ArrayList<>();
			for (int i = 0; i < 5; i++) {
				children.add(executor.submitCompletable(() -> 1));
			}
			CompletableFuture<Integer> promised = CompletableFuture.supplyAsync(() -> 1, executor);
			FutureTask<Integer> future = new FutureTask<>(() -> 1);
			executor.execute(future);
			CompletableFuture.allOf(children.toArray(CompletableFuture<?>[]::new)).join();
			return children.stream().mapToInt(CompletableFuture::join).sum() + promised.join() + future.get();
		});
		assertThat(parent).succeedsWithin(LONG).isEqualTo(7);
		awaitIdle(executor);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1_000 })
	void noMoreTasksRunThanTheLimitHoweverTheyWaitForEachOther(int queue) {
		BoundedTaskExecutor executor = executor(4, queue);
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		assertThat(executor.submitCompletable(() -> tree(executor, 7, now, most))).succeedsWithin(LONG).isEqualTo(255);
		assertThat(most).hasValueLessThanOrEqualTo(4);
		awaitIdle(executor);
	}

	private static int tree(BoundedTaskExecutor executor, int depth, AtomicInteger now, AtomicInteger most) {
		most.accumulateAndGet(now.incrementAndGet(), Math::max);
		Thread.yield();
		now.decrementAndGet();
		if (depth == 0) {
			return 1;
		}
		CompletableFuture<Integer> left = executor.submitCompletable(() -> tree(executor, depth - 1, now, most));
		CompletableFuture<Integer> right = CompletableFuture.supplyAsync(() -> tree(executor, depth - 1, now, most),
				executor);
		return 1 + left.join() + right.join();
	}

	@Test
	void aTaskWhoseResultNobodyCanWaitForIsQueuedAlsoByATask() {
		BoundedTaskExecutor executor = executor(1, 10);
		Queue<String> order = new ConcurrentLinkedQueue<>();
		executor.submitCompletable(() -> {
			executor.execute(() -> order.add("child"));
			order.add("parent");
		}).join();
		awaitIdle(executor);
		assertThat(order).containsExactly("parent", "child");
	}

	@Test
	void neverMoreThanTheLimitHaveBegunHoweverManyTasksWait() {
		BoundedTaskExecutor executor = executor(2, 2_000);
		AtomicInteger begun = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<Integer>> tasks = new ArrayList<>();
		for (int i = 0; i < 1_000; i++) {
			tasks.add(executor.submitCompletable(() -> {
				most.accumulateAndGet(begun.incrementAndGet(), Math::max);
				int child = executor.submitCompletable(() -> {
					Thread.yield();
					return 1;
				}).join();
				begun.decrementAndGet();
				return child;
			}));
		}
		assertThat(tasks.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(1_000);
		assertThat(most).hasValueLessThanOrEqualTo(2);
		awaitIdle(executor);
	}

	@Test
	void tasksMayWaitForTasksOfTheSameExecutorThatWait() {
		BoundedTaskExecutor executor = executor(1, 10);
		assertThat(executor.submitCompletable(() -> nested(executor, 30))).succeedsWithin(LONG).isEqualTo(30);
		assertThat(executor.submitCompletable(() -> nested(executor, 40))).failsWithin(LONG)
			.withThrowableThat()
			.withMessageContaining("32 tasks that wait for each other");
		awaitIdle(executor);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void aChainOfAnyLengthRuns(int permits) {
		BoundedTaskExecutor executor = executor(permits, 1_000);
		IntStream.range(1, permits).forEach((other) -> executor.execute(this::block));
		CompletableFuture<Void> first = new CompletableFuture<>();
		AtomicInteger run = new AtomicInteger();
		CompletableFuture<Void> chain = first;
		for (int stage = 0; stage < 100; stage++) {
			chain = chain.thenRunAsync(run::incrementAndGet, executor);
		}
		executor.execute(() -> first.complete(null));
		assertThat(chain).succeedsWithin(LONG);
		assertThat(run).hasValue(100);
	}

	private static int nested(BoundedTaskExecutor executor, int depth) {
		if (depth == 0) {
			return 0;
		}
		return 1 + executor.submitCompletable(() -> nested(executor, depth - 1)).thenApply((count) -> count).join();
	}

	@Test
	void anExecutorKeepsItsLimitWhereTasksOfAnotherOneSubmitToIt() {
		BoundedTaskExecutor reports = executor(4, 100);
		BoundedTaskExecutor queries = added(this.executors, "queries", settings(1, 100));
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<Void>> tasks = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			tasks.add(reports.submitCompletable(() -> queries.submitCompletable(() -> {
				most.accumulateAndGet(now.incrementAndGet(), Math::max);
				Thread.yield();
				now.decrementAndGet();
			}).join()));
		}
		tasks.forEach((task) -> assertThat(task).succeedsWithin(LONG));
		assertThat(most).hasValue(1);
	}

	@Test
	void theTaskOfSomebodyElseIsNotAffectedWhenATaskThatWaitsForItIsCancelled() {
		BoundedTaskExecutor executor = executor(1, 10);
		CompletableFuture<CompletableFuture<String>> later = new CompletableFuture<>();
		CompletableFuture<String> waiter = executor.submitCompletable(() -> later.join().get());
		CompletableFuture<String> queued = executor.submitCompletable(() -> "queued");
		later.complete(queued);
		waiter.cancel(true);
		assertThat(queued).succeedsWithin(LONG).isEqualTo("queued");
	}

	@Test
	void anInterruptFromBeforeDoesNotReachTheTaskInItsPlace() {
		BoundedTaskExecutor executor = executor(1, 10);
		CompletableFuture<String> parent = executor.submitCompletable(() -> {
			Thread.currentThread().interrupt();
			CompletableFuture<Boolean> child = executor.submitCompletable(() -> Thread.currentThread().isInterrupted());
			return child.getNow(null) + " " + Thread.interrupted();
		});
		assertThat(parent).succeedsWithin(LONG).isEqualTo("false true");
	}

	@Test
	void aTimedWaitOfATaskEndsInTime() {
		BoundedTaskExecutor executor = executor(1, 10);
		CompletableFuture<CompletableFuture<String>> later = new CompletableFuture<>();
		CompletableFuture<String> waiter = executor
			.submitCompletable(() -> later.join().get(10, TimeUnit.MILLISECONDS));
		later.complete(executor.submitCompletable(() -> "queued"));
		assertThat(waiter).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(TimeoutException.class);
	}

	@Test
	void cancellingATaskInterruptsTheOneInItsPlace() {
		BoundedTaskExecutor executor = executor(1, 10);
		CountDownLatch begun = new CountDownLatch(1);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		CompletableFuture<Void> parent = executor.submitCompletable(() -> {
			CompletableFuture<Void> child = executor.submitCompletable(() -> {
				begun.countDown();
				block();
			});
			seen.add(child.isCompletedExceptionally() + " " + Thread.currentThread().isInterrupted());
		});
		await().until(() -> begun.getCount() == 0);
		parent.cancel(true);
		awaitIdle(executor);
		assertThat(seen).containsExactly("true true");
	}

	@Test
	void whatIsThrownGivesThePermitBack(CapturedOutput output) {
		BoundedTaskExecutor executor = executor(1, 10);
		executor.execute(() -> {
			throw new NoClassDefFoundError("planted");
		});
		CompletableFuture<Object> second = executor.submitCompletable(() -> {
			throw new java.io.IOException("planted, too");
		});
		assertThat(second).failsWithin(LONG).withThrowableThat().withMessageContaining("planted, too");
		assertThat(executor.submitCompletable(() -> "third").join()).isEqualTo("third");
		awaitIdle(executor);
		assertThat(executor.failed.sum()).isEqualTo(2);
		assertThat(output).contains("A task of executor 'mail' failed").doesNotContain("planted, too");
	}

	@Test
	void aQueuedTaskRunsHoweverOftenItWasAskedFor() {
		BoundedTaskExecutor executor = executor(1, 10);
		executor.execute(this::block);
		CompletableFuture<String> queued = executor.submitCompletable(() -> "done");
		for (int i = 0; i < 50_000; i++) {
			assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> queued.get(0, TimeUnit.SECONDS));
		}
		this.release.countDown();
		assertThat(queued).succeedsWithin(LONG).isEqualTo("done");
	}

	@Test
	void whatRunsIsInterruptedByCancelAndNothingElseIs() {
		BoundedTaskExecutor executor = executor(1, 10);
		AtomicBoolean interrupted = new AtomicBoolean();
		CountDownLatch begun = new CountDownLatch(1);
		Future<?> running = executor.submit(() -> {
			begun.countDown();
			assertThatExceptionOfType(CancellationException.class).isThrownBy(this::block);
			interrupted.set(true);
		});
		CompletableFuture<Boolean> next = executor.submitCompletable(() -> Thread.currentThread().isInterrupted());
		await().until(() -> begun.getCount() == 0);
		assertThat(running.cancel(true)).isTrue();
		assertThat(next.join()).isFalse();
		assertThat(interrupted).isTrue();
		awaitIdle(executor);
	}

	@Test
	void anInterruptThatComesLateReachesNobody() {
		BoundedTaskExecutor executor = executor(1, 10);
		for (int i = 0; i < 500; i++) {
			Future<?> first = executor.submit(() -> {
			});
			CompletableFuture<Boolean> second = executor
				.submitCompletable(() -> Thread.currentThread().isInterrupted());
			first.cancel(true);
			assertThat(second.join()).isFalse();
		}
	}

	@Test
	void whoIgnoresTheInterruptKeepsItsPlace() {
		BoundedTaskExecutor executor = executor(1, 10);
		CountDownLatch begun = new CountDownLatch(1);
		AtomicBoolean stop = new AtomicBoolean();
		Future<?> deaf = executor.submit(() -> {
			begun.countDown();
			while (!stop.get()) {
				Thread.yield();
			}
		});
		await().until(() -> begun.getCount() == 0);
		CompletableFuture<String> next = executor.submitCompletable(() -> "next");
		deaf.cancel(true);
		assertThat(next).isNotDone();
		stop.set(true);
		assertThat(next.join()).isEqualTo("next");
	}

	@Test
	void permitsMayBecomeFewerAndMore() {
		AtomicInteger permits = new AtomicInteger(3);
		BoundedTaskExecutor executor = added(this.executors, "mail",
				new ExecutorSettings(permits::get, 100, WhenFull.REJECT, Submit.AT_ONCE));
		List<CompletableFuture<Void>> first = List.of(executor.submitCompletable(this::block),
				executor.submitCompletable(this::block), executor.submitCompletable(this::block));
		permits.set(1);
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<Void>> more = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			more.add(executor.submitCompletable(() -> {
				most.accumulateAndGet(now.incrementAndGet(), Math::max);
				Thread.yield();
				now.decrementAndGet();
			}));
		}
		this.release.countDown();
		first.forEach(CompletableFuture::join);
		more.forEach(CompletableFuture::join);
		assertThat(most).hasValue(1);
		permits.set(2);
		CountDownLatch both = new CountDownLatch(2);
		for (int i = 0; i < 2; i++) {
			executor.submitCompletable(() -> {
				both.countDown();
				both.await();
				return null;
			});
		}
		awaitIdle(executor);
	}

	@Test
	void aSubmissionStartsTheTasksThatWaitForAHigherLimit() {
		AtomicInteger permits = new AtomicInteger(1);
		BoundedTaskExecutor executor = added(this.executors, "mail",
				new ExecutorSettings(permits::get, 3, WhenFull.DROP, Submit.AT_ONCE));
		for (int i = 0; i < 4; i++) {
			executor.execute(this::block);
		}
		permits.set(3);
		assertThat(executor.tryStart(this::block)).isFalse();
		executor.execute(this::block);
		await().untilAsserted(
				() -> assertThat(executor.getQueueSize() + executor.dropped.sum()).as("3 of 5 run").isEqualTo(2));
		this.release.countDown();
		awaitIdle(executor);
	}

	@Test
	void afterTheCommitAndNotAfterARollback() {
		BoundedTaskExecutor executor = afterCommit(10);
		assertThat(executor.submitCompletable(() -> "outside").join()).isEqualTo("outside");
		begin();
		CompletableFuture<String> committed = executor.submitCompletable(() -> "committed");
		assertThat(committed).isNotDone();
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		assertThat(committed.join()).isEqualTo("committed");
		TransactionSynchronizationManager.clear();
		begin();
		CompletableFuture<String> rolledBack = executor.submitCompletable(() -> "never");
		TransactionSynchronizationUtils.triggerAfterCompletion(1);
		assertThat(rolledBack).isCompletedExceptionally();
		assertThat(executor.rolledBack.sum()).isOne();
	}

	@Test
	void waitingInsideTheTransactionForATaskAfterItsCommitFailsAtOnce() {
		BoundedTaskExecutor executor = afterCommit(10);
		begin();
		CompletableFuture<String> task = executor.submitCompletable(() -> "committed");
		assertThatIllegalStateException().isThrownBy(task::join).withMessageContaining("after the commit");
		assertThatIllegalStateException().isThrownBy(task::get);
		assertThatIllegalStateException().isThrownBy(() -> task.get(60, TimeUnit.SECONDS));
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		assertThat(task.join()).isEqualTo("committed");
	}

	@Test
	void whoCannotBeToldOfARollbackIsRejectedInATransaction() {
		BoundedTaskExecutor executor = afterCommit(10);
		begin();
		assertThatExceptionOfType(TaskRejectedException.class)
			.isThrownBy(() -> CompletableFuture.supplyAsync(() -> "never", executor))
			.withMessageContaining("submitCompletable");
	}

	@Test
	void whatIsTooMuchAfterTheCommitDoesNotReachTheCaller(CapturedOutput output) {
		BoundedTaskExecutor executor = afterCommit(0);
		executor.execute(this::block);
		begin();
		CompletableFuture<String> lost = executor.submitCompletable(() -> "never");
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		assertThat(lost).isCompletedExceptionally();
		assertThat(output)
			.contains("Lost after the commit of its transaction: lambda of " + ExecutorTests.class.getName());
	}

	@Test
	void aTaskDoesNotWaitInTheQueueBeforeTheCommit() {
		BoundedTaskExecutor executor = afterCommit(10);
		begin();
		CompletableFuture<Void> task = executor.submitCompletable(() -> {
		});
		await().pollDelay(Duration.ofMillis(200)).until(() -> true);
		long committedAt = System.nanoTime();
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		task.join();
		assertThat(executor.waitedNanos.sum()).isBetween(0L, System.nanoTime() - committedAt);
	}

	private static void begin() {
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
	}

	@Test
	void helpersStartOnlyWhereAPermitIsFree() {
		BoundedTaskExecutor executor = executor(1, 10);
		assertThat(executor.tryStart(this::block)).isTrue();
		assertThat(executor.tryStart(this::block)).isFalse();
		executor.execute(this::block);
		assertThat(executor.getQueueSize()).isOne();
		this.release.countDown();
		awaitIdle(executor);
	}

	@Test
	void aDecoratorThatForgetsTheTaskLeavesNoFutureIncomplete() {
		try (BoundedExecutors forgetful = new BoundedExecutors(virtual(), Duration.ZERO, (task) -> () -> {
		}, LimiterListener.NONE, () -> 0)) {
			BoundedTaskExecutor executor = added(forgetful, "mail",
					new ExecutorSettings(() -> 1, 1, WhenFull.REJECT, Submit.AT_ONCE));
			assertThat(executor.submitCompletable(() -> "never")).failsWithin(LONG)
				.withThrowableThat()
				.withMessageContaining("decorator");
		}
	}

	@Test
	void theStopLetsTheExecutorsRunEmpty(CapturedOutput output) {
		BoundedTaskExecutor executor = executor(1, 10);
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> running = executor.submitCompletable(() -> {
			begun.countDown();
			block();
			return executor.submitCompletable(() -> "nested").join();
		});
		CompletableFuture<String> waiting = executor.submitCompletable(() -> "waited");
		await().until(() -> begun.getCount() == 0);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> this.executors.stop(LONG));
		await().until(() -> !this.executors.isRunning());
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::block))
			.withMessage("Executor 'mail' is closed");
		this.release.countDown();
		stop.join();
		assertThat(running).isCompletedWithValue("nested");
		assertThat(waiting).isCompletedWithValue("waited");
		assertThat(output).contains("Executors closed after the last 2 tasks had ended");
	}

	@Test
	void theStopLeavesNoFutureIncomplete(CapturedOutput output) {
		BoundedTaskExecutor executor = executor(2, 100);
		List<CompletableFuture<?>> tasks = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			tasks.add(executor.submitCompletable(this::block));
			tasks.add(executor.submitCompletable(() -> executor.submitCompletable(this::block).join()));
		}
		for (int i = 0; i < 50; i++) {
			tasks.add(executor.submitCompletable(this::block));
		}
		FutureTask<String> queued = new FutureTask<>(() -> "queued");
		executor.execute(queued);
		await().until(() -> executor.begun.sum() >= 2);
		this.executors.stop(Duration.ofMillis(100));
		awaitDone(tasks);
		assertThat(queued).isCancelled();
		assertThat(output).containsPattern(
				"closed before .*: 5\\d waiting .* \\(1 x java.util.concurrent.FutureTask, 5\\d x lambda of "
						+ ExecutorTests.class.getName() + "\\), \\d running .*, \\d still run");
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::block));
		awaitIdle(executor);
		this.executors.start();
		this.release.countDown();
		assertThat(executor.submitCompletable(() -> "again").join()).isEqualTo("again");
	}

	@Test
	void theStopNamesAllLostTasksInOneLine(CapturedOutput output) {
		List<BoundedTaskExecutor> several = Stream.of("a", "b", "c", "d")
			.map((name) -> added(this.executors, name, settings(4, 5000)))
			.toList();
		List<CompletableFuture<?>> tasks = new ArrayList<>();
		for (int i = 0; i < 5000; i++) {
			several.forEach((executor) -> tasks.add(executor.submitCompletable(Thread::yield)));
		}
		this.executors.stop(Duration.ZERO);
		awaitDone(tasks);
		assertThat(output.getAll().lines().filter((line) -> line.contains(" WARN "))).hasSizeLessThanOrEqualTo(1);
	}

}
