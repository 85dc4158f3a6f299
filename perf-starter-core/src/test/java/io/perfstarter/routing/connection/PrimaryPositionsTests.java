package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;
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
	void ofOldSamplesFewAreKept() {
		int last = 10 * PrimaryPositions.CAPACITY;
		for (int i = 0; i <= last; i++) {
			add(10L * i, i);
		}
		for (int i = 0; i <= last; i++) {
			long age = 10L * (last - i);
			assertThat(horizonOf(i)).isBetween(10L * i - 10 - age / 50, 10L * i);
			// A replica may have the horizon of a sample that was removed.
			assertThat(momentOf(i)).isGreaterThanOrEqualTo(10L * i - 10);
		}
		assertThat(horizonOf(-1)).isEqualTo(NEVER);
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
	void positionIsLoweredToWhatIsCommitted() {
		add(100, 10);
		add(200, 20);
		add(300, 30);
		this.positions.lower(300, new LogPosition(15, 1, 7));
		assertThat(horizonOf(10)).isEqualTo(100);
		assertThat(horizonOf(15)).isEqualTo(300);
		assertThat(add(400, 30)).isFalse();
		assertThat(horizonOf(15)).isEqualTo(300);
		assertThat(horizonOf(30)).isEqualTo(400);
		this.positions.lower(400, new LogPosition(15, 1, 7));
		assertThat(horizonOf(15)).isEqualTo(400);
	}

	private @Nullable Long after(long moment) {
		return (this.positions.after(moment) instanceof LogPosition position) ? position.bytes() : null;
	}

	private long momentOf(long position) {
		return this.positions.momentOf(new LogPosition(position, 1, 7));
	}

	@Test
	void commitLiesBeforeThePositionOfTheFirstSampleThatBeganAfterIt() {
		assertThat(after(0)).isNull();
		add(100, 10);
		add(200, 20);
		add(300, 30);
		assertThat(after(99)).isEqualTo(10);
		assertThat(after(100)).isEqualTo(20);
		assertThat(after(299)).isEqualTo(30);
		assertThat(after(300)).isNull();
		add(400, 30);
		assertThat(after(399)).isEqualTo(30);
	}

	@Test
	void exactlyTheHorizonsThatIncludeAPositionAreAfterItsMoment() {
		add(100, 10);
		add(200, 20);
		add(300, 30);
		for (int position = 1; position <= 30; position++) {
			for (int replica = 10; replica <= 40; replica++) {
				boolean shows = horizonOf(replica) - momentOf(position) > 0;
				long known = 10L * Math.min(3, replica / 10);
				assertThat(shows).as("%s on %s", position, replica).isEqualTo(known >= position);
			}
		}
		assertThat(momentOf(31)).isEqualTo(NEVER);
	}

	@Test
	void momentStaysWhileThePrimaryWritesNothing() {
		add(100, 10);
		long first = momentOf(10);
		add(200, 10);
		assertThat(momentOf(10)).isEqualTo(first).isLessThan(100);
		add(300, 20);
		long second = momentOf(20);
		add(400, 20);
		assertThat(momentOf(20)).isEqualTo(second).isEqualTo(200);
	}

	@Test
	void positionOfAnotherTimelineOrClusterHasNoMoment() {
		add(100, 10);
		assertThat(this.positions.momentOf(new LogPosition(5, 2, 7))).isEqualTo(NEVER);
		assertThat(this.positions.momentOf(new LogPosition(5, 1, 8))).isEqualTo(NEVER);
		this.positions.add(200, new LogPosition(20, 2, 7));
		assertThat(momentOf(10)).isEqualTo(NEVER);
		assertThat(this.positions.momentOf(new LogPosition(5, 2, 7))).isEqualTo(199);
	}

}
