package io.perfstarter.bench;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

	@ParameterizedTest
	@CsvSource({ "3, 3", "5, 5", "6, 6", "8, 8", "9, 8", "11, 10", "12, 10", "15, 12", "20, 15" })
	void upperEndLeavesOutWhatTheMedianHardlyExceeds(int count, int rank) {
		Pairs pairs = new Pairs();
		IntStream.rangeClosed(1, count).forEach((value) -> pairs.add(2 * value, value));
		assertThat(pairs.addedAtMost()).isEqualTo(rank);
		assertThat(pairs.ratio()).isEqualTo(pairs.ratioAtMost()).isEqualTo(2);
	}

}
