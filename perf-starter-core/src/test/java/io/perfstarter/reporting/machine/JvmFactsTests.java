package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import com.sun.management.VMOption;
import com.sun.management.VMOption.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JvmFacts} and {@link VmFlags}.
 */
class JvmFactsTests {

	private static final long MACHINE = 4L << 30;

	@TempDir
	private Path root;

	private JvmFacts read(VMOption... flags) {
		Map<String, VMOption> known = Arrays.stream(flags).collect(Collectors.toMap(VMOption::getName, (flag) -> flag));
		return JvmFacts.read(this.root, new VmFlags(known::get), MACHINE);
	}

	private static VMOption flag(String name, Object value, Origin origin) {
		return new VMOption(name, value.toString(), false, origin);
	}

	@Test
	void thisJvm() {
		JvmFacts facts = JvmFacts.read(Path.of("/"));
		assertThat(facts.collectorSet()).isTrue();
		assertThat(JvmFacts.maxHeap(VmFlags.ofThisJvm())).isEqualTo(1L << 30);
		assertThat(facts.processors()).isPositive();
		assertThat(facts.memory()).isGreaterThan(1L << 28);
		assertThat(facts.threadStack()).isPositive();
		assertThat(facts.threads()).isPositive();
	}

	@Test
	void whatTheJvmChoseIsNotSet() {
		JvmFacts facts = read(flag("UseG1GC", true, Origin.ERGONOMIC), flag("UseSerialGC", false, Origin.DEFAULT),
				flag("MaxRAMPercentage", 25.0, Origin.DEFAULT));
		assertThat(facts.collectorSet()).isFalse();
	}

	@Test
	void aFlagMayBeSetInTheEnvironment() {
		assertThat(read(flag("UseG1GC", true, Origin.ENVIRON_VAR)).collectorSet()).isTrue();
		assertThat(read(flag("UseZGC", true, Origin.VM_CREATION)).collectorSet()).isTrue();
	}

	@Test
	void anotherJvmMayHaveNoSuchFlags() {
		assertThat(JvmFacts.maxHeap(new VmFlags((name) -> null))).isEqualTo(Runtime.getRuntime().maxMemory());
		assertThat(read().threadStack()).isEqualTo(-1);
	}

	@Test
	void flagOfTheStackIsInKilobytes() {
		assertThat(read(flag("ThreadStackSize", 512, Origin.VM_CREATION)).threadStack()).isEqualTo(512 * 1024);
	}

	@Test
	void aContainerLimitsTheMemory() throws IOException {
		assertThat(read().memory()).isEqualTo(MACHINE);
		assertThat(read().memoryLimited()).isFalse();
		Fixture files = new Fixture(this.root).with("proc/self/cgroup", "0::/")
			.with("sys/fs/cgroup/memory.max", "1000000");
		assertThat(read().memory()).isEqualTo(1_000_000);
		assertThat(read().memoryLimited()).isTrue();
		files.with("sys/fs/cgroup/memory.max", String.valueOf(2 * MACHINE));
		assertThat(read().memory()).isEqualTo(MACHINE);
		assertThat(read().memoryLimited()).isFalse();
	}

}
