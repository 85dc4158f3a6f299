package io.perfstarter.reporting.window;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Figures}.
 */
class FiguresTests {

	@ParameterizedTest
	@CsvSource({ "0, 0 ms", "12300, 0.01 ms", "1230000, 1.2 ms", "12300000, 12 ms", "999400000, 999 ms",
			"999600000, 1.0 s", "1312000000, 1.3 s", "31000000000, 31 s", "240000000000, 4 min", "-1, n/a" })
	void times(long nanos, String text) {
		assertThat(Figures.time(nanos)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0 B", "999, 999 B", "1024, 1 KB", "1500, 1.5 KB", "2200000, 2.1 MB", "268435456, 256 MB",
			"-1, n/a" })
	void bytes(long bytes, String text) {
		assertThat(Figures.bytes(bytes)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0 %", "0.004, 0.40 %", "0.931, 93 %", "1, 100 %", "NaN, n/a", "-1, n/a" })
	void shares(double share, String text) {
		assertThat(Figures.percent(share)).isEqualTo(text);
	}

	@Test
	void oneIsNotMany() {
		assertThat(Figures.counted(1, "row")).isEqualTo("1 row");
		assertThat(Figures.counted(0, "row")).isEqualTo("0 rows");
	}

	@Test
	void longTextIsShortened() {
		assertThat(Figures.shortened("select 1", 8)).isEqualTo("select 1");
		assertThat(Figures.shortened("select 12", 8)).isEqualTo("select …");
	}

	@Test
	void howOften() {
		assertThat(Figures.times(1)).isEqualTo("once");
		assertThat(Figures.times(1.02)).isEqualTo("once");
		assertThat(Figures.times(2)).isEqualTo("2 times");
		assertThat(Figures.times(1.5)).isEqualTo("1.5 times");
	}

}
