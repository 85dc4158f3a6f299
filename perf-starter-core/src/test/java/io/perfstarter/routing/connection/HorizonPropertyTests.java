package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the freshness horizon on random histories: the replica shows every commit that
 * returned before the horizon. {@code -Drouting.seed} repeats a run.
 */
class HorizonPropertyTests {

	private static final int HISTORIES = 3_000;

	private static final int STEPS = 400;

	private final long seed = Long.getLong("routing.seed", System.nanoTime());

	private LongStream brokenSeeds(Commits commits, Rule rule) {
		System.out.printf("Horizons of %s commits, %s, from seed %d%n", commits, rule, this.seed);
		return LongStream.range(this.seed, this.seed + HISTORIES)
			.filter((seed) -> new History(seed, commits, rule).breaks());
	}

	@ParameterizedTest
	@EnumSource(Commits.class)
	void horizonIsNeverLaterThanACommitThatTheReplicaDoesNotShow(Commits commits) {
		assertThat(brokenSeeds(commits, Rule.OURS).boxed()).as("broken seeds").isEmpty();
	}

	@ParameterizedTest
	@EnumSource(Commits.class)
	void momentTakenAfterThePositionIsFoundOut(Commits commits) {
		assertThat(brokenSeeds(commits, Rule.MOMENT_AFTER_POSITION).findFirst()).isPresent();
	}

	@Test
	void flushedPositionIsFoundOutWhereCommitsDoNotWaitForIt() {
		assertThat(brokenSeeds(Commits.ASYNCHRONOUS, Rule.FLUSHED_POSITION).findFirst()).isPresent();
		assertThat(brokenSeeds(Commits.SYNCHRONOUS, Rule.FLUSHED_POSITION).findFirst()).isEmpty();
	}

	@Test
	void everyCommitIsCoveredInTheEnd() {
		LongStream.range(this.seed, this.seed + 200).forEach((seed) -> {
			History history = new History(seed, Commits.SYNCHRONOUS, Rule.OURS);
			assertThat(history.breaks()).isFalse();
			assertThat(history.settledHorizon()).as("seed %d", seed).isGreaterThan(STEPS);
		});
	}

	/**
	 * Whether a commit waits for the flush.
	 */
	private enum Commits {

		SYNCHRONOUS, ASYNCHRONOUS

	}

	/**
	 * How samples are taken.
	 */
	private enum Rule {

		OURS, MOMENT_AFTER_POSITION, FLUSHED_POSITION

	}

	/**
	 * Simulates a primary, a replica and probes that take time; one event happens at each
	 * moment.
	 */
	private static final class History {

		private final PrimaryPositions positions = new PrimaryPositions();

		// The commits that the replica does not show.
		private final List<Commit> commits = new ArrayList<>();

		private final Random random;

		private final Commits kind;

		private final Rule rule;

		private long now;

		private long inserted;

		private long flushed;

		private long replayed;

		private long takenAt;

		private static final long NO_POSITION = -1;

		private long primaryPosition = NO_POSITION;

		private boolean primaryAsked;

		private long replicaPosition = NO_POSITION;

		private long knownReplicaPosition;

		History(long seed, Commits kind, Rule rule) {
			this.random = new Random(seed);
			this.kind = kind;
			this.rule = rule;
		}

		boolean breaks() {
			while (this.now++ < STEPS) {
				happen();
				long horizon = this.positions.horizonOf(new LogPosition(this.knownReplicaPosition, 1, 7));
				if (this.commits.stream().anyMatch((commit) -> commit.isMissedBy(horizon))) {
					return true;
				}
			}
			return false;
		}

		/**
		 * Returns the horizon after the replica has replayed everything.
		 */
		long settledHorizon() {
			this.now++;
			this.positions.add(this.now, new LogPosition(this.inserted, 1, 7));
			return this.positions.horizonOf(new LogPosition(this.inserted, 1, 7));
		}

		private void happen() {
			switch (this.random.nextInt(7)) {
				case 0, 1 -> commit();
				case 2 -> flush();
				case 3 -> replay();
				case 4, 5 -> askPrimary();
				default -> askReplica();
			}
		}

		private long between(long from, long to) {
			return this.random.nextLong(to - from + 1);
		}

		private void commit() {
			this.inserted += 1 + this.random.nextInt(3);
			Commit commit = new Commit(this.inserted);
			this.commits.add(commit);
			if (this.kind == Commits.ASYNCHRONOUS) {
				commit.returnedAt = this.now;
			}
		}

		private void flush() {
			this.flushed += between(this.flushed, this.inserted);
			this.commits.stream()
				.filter((commit) -> commit.position <= this.flushed && commit.returnedAt == 0)
				.forEach((commit) -> commit.returnedAt = this.now);
		}

		private void replay() {
			this.replayed += between(this.replayed, this.flushed);
			this.commits.removeIf((commit) -> commit.position <= this.replayed);
		}

		// The probe is sent, read and answered at three moments.
		private void askPrimary() {
			if (!this.primaryAsked) {
				this.primaryAsked = true;
				this.takenAt = this.now;
			}
			else if (this.primaryPosition == NO_POSITION) {
				boolean inserted = this.kind == Commits.ASYNCHRONOUS && this.rule != Rule.FLUSHED_POSITION;
				this.primaryPosition = inserted ? this.inserted : this.flushed;
			}
			else {
				this.positions.add((this.rule != Rule.MOMENT_AFTER_POSITION) ? this.takenAt : this.now,
						new LogPosition(this.primaryPosition, 1, 7));
				this.primaryPosition = NO_POSITION;
				this.primaryAsked = false;
			}
		}

		private void askReplica() {
			if (this.replicaPosition == NO_POSITION) {
				this.replicaPosition = this.replayed;
			}
			else {
				this.knownReplicaPosition = this.replicaPosition;
				this.replicaPosition = NO_POSITION;
			}
		}

	}

	/**
	 * A commit that may have returned.
	 */
	private static final class Commit {

		private final long position;

		private long returnedAt;

		Commit(long position) {
			this.position = position;
		}

		boolean isMissedBy(long horizon) {
			return this.returnedAt != 0 && this.returnedAt < horizon;
		}

	}

}
