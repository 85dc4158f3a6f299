package io.perfstarter.coherence.guard;

import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecentKeys}.
 */
class RecentKeysTests {

	@ParameterizedTest
	@ValueSource(longs = { 1, 10, 300, 10_000, 500_000, Long.MAX_VALUE })
	void recognizesMostOfTwiceAsManyKeysAsTheCacheHolds(long entries) {
		int keys = (int) Math.min(2 * entries, 500_000);
		RecentKeys recent = new RecentKeys(entries);
		assertThat(added(recent, 0, keys)).isLessThanOrEqualTo(keys / 1000 + 1L);
		assertThat(added(recent, 0, keys)).isGreaterThan(keys / 2);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 10, 10_000, 500_000 })
	void takesFewNewKeysForStoredOnes(long entries) {
		assertThat(added(new RecentKeys(entries), 1, 1_000_000)).isLessThan(1_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "key" })
	void forgetsAKey(String key) {
		RecentKeys recent = new RecentKeys(10);
		assertThat(recent.add(key)).isFalse();
		recent.remove("another");
		assertThat(recent.add(key)).isTrue();
		recent.remove(key);
		assertThat(recent.add(key)).isFalse();
		recent.clear();
		assertThat(recent.add(key)).isFalse();
	}

	private static long added(RecentKeys recent, int from, int to) {
		return IntStream.range(from, to).filter(recent::add).count();
	}

}
