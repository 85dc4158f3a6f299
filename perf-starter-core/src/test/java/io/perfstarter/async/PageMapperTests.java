package io.perfstarter.async;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PageMapper}.
 */
@Timeout(60)
class PageMapperTests {

	/** Longer than any test may take, so that who waits for it is seen. */
	private static final long VERY_LONG = 50_000;

	private static final Duration FAR_LESS = Duration.ofSeconds(10);

	private final PageTestExecutor executor = new PageTestExecutor(4);

	private final PageTestExecutor none = new PageTestExecutor(0);

	private final PageMapper pages = new PageMapper(this::executor, this.executor);

	private final Thread caller = Thread.currentThread();

	private Predicate<Runnable> executor(String name) {
		if (!name.equals("none")) {
			throw new IllegalArgumentException("No executor '" + name + "'");
		}
		return this.none;
	}

	@AfterEach
	void nothingIsLeft() {
		assertThat(Thread.interrupted()).as("interrupted").isFalse();
		await().untilAsserted(() -> assertThat(this.executor.isIdle()).isTrue());
		assertThat(this.executor.leftInterrupted).hasValue(0);
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("helper")));
	}

	@Test
	void nullIsAnItemAndAValue() {
		assertThat(this.pages.map(Arrays.asList("a", null, "b"), (item) -> (item != null) ? null : "null").run())
			.containsExactly(null, "null", null);
		assertThat(this.pages.map(Arrays.asList("a", null), (item) -> null).orElse((item, failure) -> "failed"))
			.containsExactly(null, null);
	}

	@Test
	void callerAndHelpersWorkAtTheSameTimeButNotMoreThanAllowed() throws Exception {
		CyclicBarrier three = new CyclicBarrier(3);
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		AtomicInteger working = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.pages.map(numbers(9), (item) -> {
			threads.add(Thread.currentThread());
			most.accumulateAndGet(working.incrementAndGet(), Math::max);
			three.await();
			return working.decrementAndGet();
		}).concurrency(3).run();
		assertThat(threads).hasSize(3).contains(this.caller);
		assertThat(most).hasValue(3);
	}

	@Test
	void withoutPermitsTheCallerDoesAll() {
		assertThat(this.pages.map(numbers(5), (item) -> Thread.currentThread()).executor("none").run()).hasSize(5)
			.containsOnly(this.caller);
		// For the last item nobody is needed.
		assertThat(this.none.asked).hasValue(4);
	}

	@Test
	void helpersComeLaterWhenPermitsBecomeFree() {
		this.executor.permits.acquireUninterruptibly(4);
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		this.pages.map(numbers(100), (item) -> {
			threads.add(Thread.currentThread());
			if (item == 3) {
				this.executor.permits.release(4);
			}
			if (item == 50) {
				await().until(() -> threads.size() > 1);
			}
			return item;
		}).run();
		assertThat(threads).contains(this.caller);
	}

	@Test
	void pagesWithinPagesGetOnWithOnePermit() {
		this.executor.permits.acquireUninterruptibly(3);
		assertThat(sum((a) -> sum((b) -> sum((c) -> 16 * a + 4 * b + c)))).isEqualTo(IntStream.range(0, 64).sum());
		this.executor.permits.release(3);
	}

	private int sum(IntUnaryOperator item) {
		return this.pages.map(numbers(4), item::applyAsInt).run().stream().mapToInt(Integer::intValue).sum();
	}

	@Test
	void nothingAndOneItemNeedNoHelper() {
		assertThat(this.pages.map(List.of(), (item) -> item).run()).isEmpty();
		assertThat(this.pages.map(List.of(), (item) -> item).orElse((item, failure) -> item)).isEmpty();
		assertThat(this.pages.chunked(List.of(), 3, (chunk) -> chunk).run()).isEmpty();
		assertThat(this.pages.map(List.of(1), (item) -> Thread.currentThread()).run()).containsExactly(this.caller);
		assertThat(this.pages.chunked(numbers(3), Integer.MAX_VALUE, (chunk) -> chunk).run()).containsExactly(0, 1, 2);
		assertThat(this.executor.asked).hasValue(0);
	}

	@Test
	void failureOfAHelperInterruptsTheCaller() {
		IOException failure = new IOException("planted");
		long begin = System.nanoTime();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.pages.map(numbers(8), (item) -> {
			if (Thread.currentThread() == this.caller) {
				Thread.sleep(VERY_LONG);
			}
			throw failure;
		}).run()).isSameAs(failure);
		assertThat(since(begin)).isLessThan(FAR_LESS);
	}

	@Test
	void failureOfTheCallerInterruptsHelpersAndSkipsTheRest() {
		IllegalStateException failure = new IllegalStateException("planted");
		CountDownLatch helped = new CountDownLatch(4);
		AtomicInteger interrupted = new AtomicInteger();
		Queue<Integer> called = new ConcurrentLinkedQueue<>();
		assertThatIllegalStateException().isThrownBy(() -> this.pages.map(numbers(50), (item) -> {
			called.add(item);
			if (Thread.currentThread() == this.caller) {
				helped.await();
				throw failure;
			}
			helped.countDown();
			sleep(interrupted);
			return item;
		}).run()).isSameAs(failure);
		assertThat(interrupted).hasValue(4);
		assertThat(called).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
	}

	@Test
	void interruptOfTheCallerAtWorkCancelsAll() {
		CountDownLatch begun = new CountDownLatch(5);
		interruptAfter(begun);
		assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> this.pages.map(numbers(9), (item) -> {
			begun.countDown();
			Thread.sleep(VERY_LONG);
			return item;
		}).run()).withCauseInstanceOf(InterruptedException.class);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void interruptOfTheWaitingCallerCancelsAll() {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch waiting = new CountDownLatch(1);
		interruptAfter(waiting);
		AtomicInteger interrupted = new AtomicInteger();
		assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> this.pages.map(numbers(2), (item) -> {
			if (Thread.currentThread() == this.caller) {
				spinUntil(begun);
				return item;
			}
			begun.countDown();
			await().until(() -> this.caller.getState() == Thread.State.WAITING);
			waiting.countDown();
			sleep(interrupted);
			return item;
		}).orElse((item, failure) -> item)).withNoCause();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(interrupted).hasValue(1);
	}

	@Test
	void interruptedCallerBeginsNothing() {
		AtomicInteger called = new AtomicInteger();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(CancellationException.class)
			.isThrownBy(() -> this.pages.map(numbers(1), (item) -> called.incrementAndGet()).run());
		assertThat(Thread.interrupted()).isTrue();
		assertThat(called).hasValue(0);
	}

	@Test
	void helperThatItsExecutorInterruptsLeavesAndTheCallerGoesOn() {
		CountDownLatch helped = new CountDownLatch(1);
		AtomicBoolean cancelled = new AtomicBoolean();
		Queue<Thread> threads = new ConcurrentLinkedQueue<>();
		PageTestExecutor one = new PageTestExecutor(1);
		PageMapper mapper = new PageMapper((name) -> one, one);
		List<Exception> failures = new ArrayList<>();
		mapper.map(numbers(20), (item) -> {
			threads.add(Thread.currentThread());
			if (Thread.currentThread() == this.caller) {
				helped.await();
				if (!one.isIdle()) {
					await().until(one::isIdle);
				}
				return item;
			}
			if (cancelled.compareAndSet(false, true)) {
				one.tasks.forEach((task) -> task.cancel(true));
				helped.countDown();
				Thread.sleep(VERY_LONG);
			}
			return item;
		}).concurrency(2).orElse((item, failure) -> {
			failures.add(failure);
			return item;
		});
		assertThat(failures).singleElement().isInstanceOf(InterruptedException.class);
		assertThat(threads).filteredOn((thread) -> thread != this.caller).hasSize(1);
		await().untilAsserted(() -> assertThat(one.leftInterrupted).hasValue(1));
	}

	@Test
	void deadlineInterruptsTheCallerAndNotWhatItDoesAfterwards() throws InterruptedException {
		AtomicInteger called = new AtomicInteger();
		assertThatExceptionOfType(PageDeadlineExceededException.class)
			.isThrownBy(() -> this.pages.map(numbers(5), (item) -> {
				called.incrementAndGet();
				Thread.sleep((item != 0) ? VERY_LONG : 0);
				return item;
			}).executor("none").deadline(Duration.ofSeconds(3)).run())
			.withMessage("1 of 5 items finished within 3000 ms");
		assertThat(called).hasValue(2);
		Thread.sleep(20);
	}

	@Test
	void deadlineInterruptsHelpersWhileTheCallerWaits() {
		CountDownLatch begun = new CountDownLatch(1);
		AtomicInteger interrupted = new AtomicInteger();
		assertThatExceptionOfType(PageDeadlineExceededException.class)
			.isThrownBy(() -> this.pages.map(numbers(2), (item) -> {
				if (Thread.currentThread() == this.caller) {
					begun.await();
					return item;
				}
				begun.countDown();
				sleep(interrupted);
				return item;
			}).deadline(Duration.ofSeconds(3)).run())
			.withMessage("1 of 2 items finished within 3000 ms");
		assertThat(interrupted).hasValue(1);
	}

	@Test
	void interruptFromOutsideBeforeTheDeadlineStays() {
		PageDeadlineExceededException deadline = new PageDeadlineExceededException("planted");
		AtomicReference<PageRun> run = new AtomicReference<>();
		run.set(new PageRun(2, (index) -> {
			Thread.currentThread().interrupt();
			run.get().end(deadline);
			return index;
		}, true));
		run.get().work(this.none, 0);
		assertThat(run.get().failure(0)).isSameAs(deadline);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void withoutTimeLeftNothingIsBegun() {
		AtomicInteger called = new AtomicInteger();
		for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE))) {
			assertThatExceptionOfType(PageDeadlineExceededException.class)
				.isThrownBy(() -> this.pages.map(numbers(3), (item) -> called.incrementAndGet()).deadline(time).run());
		}
		assertThat(called).hasValue(0);
	}

	@Test
	void deadlineFarAwayChangesNothing() {
		assertThat(this.pages.map(numbers(3), (item) -> item).deadline(Duration.ofSeconds(Long.MAX_VALUE)).run())
			.containsExactly(0, 1, 2);
	}

	@Test
	void deadlineAfterTheLastItemComesTooLate() {
		PageRun run = new PageRun(1, (index) -> index, true);
		run.work(this.none, 0);
		run.end(new PageDeadlineExceededException("planted"));
		assertThat(run.failure(0)).isNull();
	}

	@Test
	void orElseReplacesFailuresAndWhatWasNotReady() {
		List<String> results = this.pages.map(numbers(4), (item) -> {
			if (item == 1) {
				throw new IOException("planted");
			}
			Thread.sleep((item != 2) ? 0 : VERY_LONG);
			return "value";
		})
			.executor("none")
			.deadline(Duration.ofSeconds(3))
			.orElse((item, failure) -> item + " " + failure.getClass().getSimpleName());
		assertThat(results).containsExactly("value", "1 IOException", "2 PageDeadlineExceededException",
				"3 PageDeadlineExceededException");
	}

	@Test
	void valueThatComesAfterTheDeadlineDoesNotCount() {
		assertThat(this.pages.map(numbers(1), (item) -> {
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> Thread.sleep(VERY_LONG));
			return "late";
		}).deadline(Duration.ofMillis(20)).orElse((item, failure) -> "in time")).containsExactly("in time");
	}

	@Test
	void errorsEndEveryKindOfPage() {
		Error error = new StackOverflowError("planted");
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.pages.map(numbers(4), (item) -> {
			throw error;
		}).orElse((item, failure) -> null)).isSameAs(error);
	}

	@Test
	void failureOfTheFallbackIsThrown() {
		assertThatIllegalStateException().isThrownBy(() -> this.pages.map(numbers(4), (item) -> {
			throw new IOException("planted");
		}).orElse((item, failure) -> {
			throw new IllegalStateException("fallback");
		})).withMessage("fallback");
	}

	@Test
	void chunkWithTooFewValuesFails() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.pages.chunked(numbers(3), 3, (chunk) -> List.of(1, 2)).run())
			.withMessageContaining("2 values for a chunk of 3 items");
	}

	@Test
	void faultOfTheExecutorEndsThePage() {
		AtomicReference<Runnable> helper = new AtomicReference<>();
		PageMapper mapper = new PageMapper(this::executor, (task) -> {
			helper.set(task);
			throw new IllegalStateException("planted");
		});
		AtomicInteger called = new AtomicInteger();
		assertThatIllegalStateException()
			.isThrownBy(() -> mapper.map(numbers(3), (item) -> called.incrementAndGet()).run())
			.withMessage("planted");
		helper.get().run();
		assertThat(called).hasValue(0);
	}

	@Test
	void helperThatComesTooLateFindsNothingToDo() {
		List<Runnable> late = new ArrayList<>();
		PageMapper mapper = new PageMapper(this::executor, (task) -> {
			late.add(task);
			return true;
		});
		AtomicInteger called = new AtomicInteger();
		mapper.map(numbers(3), (item) -> called.incrementAndGet()).run();
		assertThat(late).hasSize(2);
		late.forEach(Runnable::run);
		assertThat(called).hasValue(3);
	}

	@Test
	void wrongArgumentsAreRefusedAtOnce() {
		assertThatNullPointerException().isThrownBy(() -> this.pages.map(numbers(3), null));
		assertThatNullPointerException().isThrownBy(() -> this.pages.map(null, (item) -> item));
		assertThatNullPointerException().isThrownBy(() -> this.pages.chunked(numbers(3), 2, null));
		assertThatNullPointerException().isThrownBy(() -> this.pages.map(List.of(), (item) -> item).orElse(null));
		assertThatIllegalArgumentException().isThrownBy(() -> this.pages.chunked(numbers(3), 0, (chunk) -> chunk));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.pages.map(numbers(3), (item) -> item).concurrency(0));
		assertThatIllegalArgumentException().isThrownBy(() -> this.pages.map(numbers(3), (item) -> item).executor("?"))
			.withMessageContaining("'?'");
	}

	@Test
	void listsCannotBeChanged() {
		assertThat(this.pages.map(numbers(2), (item) -> item).run()).isUnmodifiable();
		assertThat(this.pages.map(numbers(2), (item) -> item).orElse((item, failure) -> item)).isUnmodifiable();
	}

	private void interruptAfter(CountDownLatch latch) {
		Thread thread = new Thread(() -> {
			try {
				latch.await();
				this.caller.interrupt();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, "interrupter");
		thread.setDaemon(true);
		thread.start();
	}

	private static void sleep(AtomicInteger interrupted) {
		try {
			Thread.sleep(VERY_LONG);
		}
		catch (InterruptedException ex) {
			interrupted.incrementAndGet();
		}
	}

	private static void spinUntil(CountDownLatch latch) {
		while (latch.getCount() != 0) {
			Thread.onSpinWait();
		}
	}

	private static Duration since(long begin) {
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	private static List<Integer> numbers(int size) {
		return Collections.unmodifiableList(IntStream.range(0, size).boxed().toList());
	}

}
