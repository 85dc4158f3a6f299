package io.perfstarter.async;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CapacityReport} and {@link ExecutorMeters}.
 */
class CapacityReportTests {

	private final AtomicLong clock = new AtomicLong();

	private final BoundedExecutors executors = new BoundedExecutors(false, UnaryOperator.identity());

	private final BoundedExecutor executor = this.executors.add("mail",
			new ExecutorSettings(() -> 2, 1, Duration.ofMinutes(1), null, WhenFull.DROP, Submit.IMMEDIATE), null);

	private final CapacityReport report = new CapacityReport(this.executor, this.clock::get);

	@AfterEach
	void close() {
		this.executors.close();
	}

	private void run(int tasks) {
		for (int i = 0; i < tasks; i++) {
			this.executor.submitCompletable(() -> {
			}).join();
		}
		await().untilAsserted(() -> assertThat(this.executor.counts().active).hasValue(0));
	}

	@Test
	void nothingIsSaidOfAExecutorThatCarriesWhatItIsOffered() {
		assertThat(this.report.next()).isNull();
		run(10);
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).isNull();
	}

	@Test
	void anExecutorThatIsOfferedMoreThanItCarriesIsNamed() {
		run(10);
		this.clock.addAndGet(1_000);
		assertThat(this.report.next()).matches(
				"Executor 'mail' receives 10000000 tasks/s and can process \\d+/s \\(2 at once, \\d+\\.\\d ms each\\); "
						+ "0 waiting, 0 rejected or cancelled");
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).isNull();
	}

	@Test
	void lostTasksAreNamedInTheirPeriod() {
		CountDownLatch release = new CountDownLatch(1);
		for (int i = 0; i < 5; i++) {
			this.executor.submit(() -> release.await(60, TimeUnit.SECONDS));
		}
		release.countDown();
		await().untilAsserted(() -> assertThat(this.executor.counts().active).hasValue(0));
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).contains("2 rejected or cancelled");
		run(1);
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).isNull();
	}

	@Test
	void tasksThatAreLostWhileNoneEndsAreCounted() {
		CountDownLatch release = new CountDownLatch(1);
		this.executor.submit(() -> release.await(60, TimeUnit.SECONDS));
		this.executor.counts().rejected.add(2);
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).isEqualTo("Executor 'mail' has rejected or cancelled 2 tasks and finished none");
		release.countDown();
	}

	@Test
	void aTaskThatBlocksTheOthersIsNamedOnce() {
		CountDownLatch release = new CountDownLatch(1);
		for (int i = 0; i < 3; i++) {
			this.executor.submit(() -> release.await(60, TimeUnit.SECONDS));
		}
		await().untilAsserted(() -> assertThat(this.executor.longestRunning()).isNotNull());
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next())
			.startsWith("Executor 'mail' has ended no task in 30 s, and 1 wait for its 2 places. "
					+ "The longest running: lambda of " + getClass().getName() + ", for ")
			.contains("CountDownLatch.await");
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(this.report.next()).isNull();
		release.countDown();
	}

	@Test
	void thePoolWhosePlacesAreSharedIsNamed() {
		BoundedExecutor shared = this.executors.add("shared",
				new ExecutorSettings(() -> 2, 1, Duration.ofMinutes(1), null, WhenFull.DROP, Submit.IMMEDIATE), "pool");
		CapacityReport ofShared = new CapacityReport(shared, this.clock::get);
		shared.submitCompletable(() -> {
		}).join();
		await().untilAsserted(() -> assertThat(shared.counts().active).hasValue(0));
		this.clock.addAndGet(1);
		assertThat(ofShared.next()).contains("(2 at once with all executors of pool 'pool', ");
	}

	@Test
	void aTaskThatBlocksThoseOfAnotherExecutorOfThePoolIsNamed() {
		ExecutorSettings settings = new ExecutorSettings(() -> 1, 10, Duration.ofMinutes(1), null, WhenFull.REJECT,
				Submit.IMMEDIATE);
		BoundedExecutor first = this.executors.add("first", settings, "pool");
		BoundedExecutor second = this.executors.add("second", settings, "pool");
		CapacityReport ofFirst = new CapacityReport(first, this.clock::get);
		CountDownLatch release = new CountDownLatch(1);
		first.submit(() -> release.await(60, TimeUnit.SECONDS));
		await().untilAsserted(() -> assertThat(first.longestRunning()).isNotNull());
		second.execute(() -> {
		});
		this.clock.addAndGet(Duration.ofSeconds(30).toNanos());
		assertThat(ofFirst.next())
			.startsWith("Executor 'first' has ended no task in 30 s, and 1 wait for the 1 places of pool 'pool'. ");
		release.countDown();
	}

	@Test
	void metersShowAExecutor() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		this.executors.bindTo(registry);
		run(3);
		assertThat(registry.get("perf.starter.async.permits").tag("executor", "mail").gauge().value()).isEqualTo(2);
		assertThat(registry.get("perf.starter.async.submitted").tag("executor", "mail").functionCounter().count())
			.isEqualTo(3);
		assertThat(registry.get("perf.starter.async.run").tag("executor", "mail").functionTimer().count()).isEqualTo(3);
		assertThat(registry.get("perf.starter.async.wait").tag("executor", "mail").functionTimer().count())
			.isEqualTo(3);
		assertThat(registry.get("perf.starter.async.capacity").tag("executor", "mail").gauge().value()).isPositive();
		assertThat(registry.get("perf.starter.async.lost").tag("reason", "dropped").functionCounter().count()).isZero();
		assertThat(registry.get("perf.starter.async.overdue").gauge().value()).isZero();
	}

}
