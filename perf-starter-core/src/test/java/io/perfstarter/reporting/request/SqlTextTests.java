package io.perfstarter.reporting.request;

import java.util.HashSet;
import java.util.Set;

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
	}

	@Test
	void valuesUseUpNoBound() {
		for (int i = 0; i < 2_000; i++) {
			assertThat(this.texts.of("select a from t where id = " + i)).isEqualTo("select a from t where id = ?");
		}
		assertThat(this.texts.of("select b from t")).isEqualTo("select b from t");
	}

}
