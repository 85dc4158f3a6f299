package io.perfstarter.routing.freshness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryPositions}.
 */
class PrimaryPositionsTests {

	private static final long NEVER = PrimaryPositions.NEVER;

	private final PrimaryPositions positions = new PrimaryPositions();

	@Test
	void nothingIsKnownAtFirst() {
		assertThat(this.positions.horizonOf(Long.MAX_VALUE)).isEqualTo(NEVER);
		assertThat(this.positions.lastTakenAt()).isEqualTo(NEVER);
	}

	@Test
	void horizonIsTheNewestMomentThatTheReplicaIsNotBehind() {
		assertThat(this.positions.add(100, 10)).isTrue();
		assertThat(this.positions.add(200, 20)).isFalse();
		assertThat(this.positions.add(300, 30)).isFalse();
		assertThat(this.positions.horizonOf(9)).isEqualTo(NEVER);
		assertThat(this.positions.horizonOf(10)).isEqualTo(100);
		assertThat(this.positions.horizonOf(19)).isEqualTo(100);
		assertThat(this.positions.horizonOf(20)).isEqualTo(200);
		assertThat(this.positions.horizonOf(29)).isEqualTo(200);
		assertThat(this.positions.horizonOf(1_000)).isEqualTo(300);
		assertThat(this.positions.lastTakenAt()).isEqualTo(300);
	}

	@Test
	void primaryThatWritesNothingMovesTheMomentOnly() {
		this.positions.add(100, 10);
		this.positions.add(200, 20);
		for (int i = 1; i <= PrimaryPositions.CAPACITY; i++) {
			this.positions.add(200 + i, 20);
		}
		assertThat(this.positions.horizonOf(20)).isEqualTo(200 + PrimaryPositions.CAPACITY);
		assertThat(this.positions.horizonOf(19)).isEqualTo(100);
	}

	@Test
	void onlyTheNewestAreKept() {
		for (int i = 0; i < PrimaryPositions.CAPACITY + 5; i++) {
			this.positions.add(1_000 + i, i);
		}
		assertThat(this.positions.horizonOf(4)).isEqualTo(NEVER);
		for (int i = 5; i < PrimaryPositions.CAPACITY + 5; i++) {
			assertThat(this.positions.horizonOf(i)).isEqualTo(1_000 + i);
		}
	}

	@Test
	void positionThatGoesBackVoidsAllBefore() {
		this.positions.add(100, 10);
		this.positions.add(200, 20);
		assertThat(this.positions.add(300, 15)).isTrue();
		assertThat(this.positions.horizonOf(14)).isEqualTo(NEVER);
		assertThat(this.positions.horizonOf(15)).isEqualTo(300);
		assertThat(this.positions.horizonOf(20)).isEqualTo(300);
		assertThat(this.positions.add(400, 16)).isFalse();
		assertThat(this.positions.horizonOf(15)).isEqualTo(300);
	}

	@Test
	void resetForgetsEverything() {
		this.positions.add(100, 10);
		this.positions.reset();
		assertThat(this.positions.horizonOf(10)).isEqualTo(NEVER);
		assertThat(this.positions.lastTakenAt()).isEqualTo(NEVER);
		assertThat(this.positions.add(200, 10)).isTrue();
		assertThat(this.positions.horizonOf(10)).isEqualTo(200);
	}

	@Test
	void clockMayBeNegative() {
		this.positions.add(-300, 10);
		this.positions.add(-200, 20);
		assertThat(this.positions.horizonOf(10)).isEqualTo(-300);
		assertThat(this.positions.horizonOf(20)).isEqualTo(-200);
	}

}
