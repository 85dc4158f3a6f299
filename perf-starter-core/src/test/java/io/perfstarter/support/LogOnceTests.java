package io.perfstarter.support;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogOnce}.
 */
class LogOnceTests {

	@Test
	void saysThingsOnceAndBoundedlyMany() {
		LogOnce once = new LogOnce();
		assertThat(once.isFirst("a")).isTrue();
		assertThat(once.isFirst("a")).isFalse();
		long said = IntStream.range(0, 2_000).filter((i) -> once.isFirst(i)).count();
		assertThat(said).isEqualTo(999);
	}

}
