package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.OutsideWork;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Machine}.
 */
class MachineTests {

	@TempDir
	private Path root;

	private Fixture files;

	private final AtomicLong clock = new AtomicLong();

	private final AtomicLong processCpu = new AtomicLong();

	private Machine machine;

	@BeforeEach
	void watch() throws IOException {
		this.files = new Fixture(this.root).with("proc/stat", "cpu  100 0 0 900 0 0 0 0 0 0\ncpu0 1\ncpu1 1\nintr 1")
			.with("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0");
		this.machine = new Machine(StopTheWorldClock.ofThisJvm(), this.root, this.clock::get, this.processCpu::get);
	}

	@AfterEach
	void close() {
		this.machine.close();
	}

	private void pass(long millis) {
		this.clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private void waited(long millis) throws IOException {
		this.files.with("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + millis * 1_000);
	}

	@Test
	void countsTheProcessorsOfEachPeriod() throws IOException {
		pass(2_000);
		this.processCpu.set(TimeUnit.SECONDS.toNanos(1));
		this.files.with("proc/stat", "cpu  200 0 0 1100 0 0 0 0 0 0\ncpu0 1\ncpu1 1\nintr 1");
		waited(500);
		MachineWindow window = this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		assertThat(window.cpu().process()).isEqualTo(0.5);
		assertThat(window.cpu().machine()).isBetween(0.66, 0.67);
		assertThat(window.cpu().machineProcessors()).isEqualTo(2);
		assertThat(window.cpu().pressure()).isEqualTo(0.25);
		assertThat(window.cpu().throttled()).isNaN();
		assertThat(window.cpu().processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
		pass(1_000);
		MachineWindow quiet = this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		assertThat(quiet.cpu().process()).isZero();
		assertThat(quiet.cpu().pressure()).isZero();
	}

	@Test
	void countsCollectionsOfEachPeriod() {
		long before = Collector.ofThisJvm().pauses();
		this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		System.gc();
		MachineWindow window = this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		assertThat(window.gc().collector()).isEqualTo("Serial");
		assertThat(window.gc().pauses()).isPositive();
		assertThat(window.exact()).isTrue();
		assertThat(window.stopped()).isPositive();
		assertThat(window.gc().collecting()).isPositive()
			.isLessThanOrEqualTo(window.stopped() + 1_000_000 * window.gc().pauses());
		assertThat(window.gc().longestPause()).isPositive();
		assertThat(window.gc().stalled()).isZero();
		assertThat(window.gc().pauses() + this.machine.next(OutsideWork.NONE, OutsideWork.NONE).gc().pauses())
			.isLessThanOrEqualTo(Collector.ofThisJvm().pauses() - before);
	}

	@Test
	void collectsIfCollectionsHaveTakenATenthOfThePeriodSoFar() {
		this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		pass(100);
		long before = Collector.ofThisJvm().pausedNanos();
		Awaitility.await().until(() -> {
			System.gc();
			return Collector.ofThisJvm().pausedNanos() - before >= 10_000_000;
		});
		assertThat(this.machine.isCollecting()).isTrue();
		pass(3_600_000);
		assertThat(this.machine.isCollecting()).isFalse();
	}

	@Test
	void computesIfMostOfItsProcessorsAreUsed() {
		double available = this.machine.next(OutsideWork.NONE, OutsideWork.NONE).cpu().processors();
		pass(1_000);
		this.processCpu.set((long) (0.69e9 * available));
		assertThat(this.machine.isComputing()).isFalse();
		this.processCpu.set((long) (0.71e9 * available));
		assertThat(this.machine.isComputing()).isTrue();
		this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
		pass(1_000);
		assertThat(this.machine.isComputing()).isFalse();
	}

	@Test
	void aFullCollectionTellsWhatLives() {
		int kept = collect(this.machine, 30);
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).gc().live()).isGreaterThan(kept);
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).gc().maxHeap()).isGreaterThan(kept)
			.isGreaterThanOrEqualTo(Runtime.getRuntime().maxMemory());
	}

	@Test
	void listensNoMoreOnceItIsClosed() {
		try (Machine open = new Machine(StopTheWorldClock.ofThisJvm(), this.root, this.clock::get)) {
			collect(open, 30);
			this.machine.close();
			this.machine.next(OutsideWork.NONE, OutsideWork.NONE);
			int kept = collect(open, 60);
			assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).gc().live()).isLessThan(kept);
		}
	}

	/** Collects while something is kept, and waits until the machine has heard of it. */
	private static int collect(Machine machine, int megabytes) {
		byte[] kept = new byte[megabytes << 20];
		// It may hear late of a collection before, and the least of both counts.
		Awaitility.await().until(() -> {
			boolean heard = machine.next(OutsideWork.NONE, OutsideWork.NONE).gc().live() > kept.length;
			if (!heard) {
				System.gc();
			}
			return heard;
		});
		return kept.length;
	}

	@Test
	void isSuspendedForThePeriodInWhichItWasNoticed() {
		pass(100);
		this.machine.sample();
		pass(3_000);
		this.machine.sample();
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).suspended()).isTrue();
		pass(100);
		this.machine.sample();
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).suspended()).isFalse();
	}

	@Test
	void aThreadThatLackedAProcessorIsNoSuspension() throws IOException {
		this.files.with("proc/thread-self/schedstat", "5 1000 9");
		this.machine.sample();
		pass(3_000);
		this.files.with("proc/thread-self/schedstat", "6 2500001000 10");
		this.machine.sample();
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).suspended()).isFalse();
	}

	@Test
	void workThatTookLongIsNoSuspension() {
		this.machine.sample();
		pass(3_000);
		this.machine.rest();
		pass(100);
		this.machine.sample();
		assertThat(this.machine.next(OutsideWork.NONE, OutsideWork.NONE).suspended()).isFalse();
	}

	@Test
	void theRealMachineIsRead() {
		try (Machine real = new Machine(StopTheWorldClock.ofThisJvm(), Path.of("/"), System::nanoTime)) {
			Awaitility.await().until(() -> {
				real.sample();
				return real.next(OutsideWork.NONE, OutsideWork.NONE).cpu().process() > 0;
			});
		}
	}

}
