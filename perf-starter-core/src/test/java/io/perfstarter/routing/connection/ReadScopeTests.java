package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReadScope}: the reads from replicas.
 */
class ReadScopeTests {

	private final ReadScope reads = new ReadScope(false);

	@Test
	void aValueOfThePrimaryIsAsOldAsItsRead() {
		assertThat(this.reads.knownAt(100)).isEqualTo(100);
		this.reads.read(50, 10);
		assertThat(this.reads.knownAt(100)).isEqualTo(100);
	}

	@Test
	void aValueOfAReplicaIsAsOldAsItsHorizon() {
		this.reads.read(110, 70);
		assertThat(this.reads.knownAt(100)).isEqualTo(70);
		assertThat(this.reads.knownAt(110)).isEqualTo(70);
		assertThat(this.reads.knownAt(111)).isEqualTo(111);
	}

	@Test
	void aHorizonAfterTheReadBeganMakesNothingYounger() {
		this.reads.read(110, 105);
		assertThat(this.reads.knownAt(100)).isEqualTo(100);
	}

	@Test
	void theOldestOfSeveralReadsCounts() {
		this.reads.read(110, 70);
		this.reads.read(120, 90);
		this.reads.read(130, 80);
		assertThat(this.reads.knownAt(100)).isEqualTo(70);
		assertThat(this.reads.knownAt(115)).isEqualTo(80);
		assertThat(this.reads.knownAt(125)).isEqualTo(80);
	}

	@Test
	void whatAStaleReplicaGaveIsNotKnown() {
		this.reads.read(110, Sampler.NEVER);
		this.reads.read(120, 115);
		assertThat(this.reads.knownAt(100)).isEqualTo(Sampler.NEVER);
		assertThat(this.reads.knownAt(115)).isEqualTo(115);
	}

	@Test
	void readsOfOtherThreadsMayBeRecordedLate() {
		this.reads.read(120, 90);
		this.reads.read(110, 70);
		assertThat(this.reads.knownAt(115)).isLessThanOrEqualTo(90);
	}

	/**
	 * Compares with a list of all reads; merged reads may look older, never younger.
	 */
	@RepeatedTest(20)
	void neverSaysThatAValueIsYoungerThanItIs() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		List<long[]> all = new ArrayList<>();
		for (long now = 0; now < 400; now += 1 + random.nextInt(5)) {
			long horizon = now - random.nextInt(200);
			all.add(new long[] { now, horizon });
			this.reads.read(now, horizon);
			long loadedAt = now - random.nextInt(300);
			long expected = all.stream()
				.filter((read) -> read[0] >= loadedAt)
				.mapToLong((read) -> read[1])
				.reduce(loadedAt, Math::min);
			long known = this.reads.knownAt(loadedAt);
			assertThat(known).as("seed %d", seed).isLessThanOrEqualTo(expected);
			if (all.size() <= 16) {
				assertThat(known).as("seed %d", seed).isEqualTo(expected);
			}
		}
	}

}
