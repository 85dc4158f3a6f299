package io.perfstarter.coherence.cache;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Generations}.
 */
class GenerationsTests {

	private final Ticks ticks = new Ticks(System::nanoTime);

	private final Generations generations = new Generations(this.ticks, 100);

	@Test
	void entryStampedBeforeTheEvictionOfItsKeyIsStale() {
		long before = this.ticks.next();
		this.generations.evictKey("a");
		assertThat(this.generations.isStale("a", null, before)).isTrue();
		assertThat(this.generations.isStale("b", null, before)).isFalse();
		assertThat(this.generations.isStale("a", null, this.ticks.next())).isFalse();
	}

	@Test
	void entryStampedBeforeTheEvictionOfItsGroupIsStale() {
		long before = this.ticks.next();
		this.generations.evictGroup(1L);
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("a", 2L, before)).isFalse();
		assertThat(this.generations.isStale("a", 1L, this.ticks.next())).isFalse();
	}

	@Test
	void entryWithoutGroupIsMadeStaleByEveryGroup() {
		long before = this.ticks.next();
		this.generations.evictGroup(1L);
		assertThat(this.generations.isStale("a", null, before)).isTrue();
	}

	@Test
	void nullGroupMakesOnlyEntriesWithoutGroupStale() {
		long before = this.ticks.next();
		this.generations.evictGroup(null);
		assertThat(this.generations.isStale("a", null, before)).isTrue();
		assertThat(this.generations.isStale("a", 1L, before)).isFalse();
	}

	@Test
	void evictingAllMakesEveryEarlierEntryStale() {
		long before = this.ticks.next();
		this.generations.evictAll();
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("b", null, before)).isTrue();
		assertThat(this.generations.isStale("b", null, this.ticks.next())).isFalse();
	}

	@Test
	void earlierEvictionDoesNotHideBehindALaterOne() {
		long before = this.ticks.next();
		this.generations.evictKey("a");
		this.generations.evictKey("b");
		this.generations.evictGroup(7L);
		assertThat(this.generations.isStale("a", 1L, before)).isTrue();
		assertThat(this.generations.isStale("b", 1L, before)).isTrue();
		assertThat(this.generations.isStale("c", 1L, before)).isFalse();
	}

	@Test
	void forgottenEvictionsStillMakeOldEntriesStale() {
		long before = this.ticks.next();
		IntStream.range(0, 1000).forEach(this.generations::evictKey);
		assertThat(IntStream.range(0, 1000).filter((key) -> !this.generations.isStale(key, null, before))).isEmpty();
	}

	@Test
	void forgettingNeverRefusesAnEntryStampedAfterwards() {
		IntStream.range(0, 1000).forEach(this.generations::evictKey);
		long after = this.ticks.next();
		this.generations.evictKey("other");
		assertThat(IntStream.range(0, 1000).filter((key) -> this.generations.isStale(key, null, after))).isEmpty();
	}

}
