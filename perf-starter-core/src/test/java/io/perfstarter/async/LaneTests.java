package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import io.perfstarter.async.LaneSettings.OnFull;
import io.perfstarter.async.LaneSettings.Submit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Lane} and {@link Lanes}, in virtual threads where there are any.
 */
@ExtendWith(OutputCaptureExtension.class)
class LaneTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final Lanes lanes = new Lanes(virtual(), UnaryOperator.identity());

	private final CountDownLatch release = new CountDownLatch(1);

	private static boolean virtual() {
		return Runtime.version().feature() >= 21;
	}

	private Lane lane(int permits, int room) {
		return lane(permits, room, OnFull.REJECT, LONG);
	}

	private Lane lane(int permits, int room, OnFull onFull, Duration maxWait) {
		return this.lanes.add("mail", new LaneSettings(() -> permits, room, maxWait, null, onFull,
				(onFull != OnFull.WAIT) ? null : LONG, Submit.IMMEDIATE), null);
	}

	private void block() {
		try {
			assertThat(this.release.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new CancellationException("interrupted");
		}
	}

	private static void awaitIdle(Lane lane) {
		await().untilAsserted(() -> {
			assertThat(lane.counts().active).hasValue(0);
			assertThat(lane.waiting()).isZero();
			assertThat(lane.active()).isZero();
		});
	}

	@AfterEach
	void close() {
		this.release.countDown();
		this.lanes.close();
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.clear();
		}
	}

	@Test
	void tasksRunInThreadsNamedAfterTheLane() {
		assertThat(lane(2, 10).submitCompletable(() -> Thread.currentThread().getName()).join())
			.startsWith("lane-mail-");
	}

	@Test
	void theRoomTakesABurst() {
		Lane lane = lane(2, 100);
		AtomicInteger now = new AtomicInteger();
		Queue<Integer> seen = new ConcurrentLinkedQueue<>();
		List<CompletableFuture<Void>> tasks = new ArrayList<>();
		for (int i = 0; i < 102; i++) {
			tasks.add(lane.submitCompletable(() -> {
				seen.add(now.incrementAndGet());
				Thread.yield();
				now.decrementAndGet();
			}));
		}
		tasks.forEach(CompletableFuture::join);
		assertThat(seen).hasSize(102).allMatch((count) -> count <= 2);
		awaitIdle(lane);
	}

	@Test
	void tasksThatWaitHaveTheirTurnInOrder() {
		Lane lane = lane(1, 100);
		lane.execute(this::block);
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		for (int i = 0; i < 50; i++) {
			int number = i;
			lane.execute(() -> order.add(number));
		}
		this.release.countDown();
		awaitIdle(lane);
		assertThat(order).hasSize(50).isSorted();
	}

	@Test
	void whatIsTooMuchIsRejectedAtOnce() {
		Lane lane = lane(1, 1);
		lane.execute(this::block);
		lane.execute(this::block);
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block))
			.withMessage("Lane 'mail' is full: 1 tasks run, and 1 wait");
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.submit(this::block));
		assertThat(lane.counts().rejected.sum()).isEqualTo(2);
	}

	@Test
	void whatIsTooMuchIsDropped() {
		Lane lane = lane(1, 0, OnFull.DROP, LONG);
		lane.execute(this::block);
		FutureTask<String> future = new FutureTask<>(() -> "never");
		lane.execute(future);
		assertThat(future).isCancelled();
		assertThat(lane.submitCompletable(this::block)).isCompletedExceptionally();
		assertThat(lane.counts().dropped.sum()).isEqualTo(2);
	}

	@Test
	void whatIsDroppedSaysWhyWithoutAStackTrace() {
		Lane lane = lane(1, 1, OnFull.DROP, LONG);
		lane.execute(this::block);
		lane.execute(this::block);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(lane.submitCompletable(this::block)::join)
			.havingCause()
			.isInstanceOf(TaskRejectedException.class)
			.withMessage("Lane 'mail' is full")
			.satisfies((cause) -> assertThat(cause.getStackTrace()).isEmpty());
		assertThat(lane.counts().dropped.sum()).isOne();
	}

	@Test
	void nothingIsDroppedWhenATaskHasLeftTheRoom() {
		Lane lane = lane(1, 1, OnFull.DROP, LONG);
		lane.execute(this::block);
		CompletableFuture<Void> first = lane.submitCompletable(this::block);
		assertThat(lane.submitCompletable(this::block)).isCompletedExceptionally();
		first.cancel(true);
		CompletableFuture<Void> second = lane.submitCompletable(this::block);
		assertThat(second).isNotDone();
		this.release.countDown();
		second.join();
		awaitIdle(lane);
		for (int i = 0; i < 3; i++) {
			lane.submitCompletable(() -> {
			}).join();
			awaitIdle(lane);
		}
		assertThat(lane.counts().dropped.sum()).isOne();
	}

	@Test
	void whoCannotBeToldIsRejectedInsteadOfDropped() {
		Lane lane = lane(1, 0, OnFull.DROP, LONG);
		lane.execute(this::block);
		assertThatExceptionOfType(TaskRejectedException.class)
			.isThrownBy(() -> CompletableFuture.supplyAsync(() -> "never", lane));
	}

	@Test
	void whoCannotBeToldDoesNotExpire() {
		Lane lane = lane(1, 1, OnFull.REJECT, Duration.ofMillis(1));
		lane.execute(this::block);
		CompletableFuture<String> promised = CompletableFuture.supplyAsync(() -> "at last", lane);
		await().pollDelay(Duration.ofMillis(100)).until(() -> true);
		this.release.countDown();
		assertThat(promised.join()).isEqualTo("at last");
	}

	@Test
	void theCallerWaitsForRoom() {
		Lane lane = lane(1, 0, OnFull.WAIT, LONG);
		lane.execute(this::block);
		CompletableFuture<String> second = CompletableFuture
			.supplyAsync(() -> lane.submitCompletable(() -> "done").join());
		this.release.countDown();
		assertThat(second.join()).isEqualTo("done");
	}

	@Test
	void theCallerDoesNotWaitForEver() {
		Lane lane = this.lanes.add("mail",
				new LaneSettings(() -> 1, 0, LONG, null, OnFull.WAIT, Duration.ofMillis(200), Submit.IMMEDIATE), null);
		lane.execute(this::block);
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block));
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block));
		assertThat(Thread.interrupted()).isTrue();
	}

	@RepeatedTest(20)
	void aTaskThatWaitsForRoomLendsItsPermit() {
		Lane lane = lane(1, 1, OnFull.WAIT, LONG);
		CompletableFuture<Integer> parent = lane.submitCompletable(() -> {
			List<CompletableFuture<Integer>> children = new ArrayList<>();
			for (int i = 0; i < 5; i++) {
				children.add(lane.submitCompletable(() -> 1));
			}
			return children.stream().mapToInt(CompletableFuture::join).sum();
		});
		assertThat(parent.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo(5);
		awaitIdle(lane);
	}

	@Test
	void aTaskThatWaitsForRoomLetsItsChildHaveItsPermit() {
		Lane lane = lane(1, 0, OnFull.WAIT, LONG);
		CompletableFuture<String> parent = lane
			.submitCompletable(() -> lane.submitCompletable(() -> "child").join() + " and parent");
		assertThat(parent.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("child and parent");
		awaitIdle(lane);
	}

	@Test
	void tasksMayWaitForTasksOfTheSameLane() {
		Lane lane = lane(1, 10);
		assertThat(lane.submitCompletable(() -> nested(lane, 5)).orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(5);
		assertThat(lane.counts().lent.sum()).isEqualTo(5);
		awaitIdle(lane);
	}

	private static int nested(Lane lane, int depth) {
		if (depth == 0) {
			return 0;
		}
		return 1 + lane.submitCompletable(() -> nested(lane, depth - 1)).thenApply((count) -> count).join();
	}

	@Test
	void tasksMayWaitForTasksOfOtherLanesThatWaitForThem() {
		Lane here = lane(1, 10);
		Lane there = this.lanes.add("other",
				new LaneSettings(() -> 1, 10, LONG, null, OnFull.REJECT, null, Submit.IMMEDIATE), null);
		CompletableFuture<String> first = here
			.submitCompletable(() -> there.submitCompletable(() -> here.submitCompletable(() -> "deep").join()).get());
		assertThat(first.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("deep");
	}

	@Test
	void whatIsThrownGivesThePermitBack(CapturedOutput output) {
		Lane lane = lane(1, 10);
		lane.execute(() -> {
			throw new NoClassDefFoundError("planted");
		});
		CompletableFuture<Object> second = lane.submitCompletable(() -> {
			throw new java.io.IOException("planted, too");
		});
		assertThat(second).failsWithin(LONG).withThrowableThat().withMessageContaining("planted, too");
		assertThat(lane.submitCompletable(() -> "third").join()).isEqualTo("third");
		awaitIdle(lane);
		assertThat(lane.counts().failed.sum()).isEqualTo(2);
		assertThat(output).contains("A task of lane 'mail' has failed").doesNotContain("planted, too");
	}

	@Test
	void aThreadThatCannotBeStartedGivesThePermitBack() {
		AtomicBoolean broken = new AtomicBoolean(true);
		List<Runnable> started = new ArrayList<>();
		Permits permits = new Permits(() -> 1);
		Lane lane = new Lane("mail", new LaneSettings(() -> 1, 10, LONG, null, OnFull.REJECT, null, Submit.IMMEDIATE),
				permits, surroundings((task) -> {
					if (broken.get()) {
						throw new OutOfMemoryError("unable to create native thread");
					}
					started.add(task);
				}));
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block))
			.withCauseInstanceOf(OutOfMemoryError.class);
		assertThat(permits.active()).isZero();
		broken.set(false);
		lane.execute(() -> {
		});
		Future<String> second = lane.submit(() -> "second");
		Future<String> third = lane.submit(() -> "third");
		broken.set(true);
		started.get(0).run();
		assertThat(second).isDone();
		assertThat(third).isDone();
		assertThat(permits.active()).isZero();
	}

	private static LaneSurroundings surroundings(java.util.concurrent.Executor threads) {
		return new LaneSurroundings(new Entrance(), threads, UnaryOperator.identity(),
				new java.util.concurrent.ScheduledThreadPoolExecutor(0));
	}

	@Test
	void whatWaitsTooLongIsNotRun() {
		Lane lane = lane(1, 10, OnFull.REJECT, Duration.ofMillis(50));
		lane.execute(this::block);
		AtomicBoolean ran = new AtomicBoolean();
		CompletableFuture<Void> late = lane.submitCompletable(() -> ran.set(true));
		assertThat(late).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(TaskRejectedException.class);
		assertThat(lane.waiting()).isZero();
		assertThat(lane.counts().expired.sum()).isOne();
		this.release.countDown();
		awaitIdle(lane);
		assertThat(ran).isFalse();
	}

	@Test
	void theDeadlineOfTheCallerCountsForAllThatFollows() {
		Lane lane = lane(1, 10);
		CompletableFuture<Long> inherited = Deadline.within(LONG,
				() -> lane.submitCompletable(() -> lane.submitCompletable(Deadline::current).join()));
		assertThat(inherited.join()).isNotNull();
		assertThat(Deadline.current()).isNull();
		lane.execute(this::block);
		CompletableFuture<Void> late = Deadline.within(Duration.ofMillis(50), () -> lane.submitCompletable(() -> {
		}));
		assertThat(late).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(TaskRejectedException.class);
		Future<Void> patient = lane.submitCompletable(() -> {
		});
		assertThat(patient).isNotDone();
	}

	@Test
	void whatWaitsIsCancelledAtOnce() {
		Lane lane = lane(1, 1);
		lane.execute(this::block);
		CompletableFuture<Void> waiting = lane.submitCompletable(this::block);
		assertThat(waiting.cancel(true)).isTrue();
		assertThat(lane.waiting()).isZero();
		assertThat(lane.submitCompletable(() -> {
		})).isNotDone();
	}

	@Test
	void whatRunsIsInterruptedByCancelAndNothingElseIs() {
		Lane lane = lane(1, 10);
		AtomicReference<@Nullable Throwable> seen = new AtomicReference<>();
		CountDownLatch begun = new CountDownLatch(1);
		Future<?> running = lane.submit(() -> {
			begun.countDown();
			try {
				block();
			}
			catch (CancellationException ex) {
				seen.set(ex);
			}
		});
		CompletableFuture<Boolean> next = lane.submitCompletable(() -> Thread.currentThread().isInterrupted());
		await().until(() -> begun.getCount() == 0);
		assertThat(running.cancel(true)).isTrue();
		assertThat(next.join()).isFalse();
		assertThat(seen.get()).isNotNull();
		awaitIdle(lane);
	}

	@Test
	void anInterruptThatComesLateReachesNobody() {
		Lane lane = lane(1, 10);
		for (int i = 0; i < 500; i++) {
			Future<?> first = lane.submit(() -> {
			});
			CompletableFuture<Boolean> second = lane.submitCompletable(() -> Thread.currentThread().isInterrupted());
			first.cancel(true);
			assertThat(second.join()).isFalse();
		}
	}

	@Test
	void whoIgnoresTheInterruptKeepsItsPermit(CapturedOutput output) {
		Lane lane = lane(1, 10);
		CountDownLatch begun = new CountDownLatch(1);
		AtomicBoolean stop = new AtomicBoolean();
		Future<?> deaf = lane.submit(() -> {
			begun.countDown();
			while (!stop.get()) {
				Thread.yield();
			}
		});
		await().until(() -> begun.getCount() == 0);
		CompletableFuture<String> next = lane.submitCompletable(() -> "next");
		deaf.cancel(true);
		await().untilAsserted(
				() -> assertThat(output).contains("A task of lane 'mail' goes on although").contains("\tat "));
		assertThat(lane.overdue()).isOne();
		assertThat(next).isNotDone();
		stop.set(true);
		assertThat(next.join()).isEqualTo("next");
		await().untilAsserted(() -> assertThat(lane.overdue()).isZero());
	}

	@Test
	void whatRunsTooLongIsInterrupted() {
		Lane lane = this.lanes.add("mail",
				new LaneSettings(() -> 1, 10, LONG, Duration.ofMillis(50), OnFull.REJECT, null, Submit.IMMEDIATE),
				null);
		CompletableFuture<Void> slow = lane.submitCompletable(this::block);
		assertThat(slow).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(TimeoutException.class);
		assertThat(lane.submitCompletable(() -> "next").join()).isEqualTo("next");
		await().untilAsserted(() -> assertThat(lane.counts().timedOut.sum()).isOne());
		awaitIdle(lane);
	}

	@Test
	void lanesOfOnePoolShareItsPermits() {
		LaneSettings settings = new LaneSettings(() -> 2, 10, LONG, null, OnFull.REJECT, null, Submit.IMMEDIATE);
		Lane first = this.lanes.add("first", settings, "pool");
		Lane second = this.lanes.add("second", settings, "pool");
		first.execute(this::block);
		first.execute(this::block);
		Queue<String> order = new ConcurrentLinkedQueue<>();
		second.execute(() -> order.add("a"));
		first.execute(() -> order.add("b"));
		second.execute(() -> order.add("c"));
		assertThat(second.counts().active).hasValue(0);
		assertThat(second.waiting()).isEqualTo(2);
		this.release.countDown();
		await().untilAsserted(() -> assertThat(order).containsExactlyInAnyOrder("a", "b", "c"));
	}

	@Test
	void permitsMayBecomeFewerAndMore() {
		AtomicInteger permits = new AtomicInteger(3);
		Lane lane = this.lanes.add("mail",
				new LaneSettings(permits::get, 100, LONG, null, OnFull.REJECT, null, Submit.IMMEDIATE), null);
		List<CompletableFuture<Void>> first = List.of(lane.submitCompletable(this::block),
				lane.submitCompletable(this::block), lane.submitCompletable(this::block));
		permits.set(1);
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<Void>> more = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			more.add(lane.submitCompletable(() -> {
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
			lane.execute(() -> {
				both.countDown();
				try {
					both.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
		}
		awaitIdle(lane);
	}

	@Test
	void afterTheCommitAndNotAfterARollback() {
		Lane lane = this.lanes.add("mail",
				new LaneSettings(() -> 1, 10, LONG, null, OnFull.REJECT, null, Submit.AFTER_COMMIT), null);
		assertThat(lane.submitCompletable(() -> "outside").join()).isEqualTo("outside");
		begin();
		CompletableFuture<String> committed = lane.submitCompletable(() -> "committed");
		assertThat(committed).isNotDone();
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		assertThat(committed.join()).isEqualTo("committed");
		TransactionSynchronizationManager.clear();
		begin();
		CompletableFuture<String> rolledBack = lane.submitCompletable(() -> "never");
		TransactionSynchronizationUtils.triggerAfterCompletion(1);
		assertThat(rolledBack).isCompletedExceptionally();
		assertThat(lane.counts().discarded.sum()).isOne();
	}

	@Test
	void whatIsTooMuchAfterTheCommitDoesNotReachTheCaller(CapturedOutput output) {
		Lane lane = this.lanes.add("mail",
				new LaneSettings(() -> 1, 0, LONG, null, OnFull.REJECT, null, Submit.AFTER_COMMIT), null);
		lane.execute(this::block);
		begin();
		CompletableFuture<String> lost = lane.submitCompletable(() -> "never");
		TransactionSynchronizationUtils.triggerAfterCompletion(0);
		assertThat(lost).isCompletedExceptionally();
		assertThat(output).contains("A transaction has committed, but its task is lost");
	}

	private static void begin() {
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
	}

	@Test
	void helpersStartOnlyWhereAPermitIsFree() throws Exception {
		Lane lane = lane(1, 10);
		Future<?> helper = lane.tryStart(this::block);
		assertThat(helper).isNotNull();
		assertThat(lane.tryStart(this::block)).isNull();
		lane.execute(this::block);
		assertThat(lane.waiting()).isOne();
		this.release.countDown();
		helper.get();
		awaitIdle(lane);
	}

	@Test
	void aDecoratorThatForgetsTheTaskLeavesNoFutureIncomplete() {
		try (Lanes forgetful = new Lanes(virtual(), (task) -> () -> {
		})) {
			Lane lane = forgetful.add("mail",
					new LaneSettings(() -> 1, 1, LONG, null, OnFull.REJECT, null, Submit.IMMEDIATE), null);
			assertThat(lane.submitCompletable(() -> "never")).failsWithin(LONG)
				.withThrowableThat()
				.withMessageContaining("decorator");
		}
	}

	@Test
	void theStopLetsTheLanesRunEmpty(CapturedOutput output) {
		Lane lane = lane(1, 10);
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> running = lane.submitCompletable(() -> {
			begun.countDown();
			block();
			return lane.submitCompletable(() -> "nested").join();
		});
		CompletableFuture<String> waiting = lane.submitCompletable(() -> "waited");
		await().until(() -> begun.getCount() == 0);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> this.lanes.stop(LONG));
		await().until(() -> !this.lanes.isOpen());
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block))
			.withMessage("Lane 'mail' is closed");
		this.release.countDown();
		stop.join();
		assertThat(running).isCompletedWithValue("nested");
		assertThat(waiting).isCompletedWithValue("waited");
		assertThat(output).contains("Lanes are closed: of 2 tasks and what these have submitted, 0 that waited");
	}

	@Test
	void theStopLeavesNoFutureIncomplete(CapturedOutput output) {
		Lane lane = lane(2, 100);
		List<CompletableFuture<?>> tasks = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			tasks.add(lane.submitCompletable(this::block));
			tasks.add(lane.submitCompletable(() -> lane.submitCompletable(this::block).join()));
		}
		for (int i = 0; i < 50; i++) {
			tasks.add(lane.submitCompletable(this::block));
		}
		// One of them has lent its permit by then, and no more can begin.
		await().until(() -> lane.counts().begun.sum() >= 3);
		this.lanes.stop(Duration.ofMillis(100));
		assertThat(tasks).allMatch(CompletableFuture::isDone);
		assertThat(output).containsPattern("Lanes are closed: of 5\\d tasks .* and 0 still run");
		assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> lane.execute(this::block));
		awaitIdle(lane);
		this.lanes.start();
		this.release.countDown();
		assertThat(lane.submitCompletable(() -> "again").join()).isEqualTo("again");
	}

	@Test
	void callersThatWaitForRoomDoNotHangWhenTheLanesClose() {
		Lane lane = lane(1, 0, OnFull.WAIT, LONG);
		lane.execute(this::block);
		List<CompletableFuture<Void>> callers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			callers.add(new CompletableFuture<>());
			CompletableFuture<Void> caller = callers.get(i);
			new Thread(() -> {
				try {
					lane.submitCompletable(this::block).get(30, TimeUnit.SECONDS);
				}
				catch (TaskRejectedException | ExecutionException | InterruptedException | TimeoutException
						| CancellationException ex) {
					caller.complete(null);
				}
			}).start();
		}
		await().until(() -> this.lanes.inside() == 5);
		this.lanes.stop(Duration.ofMillis(50));
		callers.forEach((caller) -> assertThat(caller).succeedsWithin(Duration.ofSeconds(10)));
	}

}
