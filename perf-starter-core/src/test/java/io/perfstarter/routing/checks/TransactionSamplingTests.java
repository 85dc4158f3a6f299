package io.perfstarter.routing.checks;

import java.util.stream.IntStream;

import io.perfstarter.support.LogOnce;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TransactionSampling} and {@link LogOnce}.
 */
class TransactionSamplingTests {

	private final TransactionSampling sampling = new TransactionSampling();

	@Test
	void takesTheFirstTwentyOfEachMethodThenOneInFifty() {
		assertThat(taken("a", 20)).isEqualTo(20);
		assertThat(taken("a", 29)).isZero();
		assertThat(taken("a", 1)).isEqualTo(1);
		assertThat(taken("a", 500)).isEqualTo(10);
		assertThat(taken("b", 20)).isEqualTo(20);
	}

	@Test
	void takesTransactionsWithoutANameTogether() {
		assertThat(taken(null, 20)).isEqualTo(20);
		assertThat(taken(null, 29)).isZero();
	}

	@Test
	void remembersBoundedlyMany() {
		for (int i = 0; i < 1_000; i++) {
			assertThat(taken("method" + i, 1)).isEqualTo(1);
		}
		assertThat(taken("one more", 20)).isEqualTo(20);
		assertThat(taken("yet another", 29)).isZero();
	}

	@Test
	void saysThingsOnceAndBoundedlyMany() {
		LogOnce once = new LogOnce();
		assertThat(once.isFirst("a")).isTrue();
		assertThat(once.isFirst("a")).isFalse();
		long said = IntStream.range(0, 2_000).filter((i) -> once.isFirst(i)).count();
		assertThat(said).isEqualTo(999);
	}

	private long taken(@Nullable String method, int transactions) {
		return IntStream.range(0, transactions).filter((i) -> this.sampling.includes(method)).count();
	}

}
