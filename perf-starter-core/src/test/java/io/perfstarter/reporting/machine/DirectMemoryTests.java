package io.perfstarter.reporting.machine;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DirectMemory}.
 */
class DirectMemoryTests {

	@Test
	void theMostOfAPeriodCounts() {
		AtomicLong used = new AtomicLong(20);
		DirectMemory memory = new DirectMemory(used::get, 100);
		used.set(90);
		memory.sample();
		used.set(10);
		assertThat(memory.next()).isEqualTo(0.9);
		assertThat(memory.next()).isEqualTo(0.1);
	}

	@Test
	void thatOfThisJvmIsSeen() {
		ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
		assertThat(DirectMemory.ofThisJvm().next())
			.isGreaterThanOrEqualTo((double) buffer.capacity() / Runtime.getRuntime().maxMemory());
	}

}
