package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

import com.sun.management.VMOption;
import com.sun.management.VMOption.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessMemory} and {@link VmFlags}.
 */
class ProcessMemoryTests {

	private static final long MACHINE = 4L << 30;

	private static final VmFlags NO_FLAGS = new VmFlags((name) -> null);

	@TempDir
	private Path root;

	private long heapLimit(VmFlags flags) {
		return ProcessMemory.of(this.root, flags, MACHINE).heapLimit();
	}

	private void limit(long bytes) throws IOException {
		new Fixture(this.root).with("proc/self/cgroup", "0::/").with("sys/fs/cgroup/memory.max", String.valueOf(bytes));
	}

	@Test
	void thisJvm() {
		assertThat(VmFlags.ofThisJvm().maxHeap()).isEqualTo(1L << 30);
		long limit = ProcessMemory.of(Path.of("/"), VmFlags.ofThisJvm()).heapLimit();
		assertThat(limit == -1 || limit > 1L << 28).isTrue();
	}

	@Test
	void anotherJvmMayHaveNoSuchFlags() throws IOException {
		assertThat(NO_FLAGS.maxHeap()).isEqualTo(Runtime.getRuntime().maxMemory());
		limit(MACHINE);
		assertThat(heapLimit(NO_FLAGS)).isPositive();
	}

	@Test
	void withoutAContainerTheHeapHasNoLimit() throws IOException {
		assertThat(heapLimit(NO_FLAGS)).isEqualTo(-1);
		limit(2 * MACHINE);
		assertThat(heapLimit(NO_FLAGS)).isEqualTo(-1);
	}

	@Test
	void theContainerHoldsMoreThanTheHeap() throws IOException {
		limit(MACHINE / 2);
		long before = heapLimit(NO_FLAGS);
		assertThat(before).isBetween(MACHINE / 4, MACHINE / 2 - (1 << 20));
		ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 20);
		assertThat(heapLimit(NO_FLAGS)).isLessThan(before - (32 << 20));
		assertThat(buffer.capacity()).isEqualTo(64 << 20);
		VMOption stack = new VMOption("ThreadStackSize", "65536", false, Origin.VM_CREATION);
		// A JVM has more than two threads, each of 64 MB here.
		assertThat(heapLimit(new VmFlags((name) -> name.equals("ThreadStackSize") ? stack : null)))
			.isLessThan(before - (128 << 20));
		limit(1_000_000);
		assertThat(heapLimit(NO_FLAGS)).isZero();
	}

}
