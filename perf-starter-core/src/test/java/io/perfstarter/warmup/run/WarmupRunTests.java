package io.perfstarter.warmup.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.TaskReport;
import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.run.WarmupRun.Jvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link WarmupRun}.
 */
@Timeout(60)
class WarmupRunTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<String> made = Collections.synchronizedList(new ArrayList<>());

	private final AtomicLong compileTime = new AtomicLong();

	private final AtomicLong classes = new AtomicLong(1000);

	private final WarmupClient answers = (call, timeout) -> {
		this.made.add(call.name());
		this.classes.incrementAndGet();
		return 200;
	};

	@AfterEach
	void endThreads() {
		this.threads.shutdownNow();
	}

	@Test
	void firstEachCallOnceInOrderThenBursts() throws Exception {
		WarmupRun run = run(settings(LONG, 20, 1), this.answers, "list", "one");
		run.run();
		assertThat(this.made.subList(0, 2)).containsExactly("list", "one");
		assertThat(this.made.subList(2, 12)).containsOnly("list");
		assertThat(this.made.subList(12, 22)).containsOnly("one");
		assertThat(run.report().linkedClasses()).isEqualTo(2);
	}

	@Test
	void everyCallReachesTheFloor() throws Exception {
		WarmupRun run = run(settings(LONG, 200, 2), this.answers, "list", "one");
		run.run();
		assertThat(run.report().calls()).allSatisfy((call) -> {
			assertThat(call.calls()).isGreaterThanOrEqualTo(200);
			assertThat(call.outcome()).isIn(Outcome.CONVERGED, Outcome.FLOOR_ONLY);
			assertThat(call.failures()).isZero();
			assertThat(call.firstMillis()).isNotNull();
			assertThat(call.bestMillis()).isLessThanOrEqualTo(call.lastMillis());
		});
		assertThat(run.isFailed()).isFalse();
	}

	@Test
	void noCallIsMadeMoreOftenThanTheMost() throws Exception {
		WarmupSettings settings = new WarmupSettings(LONG, LONG, 30, 30, 7, 1);
		WarmupRun run = run(settings, this.answers, "list");
		run.run();
		assertThat(this.made).hasSize(30);
	}

	@Test
	void tasksComeFirstInOrderOnThreadsThatKnow() throws Exception {
		List<String> done = Collections.synchronizedList(new ArrayList<>());
		WarmupTask first = new TestTask("first", () -> done.add("first " + WarmupContext.active()));
		WarmupTask second = new TestTask("second", () -> done.add("second " + Thread.currentThread().isInterrupted()));
		WarmupRun run = new WarmupRun(settings(LONG, 1, 1), List.of(first, second), List.of(call("list")),
				(call, timeout) -> {
					done.add("call");
					return 200;
				}, jvm(), System::nanoTime, this.threads);
		run.run();
		assertThat(done).startsWith("first true", "second false", "call");
		assertThat(run.report().tasks()).extracting(TaskReport::name).containsExactly("first", "second");
		assertThat(run.isFailed()).isFalse();
	}

	@Test
	void taskThatThrowsIsReportedAndTheRestGoesOn() throws Exception {
		WarmupTask failing = new TestTask("pool", () -> {
			throw new IllegalStateException("no database");
		});
		WarmupRun run = new WarmupRun(settings(LONG, 1, 1), List.of(failing), List.of(call("list")), this.answers,
				jvm(), System::nanoTime, this.threads);
		run.run();
		assertThat(run.report().tasks()).singleElement()
			.satisfies((task) -> assertThat(task.failure()).contains("no database"));
		assertThat(run.isFailed()).isTrue();
		assertThat(this.made).isNotEmpty();
	}

	@Test
	void taskThatHangsIsInterruptedAtTheEndOfTheBudget() throws Exception {
		CountDownLatch interrupted = new CountDownLatch(1);
		WarmupTask hanging = new TestTask("hanging", () -> {
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
		});
		WarmupRun run = new WarmupRun(settings(Duration.ofSeconds(3), 1, 1), List.of(hanging), List.of(call("list")),
				this.answers, jvm(), System::nanoTime, this.threads);
		run.run();
		assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
		assertThat(run.report().tasks()).singleElement()
			.satisfies((task) -> assertThat(task.failure()).contains("within the timeout"));
		assertThat(this.made).isEmpty();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::outcome).isEqualTo(Outcome.BUDGET);
	}

	@Test
	void budgetIsACeilingWhateverHangs() throws Exception {
		WarmupClient hanging = (call, timeout) -> {
			new CountDownLatch(1).await();
			throw new IllegalStateException();
		};
		long begin = System.nanoTime();
		WarmupRun run = run(settings(Duration.ofMillis(300), 10, 2), hanging, System::nanoTime, "one", "two");
		run.run();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(300),
				Duration.ofSeconds(20));
	}

	@Test
	void timeoutOfACallIsNoLongerThanWhatIsLeft() throws Exception {
		List<Duration> timeouts = Collections.synchronizedList(new ArrayList<>());
		AtomicLong now = new AtomicLong();
		WarmupClient slow = (call, timeout) -> {
			timeouts.add(timeout);
			now.addAndGet(Duration.ofSeconds(2).toNanos());
			return 200;
		};
		WarmupRun run = run(budget(5), slow, now::get, "slow");
		run.run();
		assertThat(timeouts).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofSeconds(1));
		assertThat(run.report().calls()).singleElement().extracting(CallReport::outcome).isEqualTo(Outcome.BUDGET);
	}

	@Test
	void callThatTakesLongLeavesTimeForTheOthers() throws Exception {
		AtomicLong now = new AtomicLong();
		WarmupClient caller = (call, timeout) -> {
			now.addAndGet(Duration.ofMillis((call.name().equals("login")) ? 600 : 1).toNanos());
			return 200;
		};
		WarmupSettings settings = new WarmupSettings(Duration.ofSeconds(30), Duration.ofSeconds(5), 500, 2000, 50, 1);
		WarmupRun run = run(settings, caller, now::get, "login", "list", "one");
		run.run();
		assertThat(run.report().calls()).extracting(CallReport::outcome)
			.containsExactly(Outcome.BUDGET, Outcome.CONVERGED, Outcome.CONVERGED);
		assertThat(Warmup.costliest(run.report().calls()))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("'login'", "calls of 600.0 ms"));
	}

	@Test
	void noCallIsBlamedIfTheTimeIsLongEnoughOrNoneTakesMostOfIt() {
		CallReport slow = report("login", Outcome.BUDGET, 40, 500.0);
		CallReport fast = report("list", Outcome.CONVERGED, 500, 1.0);
		assertThat(Warmup.costliest(List.of(slow, fast))).isPresent();
		assertThat(Warmup.costliest(List.of(slow))).isEmpty();
		assertThat(Warmup.costliest(List.of(slow, report("other", Outcome.BUDGET, 40, 500.0)))).isEmpty();
		assertThat(Warmup.costliest(List.of(report("login", Outcome.FLOOR_ONLY, 500, 30.0), fast))).isEmpty();
	}

	private static CallReport report(String name, Outcome outcome, int calls, double millis) {
		return new CallReport(name, "GET", "/" + name, outcome, calls, 0, millis, millis, millis, null);
	}

	@Test
	void whatNeverSucceedsIsGivenUpAndTheOthersGoOn() throws Exception {
		WarmupClient caller = (call, timeout) -> {
			this.made.add(call.name());
			return switch (call.name()) {
				case "gone" -> 404;
				case "hanging" -> throw new TimeoutException();
				case "broken" -> throw new IOException("connection reset");
				default -> 200;
			};
		};
		WarmupRun run = run(settings(LONG, 20, 1), caller, "gone", "list", "hanging", "broken");
		run.run();
		assertThat(run.report().calls()).extracting(CallReport::outcome)
			.containsExactly(Outcome.FAILED, Outcome.CONVERGED, Outcome.FAILED, Outcome.FAILED);
		assertThat(run.report().calls()).extracting(CallReport::lastFailure)
			.containsExactly("status 404", null, "no response within 5000 ms", "connection reset");
		assertThat(Collections.frequency(this.made, "gone")).isEqualTo(3);
		assertThat(run.isFailed()).isTrue();
	}

	@Test
	void failureThatPassesIsForgiven() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		WarmupClient caller = (call, timeout) -> (calls.getAndIncrement() < 2) ? 503 : 200;
		WarmupRun run = run(settings(LONG, 40, 1), caller, "list");
		run.run();
		assertThat(run.isFailed()).isFalse();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::failures).isEqualTo(2);
	}

	@Test
	void tooManyFailuresAreNot() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		WarmupClient caller = (call, timeout) -> (calls.getAndIncrement() % 5 == 0) ? 500 : 200;
		WarmupRun run = run(settings(LONG, 40, 1), caller, "list");
		run.run();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::outcome).isEqualTo(Outcome.FAILED);
	}

	@Test
	void redirectIsNoSuccessUnlessItIsExpected() throws Exception {
		WarmupClient login = (call, timeout) -> 302;
		WarmupRun run = run(settings(LONG, 1, 1), login, "list");
		run.run();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::outcome).isEqualTo(Outcome.FAILED);
	}

	@Test
	void asLongAsTheJvmCompilesItIsNotConverged() throws Exception {
		Jvm busy = jvm(() -> this.compileTime.addAndGet(50));
		WarmupSettings settings = new WarmupSettings(LONG, LONG, 5, 10, 5, 1);
		WarmupRun run = new WarmupRun(settings, List.of(), List.of(call("list")), this.answers, busy, () -> 0,
				this.threads);
		run.run();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::outcome).isEqualTo(Outcome.FLOOR_ONLY);
	}

	@Test
	void endOfTheBudgetIsNoFailureOfWhatHasAnswered() throws Exception {
		AtomicLong now = new AtomicLong();
		WarmupClient slowing = (call, timeout) -> {
			now.addAndGet(Duration.ofSeconds(3).toNanos());
			if (timeout.compareTo(Duration.ofSeconds(3)) < 0) {
				throw new TimeoutException();
			}
			return 200;
		};
		WarmupRun run = run(budget(7), slowing, now::get, "slowing");
		run.run();
		assertThat(run.report().calls()).singleElement().satisfies((report) -> {
			assertThat(report.calls()).isEqualTo(2);
			assertThat(report.failures()).isZero();
			assertThat(report.outcome()).isEqualTo(Outcome.BUDGET);
		});
	}

	@Test
	void endOfTheBudgetIsTheFailureOfWhatHasNeverAnswered() throws Exception {
		AtomicLong now = new AtomicLong();
		WarmupClient hanging = (call, timeout) -> {
			now.addAndGet(timeout.toNanos());
			throw new TimeoutException();
		};
		WarmupRun run = run(budget(3), hanging, now::get, "hanging");
		run.run();
		assertThat(run.report().calls()).singleElement()
			.extracting(CallReport::outcome, CallReport::lastFailure)
			.containsExactly(Outcome.FAILED, "no response within 3000 ms");
	}

	@Test
	void stopEndsItAtOnce() throws Exception {
		CountDownLatch called = new CountDownLatch(1);
		WarmupClient hanging = (call, timeout) -> {
			called.countDown();
			new CountDownLatch(1).await();
			throw new IllegalStateException();
		};
		WarmupRun run = run(settings(LONG, 10, 1), hanging, "list");
		CompletableFuture.runAsync(() -> {
			await().until(() -> called.getCount() == 0);
			run.stop();
		});
		run.run();
		assertThat(run.isStopped()).isTrue();
		assertThat(run.report().calls()).singleElement().extracting(CallReport::calls).isEqualTo(0);
	}

	private WarmupRun run(WarmupSettings settings, WarmupClient caller, String... calls) {
		return run(settings, caller, () -> 0, calls);
	}

	private WarmupRun run(WarmupSettings settings, WarmupClient caller, LongSupplier clock, String... calls) {
		return new WarmupRun(settings, List.of(), List.of(calls).stream().map(WarmupRunTests::call).toList(), caller,
				jvm(), clock, this.threads);
	}

	private Jvm jvm() {
		return jvm(() -> 0);
	}

	private Jvm jvm(LongSupplier compileTime) {
		return new Jvm(compileTime, this.classes::get, List.of());
	}

	private static WarmupSettings settings(Duration budget, int minRequests, int parallelism) {
		return new WarmupSettings(budget, Duration.ofSeconds(5), minRequests, 4 * minRequests, 10, parallelism);
	}

	private static WarmupSettings budget(int seconds) {
		return new WarmupSettings(Duration.ofSeconds(seconds), Duration.ofSeconds(4), 10, 10, 10, 1);
	}

	private static WarmupCall call(String name) {
		return new WarmupCall(name, "GET", Template.of("/" + name), Map.of(), null, Set.of());
	}

}
