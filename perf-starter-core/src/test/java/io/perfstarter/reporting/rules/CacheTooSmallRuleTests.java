package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LimitRules#cacheTooSmall}.
 */
class CacheTooSmallRuleTests {

	@Test
	void namesTheCacheThatEvictsMost() {
		Verdict verdict = LimitRules
			.cacheTooSmall(period().cache("zones", 10, 100, 60).cache("tickets", 150, 600, 590).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CACHE_TOO_SMALL);
		assertThat(verdict.subject()).isEqualTo("tickets");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("20 %", "600 misses", "590 evictions", "100 entries");
		assertThat(verdict.remedy()).contains("tickets", "above 100");
	}

	@ParameterizedTest(name = "{0}: {4}")
	@CsvSource(delimiter = '|', textBlock = """
			a cache that answers half of the reads works              |  99 | 100 | 100 | true
			a cache that answers half of the reads works              | 100 | 100 | 100 | false
			misses after first reads, expiry and changes need no room |  10 | 100 |  50 | true
			misses after first reads, expiry and changes need no room |  10 | 100 |  49 | false
			keys that are read once need no room                      |   5 |  95 |  95 | true
			keys that are read once need no room                      |   5 |  96 |  96 | false
			most slow requests must have missed something             |   5 |  24 |  24 | true
			most slow requests must have missed something             |   5 |  23 |  23 | false
			""")
	void isTooSmall(String rule, int hits, int misses, int evictions, boolean tooSmall) {
		Verdict verdict = LimitRules.cacheTooSmall(period().cache("tickets", hits, misses, evictions).slowOnes());
		assertThat(verdict != null).as(rule).isEqualTo(tooSmall);
	}

	@Test
	void aFewMissesSayNothing() {
		Period few = Period.slow(3).takes(TimeComponent.SQL, 800);
		assertThat(LimitRules.cacheTooSmall(few.cache("tickets", 2, 9, 9).slowOnes())).isNull();
		assertThat(LimitRules.cacheTooSmall(few.cache("others", 2, 10, 10).slowOnes())).isNotNull();
	}

	private static Period period() {
		return Period.slow(30)
			.takes(TimeComponent.SQL, 600)
			.takes(TimeComponent.FETCH, 100)
			.takes(TimeComponent.REMOTE, 200)
			.takes(TimeComponent.CPU, 100);
	}

}
