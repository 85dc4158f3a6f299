package io.perfstarter.reporting.request;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlText}.
 */
class SqlTextTests {

	private final SqlText texts = new SqlText();

	@Test
	void sameStatementHasTheSameText() {
		String sql = "select a from t where id = 7";
		assertThat(this.texts.of(sql)).isSameAs(this.texts.of(new StringBuilder(sql).toString()))
			.isEqualTo("select a from t where id = ?");
	}

	@Test
	void beyondTheBoundNewTextsAreOther() {
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 2_000; i++) {
			seen.add(this.texts.of("select a" + i + " from t"));
		}
		assertThat(seen).hasSize(513).contains("other", "select a511 from t");
		assertThat(this.texts.of("select a0 from t")).isEqualTo("select a0 from t");
		assertThat(this.texts.of("select a1999 from t")).isEqualTo("other");
		assertThat(this.texts.isFull()).isTrue();
	}

	@Test
	void textsOfLongStatementsEndWithWhatFollowsTheColumns() {
		String text = this.texts.of(longStatement("planned", "x"));
		assertThat(text).hasSizeLessThanOrEqualTo(200)
			.startsWith("select c0, c1, ")
			.contains("… ", "from planned where x = ? #");
	}

	@Test
	void longStatementsAreToldApart() {
		String first = longStatement("planned", "x");
		String second = longStatement("other_plan", "y");
		String third = longStatement("planned", "x").replace("c0", "d0");
		assertThat(Set.of(this.texts.of(first), this.texts.of(second), this.texts.of(third))).hasSize(3);
		assertThat(this.texts.full(this.texts.of(first))).isEqualTo(first);
		assertThat(this.texts.full(this.texts.of(third))).isEqualTo(third);
	}

	@Test
	void aStatementWithUnknownRestIsNotReturned() {
		String text = this.texts.of("select a from t where x = '");
		assertThat(text).endsWith("…");
		assertThat(this.texts.full(text)).isNull();
	}

	private static String longStatement(String table, String column) {
		String columns = IntStream.range(0, 60).mapToObj((i) -> "c" + i).collect(Collectors.joining(", "));
		return "select %s from %s where %s = 7".formatted(columns, table, column);
	}

	@Test
	void valuesUseUpNoBound() {
		for (int i = 0; i < 2_000; i++) {
			assertThat(this.texts.of("select a from t where id = " + i)).isEqualTo("select a from t where id = ?");
		}
		assertThat(this.texts.of("select b from t where id = 1")).isEqualTo("select b from t where id = ?");
		assertThat(this.texts.full("select b from t where id = ?")).isEqualTo("select b from t where id = 1");
		assertThat(this.texts.isFull()).isFalse();
	}

}
