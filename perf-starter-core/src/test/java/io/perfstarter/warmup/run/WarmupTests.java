package io.perfstarter.warmup.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Warmup}.
 */
@Timeout(30)
@ExtendWith(OutputCaptureExtension.class)
class WarmupTests {

	private static final WarmupSettings SETTINGS = new WarmupSettings(Duration.ofSeconds(20), Duration.ofSeconds(5), 1,
			1, 1, 1);

	private final List<WarmupTask> tasks = new ArrayList<>();

	private final List<String> opened = new ArrayList<>();

	private final List<WarmupGate> gates = new ArrayList<>(
			List.of(() -> this.opened.add("first"), () -> this.opened.add("second")));

	private final WarmupState state = new WarmupState(() -> this.gates);

	private final Warmup warmup = new Warmup(SETTINGS, List.of(), () -> this.tasks, this.state);

	@Test
	void runsOnce() {
		List<String> done = new ArrayList<>();
		this.tasks.add(task(() -> done.add("done")));
		this.warmup.run(null, null);
		this.warmup.run(null, null);
		assertThat(done).hasSize(1);
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
		assertThat(this.warmup.report()).satisfies((report) -> {
			assertThat(report.phase()).isEqualTo(WarmupPhase.SUCCEEDED);
			assertThat(report.open()).isFalse();
			assertThat(report.aotCache()).isEqualTo(AotCache.NONE);
		});
	}

	@Test
	void opensTheGatesOnceInOrder() {
		this.warmup.run(null, null);
		assertThat(this.opened).isEmpty();
		this.state.accept();
		this.state.accept();
		assertThat(this.opened).containsExactly("first", "second");
		assertThat(this.state.isOpen()).isTrue();
	}

	@Test
	void gateThatThrowsKeepsNoOtherClosed(CapturedOutput output) {
		this.gates.add(0, () -> {
			throw new IllegalStateException("broken gate");
		});
		this.warmup.run(null, null);
		this.state.accept();
		assertThat(this.opened).containsExactly("first", "second");
		assertThat(output).containsOnlyOnce("broken gate");
	}

	@Test
	void opensNothingBeforeTheApplicationAcceptsTrafficNorAfterItStops() {
		this.warmup.run(null, null);
		assertThat(this.opened).isEmpty();
		this.warmup.stop();
		this.state.accept();
		assertThat(this.opened).isEmpty();
		assertThat(this.state.isOpen()).isFalse();
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
	}

	@Test
	void gatesThatCannotBeFoundEndNothing(CapturedOutput output) {
		WarmupState broken = new WarmupState(() -> {
			throw new IllegalStateException("no such gate");
		});
		new Warmup(SETTINGS, List.of(), List::of, broken).run(null, null);
		broken.accept();
		assertThat(broken.isOpen()).isTrue();
		assertThat(output).containsOnlyOnce("no such gate");
	}

	@Test
	void opensNothingWhileItRunsAndAllWhenItIsOverThen() throws Exception {
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		this.tasks.add(task(() -> {
			running.countDown();
			end.await();
		}));
		Thread thread = new Thread(() -> this.warmup.run(null, null));
		thread.start();
		running.await();
		this.state.accept();
		assertThat(this.opened).isEmpty();
		end.countDown();
		thread.join();
		assertThat(this.opened).hasSize(2);
	}

	@Test
	void stopEndsItAndOpensNothing(CapturedOutput output) throws Exception {
		CountDownLatch running = new CountDownLatch(1);
		this.tasks.add(task(() -> {
			running.countDown();
			new CountDownLatch(1).await();
		}));
		Thread thread = new Thread(() -> this.warmup.run(null, null));
		thread.start();
		running.await();
		this.warmup.stop();
		thread.join();
		this.state.accept();
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.STOPPED);
		assertThat(this.opened).isEmpty();
		assertThat(output).contains("Warm-up aborted: the application stops").doesNotContain("FAILED");
	}

	@Test
	void stopBeforeItBeginsKeepsItFromBeginning() {
		this.tasks.add(task(() -> this.opened.add("task")));
		this.warmup.stop();
		this.warmup.run(null, null);
		assertThat(this.opened).isEmpty();
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.STOPPED);
	}

	@Test
	void failureIsSaidAndThrowsNothing(CapturedOutput output) {
		this.tasks.add(task(() -> {
			throw new OutOfMemoryError("of a test");
		}));
		assertThatNoException().isThrownBy(() -> this.warmup.run(null, null));
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.FAILED);
		assertThat(output).contains("task 'task' failed", "of a test", "Warm-up FAILED");
	}

	@Test
	void tasksThatCannotBeMadeAreAFailure(CapturedOutput output) {
		Warmup broken = new Warmup(SETTINGS, List.of(), () -> {
			throw new IllegalStateException("no such bean");
		}, this.state);
		broken.run(null, null);
		assertThat(broken.report().phase()).isEqualTo(WarmupPhase.FAILED);
		assertThat(output).containsOnlyOnce("no such bean");
	}

	@Test
	void leavesNoThreadBehind() {
		this.tasks.add(task(() -> {
		}));
		this.warmup.run(null, null);
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("perf-starter-warmup")));
	}

	@Test
	void withoutAWebServerTheGatesOpenAllTheSame() {
		this.warmup.skip();
		this.warmup.run(null, null);
		this.state.accept();
		assertThat(this.warmup.report().phase()).isEqualTo(WarmupPhase.SKIPPED);
		assertThat(this.opened).hasSize(2);
	}

	@Test
	void metersTellThePhaseAndTheTime() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		this.warmup.bindTo(meters);
		assertThat(meters.get("perf.starter.warmup.state").tag("phase", "pending").gauge().value()).isEqualTo(1);
		this.warmup.run(null, null);
		assertThat(meters.get("perf.starter.warmup.state").tag("phase", "pending").gauge().value()).isZero();
		assertThat(meters.get("perf.starter.warmup.state").tag("phase", "succeeded").gauge().value()).isEqualTo(1);
	}

	private static WarmupTask task(TestTask.Work work) {
		return new TestTask("task", work);
	}

}
