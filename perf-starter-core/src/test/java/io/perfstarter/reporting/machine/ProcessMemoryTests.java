package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessMemory} and {@link VmFlags}.
 */
class ProcessMemoryTests {

	private static final long MACHINE = 4L << 30;

	private static final long NO_STACK = -1;

	@TempDir
	private Path root;

	private long heapLimit(long threadStack) {
		return ProcessMemory.of(this.root, threadStack, MACHINE).heapLimit();
	}

	private void limit(long bytes) throws IOException {
		new Fixture(this.root).with("proc/self/cgroup", "0::/").with("sys/fs/cgroup/memory.max", String.valueOf(bytes));
	}

	@Test
	void thisJvm() {
		assertThat(VmFlags.maxHeap()).isEqualTo(1L << 30);
		long limit = ProcessMemory.of(Path.of("/")).heapLimit();
		assertThat(limit == -1 || limit > 1L << 28).isTrue();
	}

	@Test
	void anotherJvmMayHaveNoSuchFlags() throws IOException {
		assertThat(VmFlags.number("NoSuchFlag")).isEqualTo(-1);
		limit(MACHINE);
		assertThat(heapLimit(NO_STACK)).isPositive();
	}

	@Test
	void withoutAContainerTheHeapHasNoLimit() throws IOException {
		assertThat(heapLimit(NO_STACK)).isEqualTo(-1);
		limit(2 * MACHINE);
		assertThat(heapLimit(NO_STACK)).isEqualTo(-1);
	}

	@Test
	void theContainerHoldsMoreThanTheHeap() throws IOException {
		limit(MACHINE / 2);
		long before = heapLimit(NO_STACK);
		assertThat(before).isBetween(MACHINE / 4, MACHINE / 2 - (1 << 20));
		ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 20);
		assertThat(heapLimit(NO_STACK)).isLessThan(before - (32 << 20));
		assertThat(buffer.capacity()).isEqualTo(64 << 20);
		// A JVM has more than two threads, each of 64 MB here.
		assertThat(heapLimit(65_536)).isLessThan(before - (128 << 20));
		limit(1_000_000);
		assertThat(heapLimit(NO_STACK)).isZero();
	}

}
