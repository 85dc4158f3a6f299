package io.perfstarter.reporting.machine;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MemoryUse}.
 */
class MemoryUseTests {

	private static final int MEGABYTE = 1 << 20;

	@Test
	void countsCollectionsOfTheOldGeneration() {
		long before = MemoryUse.read().oldCollections();
		System.gc();
		assertThat(MemoryUse.read().oldCollections()).isGreaterThan(before);
	}

	@Test
	void readsWhatIsTakenBesidesTheHeap() {
		long before = MemoryUse.read().direct();
		ByteBuffer buffer = ByteBuffer.allocateDirect(MEGABYTE);
		MemoryUse use = MemoryUse.read();
		assertThat(use.direct() - before).isGreaterThanOrEqualTo(buffer.capacity());
		assertThat(use.metaspace()).isGreaterThan(MEGABYTE);
		assertThat(use.code()).isGreaterThan(MEGABYTE / 10);
	}

}
