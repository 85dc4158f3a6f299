package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Cgroup}.
 */
class CgroupTests {

	@TempDir
	private Path root;

	private Fixture files;

	@BeforeEach
	void createFixture() {
		this.files = new Fixture(this.root);
	}

	@Test
	void withoutFilesNothingIsKnown() {
		Cgroup cgroup = new Cgroup(this.root);
		assertThat(cgroup.quota()).isNaN();
		assertThat(cgroup.statistic("nr_throttled")).isEqualTo(KernelFile.UNKNOWN);
		assertThat(cgroup.memoryLimit()).isEqualTo(KernelFile.UNKNOWN);
	}

	@Test
	void versionTwoInAContainer() throws IOException {
		this.files.with("proc/self/cgroup", "0::/")
			.with("sys/fs/cgroup/cpu.max", "150000 100000")
			.with("sys/fs/cgroup/cpu.stat", "usage_usec 7\nnr_periods 40\nnr_throttled 12\nthrottled_usec 99")
			.with("sys/fs/cgroup/memory.max", "536870912");
		Cgroup cgroup = new Cgroup(this.root);
		assertThat(cgroup.quota()).isEqualTo(1.5);
		assertThat(cgroup.statistic("nr_periods")).isEqualTo(40);
		assertThat(cgroup.statistic("nr_throttled")).isEqualTo(12);
		assertThat(cgroup.memoryLimit()).isEqualTo(512L << 20);
	}

	@Test
	void theNarrowestGroupOfTheWayDecides() throws IOException {
		this.files.with("proc/self/cgroup", "0::/pod/shop")
			.with("sys/fs/cgroup/pod/cpu.max", "50000 100000")
			.with("sys/fs/cgroup/pod/cpu.stat", "nr_periods 3\nnr_throttled 2")
			.with("sys/fs/cgroup/pod/memory.max", "1000")
			.with("sys/fs/cgroup/pod/shop/cpu.max", "max 100000")
			.with("sys/fs/cgroup/pod/shop/cpu.stat", "nr_periods 0\nnr_throttled 0")
			.with("sys/fs/cgroup/pod/shop/memory.max", "max");
		Cgroup cgroup = new Cgroup(this.root);
		assertThat(cgroup.quota()).isEqualTo(0.5);
		assertThat(cgroup.statistic("nr_periods")).isEqualTo(3);
		assertThat(cgroup.statistic("nr_throttled")).isEqualTo(2);
		assertThat(cgroup.memoryLimit()).isEqualTo(1000);
	}

	@Test
	void versionTwoWithoutALimit() throws IOException {
		this.files.with("proc/self/cgroup", "0::/").with("sys/fs/cgroup/cpu.max", "max 100000");
		assertThat(new Cgroup(this.root).quota()).isNaN();
		assertThat(new Cgroup(this.root).statistic("nr_throttled")).isEqualTo(KernelFile.UNKNOWN);
	}

	@Test
	void versionOneOfWhichAContainerSeesOnlyTheMount() throws IOException {
		this.files.with("proc/self/cgroup", "5:cpu,cpuacct:/docker/4711\n4:memory:/docker/4711\n0::/")
			.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000")
			.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000")
			.with("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 10\nnr_throttled 0\nthrottled_time 0")
			.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456");
		Cgroup cgroup = new Cgroup(this.root);
		assertThat(cgroup.quota()).isEqualTo(2);
		assertThat(cgroup.statistic("nr_periods")).isEqualTo(10);
		assertThat(cgroup.statistic("nr_throttled")).isEqualTo(0);
		assertThat(cgroup.memoryLimit()).isEqualTo(256L << 20);
	}

	@Test
	void versionOneWithoutALimit() throws IOException {
		this.files.with("proc/self/cgroup", "1:cpu:/\n4:memory:/some/group")
			.with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
			.with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000")
			.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
		assertThat(new Cgroup(this.root).quota()).isNaN();
		assertThat(new Cgroup(this.root).memoryLimit()).isEqualTo(KernelFile.UNKNOWN);
	}

	@Test
	void aGroupOutsideOfWhatIsSeenIsTheMount() throws IOException {
		this.files.with("proc/self/cgroup", "0::/../other").with("sys/fs/cgroup/cpu.max", "100000 100000");
		assertThat(new Cgroup(this.root).quota()).isEqualTo(1);
	}

}
