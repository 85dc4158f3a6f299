package io.perfstarter.coherence.protocol;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingAges}.
 */
class PendingAgesTests {

	private static PendingAges ages(long every, int caches) {
		return new PendingAges(every,
				IntStream.rangeClosed(1, caches).boxed().collect(Collectors.toMap((i) -> "cache" + i, Long::valueOf)),
				Map.of());
	}

	@Test
	void olderChangeOfACacheOrOfEveryCacheCounts() {
		assertThat(ages(2, 3).of("cache1")).isEqualTo(2);
		assertThat(ages(2, 3).of("cache3")).isEqualTo(3);
		assertThat(ages(2, 3).of("other")).isEqualTo(2);
		assertThat(ages(2, 3).oldest()).isEqualTo(3);
		assertThat(ages(7, 3).oldest()).isEqualTo(7);
		assertThat(PendingAges.NONE.oldest()).isZero();
	}

	@Test
	void tooManyCachesBecomeOneAgeOfEveryCache() {
		PlainWire wire = new PlainWire(1_000);
		assertThat(ages(2, PendingAges.MAX_CACHES).bounded(wire)).isEqualTo(ages(2, PendingAges.MAX_CACHES));
		assertThat(ages(2, PendingAges.MAX_CACHES + 1).bounded(wire))
			.isEqualTo(new PendingAges(PendingAges.MAX_CACHES + 1, Map.of(), Map.of()));
	}

	@Test
	void tooManyDoubtsBecomeTheLastOneAboutEveryCache() {
		Map<String, Long> doubts = ages(0, PendingAges.MAX_CACHES + 1).caches();
		assertThat(new PendingAges(2, Map.of("cache", 3L), doubts).bounded(new PlainWire(1_000)))
			.isEqualTo(new PendingAges(3, Map.of(), Map.of(PendingAges.EVERY_CACHE, 1L)));
	}

	@Test
	void namesThatDoNotFitBecomeOneAgeOfEveryCache() {
		assertThat(ages(2, 5).bounded(new PlainWire(5))).isEqualTo(ages(2, 5));
		assertThat(ages(2, 6).bounded(new PlainWire(5))).isEqualTo(new PendingAges(6, Map.of(), Map.of()));
	}

}
