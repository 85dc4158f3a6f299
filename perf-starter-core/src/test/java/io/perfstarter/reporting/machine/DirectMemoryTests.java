package io.perfstarter.reporting.machine;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Machine.DirectMemory}.
 */
class DirectMemoryTests {

	@Test
	void theMostOfAPeriodCounts() {
		AtomicLong used = new AtomicLong(20);
		Machine.DirectMemory memory = new Machine.DirectMemory(used::get, 100);
		used.set(90);
		memory.sample();
		used.set(10);
		assertThat(memory.next()).isEqualTo(0.9);
		assertThat(memory.next()).isEqualTo(0.1);
	}

	@Test
	void thatOfThisJvmIsSeen() {
		ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
		assertThat(Machine.DirectMemory.ofThisJvm().next())
			.isGreaterThanOrEqualTo((double) buffer.capacity() / Runtime.getRuntime().maxMemory());
	}

}
