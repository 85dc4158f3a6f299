package io.perfstarter.routing.freshness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryPositions}.
 */
class PrimaryPositionsTests {

	private static final long NEVER = Sampler.NEVER;

	private final PrimaryPositions positions = new PrimaryPositions();

	private boolean add(long takenAt, long position) {
		return this.positions.add(takenAt, new LogPosition(position, 1, 7));
	}

	private long horizonOf(long position) {
		return this.positions.horizonOf(new LogPosition(position, 1, 7));
	}

	@Test
	void nothingIsKnownAtFirst() {
		assertThat(horizonOf(Long.MAX_VALUE)).isEqualTo(NEVER);
		assertThat(this.positions.lastTakenAt()).isEqualTo(NEVER);
	}

	@Test
	void horizonIsTheNewestMomentThatTheReplicaIsNotBehind() {
		assertThat(add(100, 10)).isTrue();
		assertThat(add(200, 20)).isFalse();
		assertThat(add(300, 30)).isFalse();
		assertThat(horizonOf(9)).isEqualTo(NEVER);
		assertThat(horizonOf(10)).isEqualTo(100);
		assertThat(horizonOf(19)).isEqualTo(100);
		assertThat(horizonOf(20)).isEqualTo(200);
		assertThat(horizonOf(29)).isEqualTo(200);
		assertThat(horizonOf(1_000)).isEqualTo(300);
		assertThat(this.positions.lastTakenAt()).isEqualTo(300);
	}

	@Test
	void primaryThatWritesNothingMovesTheMomentOnly() {
		add(100, 10);
		add(200, 20);
		for (int i = 1; i <= PrimaryPositions.CAPACITY; i++) {
			add(200 + i, 20);
		}
		assertThat(horizonOf(20)).isEqualTo(200 + PrimaryPositions.CAPACITY);
		assertThat(horizonOf(19)).isEqualTo(100);
	}

	@Test
	void onlyTheNewestAreKept() {
		for (int i = 0; i < PrimaryPositions.CAPACITY + 5; i++) {
			add(1_000 + i, i);
		}
		assertThat(horizonOf(4)).isEqualTo(NEVER);
		for (int i = 5; i < PrimaryPositions.CAPACITY + 5; i++) {
			assertThat(horizonOf(i)).isEqualTo(1_000 + i);
		}
	}

	@Test
	void positionThatGoesBackVoidsAllBefore() {
		add(100, 10);
		add(200, 20);
		assertThat(add(300, 15)).isTrue();
		assertThat(horizonOf(14)).isEqualTo(NEVER);
		assertThat(horizonOf(15)).isEqualTo(300);
		assertThat(horizonOf(20)).isEqualTo(300);
		assertThat(add(400, 16)).isFalse();
		assertThat(horizonOf(15)).isEqualTo(300);
	}

	@Test
	void otherTimelineVoidsAllBefore() {
		add(100, 10);
		assertThat(this.positions.add(200, new LogPosition(20, 2, 7))).isTrue();
		assertThat(horizonOf(10)).isEqualTo(NEVER);
		assertThat(this.positions.horizonOf(new LogPosition(20, 0, 7))).isEqualTo(200);
	}

	@Test
	void clockMayBeNegative() {
		add(-300, 10);
		add(-200, 20);
		assertThat(horizonOf(10)).isEqualTo(-300);
		assertThat(horizonOf(20)).isEqualTo(-200);
	}

}
