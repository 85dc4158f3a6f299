package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.reporting.machine.Processors.Load;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.OutsideWork;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Processors}.
 */
class ProcessorsTests {

	@TempDir
	private Path root;

	private Fixture files;

	private final AtomicLong clock = new AtomicLong();

	private final AtomicLong processCpu = new AtomicLong();

	@BeforeEach
	void createFixture() {
		this.files = new Fixture(this.root);
	}

	private Processors processors() {
		return new Processors(this.root, this.processCpu::get, this.clock::get, 4);
	}

	@Test
	void aQuotaIsLessThanWhatTheJvmSees() throws IOException {
		assertThat(processors().available()).isEqualTo(4);
		this.files.with("proc/self/cgroup", "0::/").with("sys/fs/cgroup/cpu.max", "50000 100000");
		assertThat(processors().available()).isEqualTo(0.5);
		this.files.with("sys/fs/cgroup/cpu.max", "800000 100000");
		assertThat(processors().available()).isEqualTo(4);
	}

	@Test
	void whatWasUsedBetweenTwoLooks() throws IOException {
		Processors processors = loaded("cpu  100 0 50 800 40 5 5 0 90 0", "1000000", "nr_periods 10\nnr_throttled 1");
		Load before = processors.load();
		this.clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
		this.processCpu.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
		this.files.with("proc/stat", "cpu  160 10 70 1080 60 5 5 10 190 0\ncpu0 1\ncpu1 1\nintr 7")
			.with("proc/pressure/cpu", "some avg10=9.00 avg60=1.00 avg300=0.00 total=1500000\nfull avg10=0 total=9")
			.with("sys/fs/cgroup/cpu.stat", "nr_periods 30\nnr_throttled 6");
		Load after = processors.load();
		CpuWindow usage = after.since(before, 4, OutsideWork.NONE);
		assertThat(usage.machineProcessors()).isEqualTo(2);
		assertThat(usage.process()).isEqualTo(0.25);
		// 100 of 400 ticks, of two processors.
		assertThat(usage.machine()).isCloseTo(0.5, within(1e-9));
		assertThat(usage.throttled()).isEqualTo(0.25);
		assertThat(usage.pressure()).isEqualTo(0.25);
	}

	private Processors loaded(String statistics, String waited, String throttling) throws IOException {
		this.files.with("proc/stat", statistics + "\ncpu0 1\ncpu1 1\nintr 7")
			.with("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + waited)
			.with("proc/self/cgroup", "0::/")
			.with("sys/fs/cgroup/cpu.max", "100000 100000")
			.with("sys/fs/cgroup/cpu.stat", throttling);
		return processors();
	}

	@Test
	void withoutFilesNothingIsMeasured() {
		Processors processors = processors();
		this.processCpu.set(KernelFile.UNKNOWN);
		Load before = processors.load();
		this.clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
		Load after = processors.load();
		assertThat(after.since(before, 3, OutsideWork.NONE)).isEqualTo(
				new CpuWindow(3, Double.NaN, Double.NaN, 4, Double.NaN, Double.NaN, Double.NaN, OutsideWork.NONE));
	}

	@Test
	void aQuotaThatHeldNobodyBackIsMeasured() throws IOException {
		Processors processors = loaded("cpu  1 0 0 1 0 0 0 0 0 0", "0", "nr_periods 10\nnr_throttled 1");
		Load before = processors.load();
		this.clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
		assertThat(processors.load().since(before, 4, OutsideWork.NONE).throttled()).isZero();
	}

	@Test
	void howLongTheThreadLackedAProcessor() throws IOException {
		assertThat(processors().ready()).isEqualTo(KernelFile.UNKNOWN);
		this.files.with("proc/thread-self/schedstat", "1000 77 3");
		assertThat(processors().ready()).isEqualTo(77);
		this.files.with("proc/thread-self/schedstat", "");
		assertThat(processors().ready()).isEqualTo(KernelFile.UNKNOWN);
	}

	@Test
	void aFileThatSaysSomethingElseMeasuresNothing() throws IOException {
		this.files.with("proc/stat", "no").with("proc/pressure/cpu", "");
		Load load = processors().load();
		assertThat(load.busy()).isEqualTo(KernelFile.UNKNOWN);
		assertThat(load.waited()).isEqualTo(KernelFile.UNKNOWN);
	}

}
