package io.perfstarter.bench;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Pairs}.
 */
@Tag("benchmarks")
class PairsTests {

	@Test
	void whatIsAddedIsThatOfThePairInTheMiddle() {
		Pairs pairs = new Pairs();
		pairs.add(12, 10);
		pairs.add(105, 100);
		pairs.add(21, 20);
		assertThat(pairs.added()).isEqualTo(2);
		assertThat(pairs.with()).isEqualTo(21);
		assertThat(pairs.without()).isEqualTo(20);
	}

}
