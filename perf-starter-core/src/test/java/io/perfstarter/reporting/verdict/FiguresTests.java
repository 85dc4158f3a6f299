package io.perfstarter.reporting.verdict;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Figures}.
 */
class FiguresTests {

	@Test
	void shares() {
		assertThat(Figures.percent(0.384)).isEqualTo("38 %");
		assertThat(Figures.percent(0)).isEqualTo("0 %");
	}

	@Test
	void times() {
		assertThat(Figures.time(2_140_000)).isEqualTo("2.1 ms");
		assertThat(Figures.time(300_000_000)).isEqualTo("300 ms");
		assertThat(Figures.time(9_999_000_000.0)).isEqualTo("9999 ms");
		assertThat(Figures.time(30_000_000_000.0)).isEqualTo("30 s");
	}

	@Test
	void bytes() {
		assertThat(Figures.bytes(82L * 1024 * 1024)).isEqualTo("82 MB");
	}

	@Test
	void whatIsNotKnownIsNeverZero() {
		assertThat(Figures.percent(Double.NaN)).isEqualTo("n/a");
		assertThat(Figures.percent(-1)).isEqualTo("n/a");
		assertThat(Figures.number(Double.POSITIVE_INFINITY)).isEqualTo("n/a");
		assertThat(Figures.time(-1)).isEqualTo("n/a");
		assertThat(Figures.bytes(-1)).isEqualTo("n/a");
	}

	@Test
	void longTextsAreShortened() {
		assertThat(Figures.line("x".repeat(80))).hasSize(80).doesNotContain("...");
		assertThat(Figures.line("x".repeat(81))).hasSize(80).endsWith("...");
	}

}
