package io.perfstarter.routing.connection;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReplicaWatch} and {@link PrimaryWatch} with a simulated clock in
 * milliseconds.
 */
class ReplicaWatchTests {

	private static final Duration MAX_LAG = Duration.ofSeconds(1);

	private static final Duration HARD_MAX_LAG = Duration.ofSeconds(10);

	private static final long NEVER = Sampler.NEVER;

	private final AtomicLong clock = new AtomicLong(millis(-3_000));

	private final RecordingRoutingListener listener = new RecordingRoutingListener();

	private final PrimaryWatch primary = new PrimaryWatch(this.clock::get, this.listener);

	private final ProbeSchedule schedule = new ProbeSchedule(
			new SamplingTimings(TestSettings.with(MAX_LAG), this.clock::get), ProbeSchedule.LONGEST_REST,
			this.clock::get, new Random(1));

	private final ReplicaWatch watch = new ReplicaWatch("r1", TestSettings.with(MAX_LAG), this.primary, this.schedule,
			this.clock::get, this.listener);

	private static long millis(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

	private void pass(long millis) {
		this.clock.addAndGet(millis(millis));
	}

	private long now() {
		return this.clock.get();
	}

	private void primaryAnswers(long position) {
		primaryAnswers(new Sample(false, new LogPosition(position, 1, 7)));
	}

	private void primaryAnswers(Sample sample) {
		this.watch.primaryMoved(this.primary.answered(now(), sample));
	}

	private void primaryFails() {
		this.primary.failed("It is gone");
		this.watch.primaryMoved(false);
	}

	private void replicaAnswers(long position) {
		this.watch.answered(now(), new Sample(true, new LogPosition(position, 0, 7)));
	}

	private void bothAnswer(long position) {
		primaryAnswers(position);
		replicaAnswers(position);
	}

	@Test
	void aServerThatAcceptsWritesIsAskedOnANewConnectionFromTimeToTime() {
		bothAnswer(10);
		pass(40_000);
		assertThat(this.watch.takeReconnectRequest()).isFalse();
		this.watch.answered(now(), new Sample(false, new LogPosition(10, 0, 7)));
		assertThat(this.watch.takeReconnectRequest()).isTrue();
		assertThat(this.watch.takeReconnectRequest()).isFalse();
		pass(30_000);
		assertThat(this.watch.takeReconnectRequest()).isTrue();
	}

	@Test
	void aReplicaThatDoesNotFollowIsAskedOnANewConnectionFromTimeToTime() {
		bothAnswer(10);
		pass(20_000);
		primaryAnswers(20);
		pass(20_000);
		primaryAnswers(30);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		assertThat(this.watch.takeReconnectRequest()).isTrue();
		assertThat(this.watch.takeReconnectRequest()).isFalse();
	}

	@Test
	void whatAnOpenTransactionHasWrittenIsNoLagForLong() {
		bothAnswer(10);
		List<Long> lags = new ArrayList<>();
		for (int written : new int[] { 20, 20, 20, 20, 30 }) {
			pass(1_000);
			primaryAnswers(new Sample(false, new LogPosition(written, 1, 7), new LogPosition(10, 1, 7)));
			lags.add(Objects.requireNonNull(this.watch.lag()).toMillis());
		}
		assertThat(lags).containsExactly(1_000L, 2_000L, 0L, 0L, 1_000L);
	}

	@Test
	void aFirstProbeThatIsLateIsNoOutage() {
		this.watch.failed(new SQLTimeoutException("No connection within 1000 ms"));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UNKNOWN);
		assertThat(this.watch.lastError()).contains("No connection");
		this.watch.failed(new SQLTimeoutException("No connection within 1000 ms"));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.DOWN);
		assertThat(this.listener.heard()).hasSize(1);
	}

	@Test
	void lagIsTheTimeSinceTheHorizon() {
		bothAnswer(10);
		long horizon = now();
		pass(100);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.horizon()).isEqualTo(horizon);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(100));
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
		assertThat(this.watch.isReadable(Duration.ofMillis(99))).isFalse();
		assertThat(this.listener.heard()).containsExactly("r1: UNKNOWN -> UP");
	}

	@Test
	void primaryThatWritesNothingMovesTheHorizonByItself() {
		bothAnswer(10);
		pass(100);
		primaryAnswers(10);
		assertThat(this.watch.horizon()).isEqualTo(now());
		pass(100);
		primaryAnswers(11);
		assertThat(this.watch.horizon()).isEqualTo(now() - millis(100));
	}

	@Test
	void replicaIsUnknownUntilItHasReachedAPosition() {
		primaryAnswers(10);
		replicaAnswers(9);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UNKNOWN);
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		pass(50);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(50));
	}

	@Test
	void replicaThatIsBehindAllThatIsKnownIsLateAfterTheLimit() {
		primaryAnswers(10);
		replicaAnswers(2);
		pass(1_000);
		primaryAnswers(20);
		replicaAnswers(4);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UNKNOWN);
		pass(1);
		replicaAnswers(5);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		assertThat(this.watch.lag()).isNull();
		assertThat(this.watch.lastError())
			.isEqualTo("Its lag exceeds 1000 ms: it is behind all known positions of the primary");
		assertThat(this.watch.isReadable(Duration.ofDays(1))).isFalse();
	}

	@Test
	void lateReplicaComesBackAtFourFifthsOfTheLimit() {
		bothAnswer(10);
		pass(1_000);
		primaryAnswers(20);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		pass(1);
		replicaAnswers(15);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		assertThat(this.watch.lastError()).isEqualTo("Its lag of 1001 ms exceeds 1000 ms");
		assertThat(this.watch.isReadable(MAX_LAG)).isFalse();
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isTrue();
		pass(800);
		replicaAnswers(20);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(801));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		assertThat(this.watch.isReadable(MAX_LAG)).isFalse();
		primaryAnswers(21);
		replicaAnswers(21);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
		assertThat(this.watch.lastError()).isNotNull();
		assertThat(this.listener.heard()).containsExactly("r1: UNKNOWN -> UP",
				"r1: UP -> LATE, Its lag of 1001 ms exceeds 1000 ms", "r1: LATE -> UP");
	}

	@Test
	void lagStandsStillWhileThePrimaryDoesNotAnswer() {
		bothAnswer(10);
		pass(200);
		primaryAnswers(20);
		pass(500);
		primaryFails();
		pass(60_000);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(200));
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
		replicaAnswers(20);
		assertThat(this.watch.lag()).isZero();
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.listener.heard()).containsExactly("r1: UNKNOWN -> UP", "primary: It is gone");
		assertThat(this.primary.answers()).isFalse();
		assertThat(this.primary.lastError()).isEqualTo("It is gone");
	}

	@Test
	void withoutThePositionOfThePrimaryNoReplicaIsRead() {
		this.primary.refused("Not permitted");
		this.watch.primaryMoved(false);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		assertThat(this.watch.lastError()).isEqualTo("Its lag is unknown because of the primary: Not permitted");
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		assertThat(this.primary.isGone(NEVER)).isFalse();
		assertThat(this.primary.lastError()).isEqualTo("Not permitted");
		primaryAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
	}

	@Test
	void lagGrowsWhileThePrimaryRefusesItsPosition() {
		bothAnswer(10);
		pass(500);
		this.primary.refused("Not permitted");
		this.watch.primaryMoved(false);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(500));
		pass(501);
		replicaAnswers(20);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
	}

	@Test
	void aPrimaryThatHasTakenAWriteSinceItFailedIsNotGone() {
		primaryAnswers(10);
		long before = now();
		assertThat(this.primary.isGone(before)).isFalse();
		pass(10);
		primaryFails();
		assertThat(this.primary.isGone(Sampler.NEVER)).isTrue();
		assertThat(this.primary.isGone(before)).isTrue();
		pass(10);
		long after = now();
		assertThat(this.primary.isGone(after)).isFalse();
		pass(10);
		primaryFails();
		assertThat(this.primary.isGone(after)).isTrue();
	}

	@Test
	void timeInWhichThePrimaryDidNotAnswerIsNoLag() {
		bothAnswer(10);
		long horizon = now();
		pass(100);
		primaryFails();
		pass(60_000);
		primaryAnswers(20);
		assertThat(this.watch.horizon()).isEqualTo(horizon);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.lag()).isZero();
		pass(900);
		replicaAnswers(15);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(900));
		pass(101);
		replicaAnswers(16);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		pass(100);
		primaryAnswers(30);
		replicaAnswers(30);
		pass(300);
		assertThat(this.watch.lag()).isEqualTo(Duration.ofMillis(300));
		assertThat(this.listener.heard()).contains("primary: It is gone", "primary: answers");
	}

	@Test
	void replicaIsReadWhileThePrimaryNeverAnswered() {
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UNKNOWN);
		primaryFails();
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
		assertThat(this.watch.lag()).isNull();
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		pass(5_000);
		primaryAnswers(20);
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		replicaAnswers(20);
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
	}

	@Test
	void otherTimelineVoidsHorizons() {
		bothAnswer(10);
		pass(100);
		primaryAnswers(new Sample(false, new LogPosition(12, 2, 7)));
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		replicaAnswers(11);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		replicaAnswers(12);
		assertThat(this.watch.horizon()).isEqualTo(now());
	}

	@Test
	void replicaOfALostPrimaryIsNotReadUntilItFollowsTheNewOne() {
		bothAnswer(10);
		replicaAnswers(20);
		for (int position : new int[] { 12, 13, 20, 30 }) {
			pass(100);
			primaryAnswers(new Sample(false, new LogPosition(position, 2, 7)));
			pass(100);
			replicaAnswers(20);
			assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
			assertThat(this.watch.horizon()).isEqualTo(NEVER);
			assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		}
		assertThat(this.watch.lastError()).isEqualTo("It has transactions that the primary does not have");
		replicaAnswers(30);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
		pass(100);
		primaryAnswers(new Sample(false, new LogPosition(30, 2, 7)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.horizon()).isEqualTo(now());
	}

	@Test
	void replicaOfALostPrimaryOfMariaDbIsNotReadUntilItFollowsTheNewOne() {
		primaryAnswers(new Sample(false, GtidPosition.of("0-1-10", 1, null)));
		gtidReplicaAnswers("0-1-12");
		for (String position : new String[] { "0-1-11", "0-2-12", "0-2-13" }) {
			pass(100);
			primaryAnswers(new Sample(false, GtidPosition.of(position, 2, null)));
			pass(100);
			gtidReplicaAnswers("0-1-12");
			assertThat(this.watch.state()).isEqualTo(ReplicaState.LATE);
			assertThat(this.watch.horizon()).isEqualTo(NEVER);
		}
		gtidReplicaAnswers("0-2-13");
		pass(100);
		primaryAnswers(new Sample(false, GtidPosition.of("0-2-13", 2, null)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
	}

	private void gtidReplicaAnswers(String gtids) {
		this.watch.answered(now(), new Sample(true, GtidPosition.of(gtids, 0, null)));
	}

	@Test
	void positionThatGoesBackVoidsHorizons() {
		bothAnswer(10);
		pass(100);
		replicaAnswers(8);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		primaryAnswers(9);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		replicaAnswers(9);
		assertThat(this.watch.horizon()).isEqualTo(now());
	}

	@Test
	void replicaThatComesBackShowsWhatItSaysAndNotWhatItShowed() {
		bothAnswer(10);
		this.watch.failed(new SQLException("gone"));
		pass(2_000);
		replicaAnswers(9);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
	}

	@Test
	void horizonOutlivesTheSampleItCameFrom() {
		primaryAnswers(9);
		pass(1);
		bothAnswer(10);
		long horizon = now();
		for (int i = 1; i <= PrimaryPositions.CAPACITY; i++) {
			pass(1);
			primaryAnswers(10 + i);
		}
		replicaAnswers(10);
		assertThat(this.watch.horizon()).isEqualTo(horizon);
	}

	@Test
	void failureOfTheSamplerTakesTheReplicaOutUntilItAnswers() {
		bothAnswer(10);
		this.watch.failed(new SQLException("Connection refused", "08001"));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.DOWN);
		assertThat(this.watch.lastError()).isEqualTo("SQLException (08001): Connection refused");
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		assertThat(this.schedule.remaining()).isBetween(millis(500), millis(1_000));
		this.watch.failed(new SQLException("Connection refused", "08001"));
		pass(60_000);
		primaryAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.DOWN);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.listener.heard()).containsExactly("r1: UNKNOWN -> UP",
				"r1: UP -> DOWN, SQLException (08001): Connection refused", "r1: DOWN -> UP");
	}

	@Test
	void newCauseOfAnOutageIsToldOnce() {
		bothAnswer(10);
		this.watch.borrowFailed(new SQLException("terminated", "57P01"));
		for (int i = 0; i < 3; i++) {
			this.watch.failed(new SQLException("wrong password", "28P01"));
		}
		assertThat(this.watch.lastError()).isEqualTo("SQLException (28P01): wrong password");
		pass(60_000);
		bothAnswer(10);
		this.watch.failed(new SQLException("wrong password", "28P01"));
		assertThat(this.listener.heard()).filteredOn((line) -> line.contains("DOWN,"))
			.containsExactly("r1: UP -> DOWN, SQLException (57P01): terminated",
					"r1: still DOWN, SQLException (28P01): wrong password",
					"r1: UP -> DOWN, SQLException (28P01): wrong password");
	}

	@Test
	void failedBorrowTakesTheReplicaOutUntilTheSamplerHasConnectedAnew() {
		bothAnswer(10);
		long askedAt = now();
		pass(5);
		this.watch.borrowFailed(new SQLException("too many clients", "53300"));
		this.watch.borrowFailed(new SQLException("another", "53300"));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.DOWN);
		assertThat(this.watch.lastError()).isEqualTo("SQLException (53300): too many clients");
		this.watch.answered(askedAt, new Sample(true, new LogPosition(10, 0, 7)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.DOWN);
		assertThat(this.watch.takeReconnectRequest()).isTrue();
		assertThat(this.watch.takeReconnectRequest()).isFalse();
		pass(1_000);
		assertThat(this.schedule.remaining()).isNotPositive();
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		replicaAnswers(10);
		assertThat(this.watch.state()).isNotEqualTo(ReplicaState.DOWN);
		assertThat(this.listener.heard()).filteredOn((line) -> line.contains("DOWN,")).hasSize(1);
	}

	@Test
	void serverThatTakesWritesIsNotReadUntilItIsAStandbyAgain() {
		bothAnswer(10);
		this.watch.answered(now(), new Sample(false, new LogPosition(10, 0, 7)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.WRITABLE);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		assertThat(this.watch.lag()).isNull();
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		assertThat(this.watch.lastError()).contains("accepts writes");
		primaryAnswers(10);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
	}

	@Test
	void replicaOfAnotherClusterIsNotRead() {
		bothAnswer(10);
		this.watch.answered(now(), new Sample(true, new LogPosition(10, 0, 8)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.FOREIGN);
		assertThat(this.watch.horizon()).isEqualTo(NEVER);
		assertThat(this.watch.isReadable(HARD_MAX_LAG)).isFalse();
		assertThat(this.watch.lastError())
			.isEqualTo("The replica is one of cluster and database 8, but the primary is in 7");
		this.watch.answered(now(), new Sample(false, new LogPosition(10, 0, 8)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.FOREIGN);
		replicaAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
	}

	@Test
	void otherClusterIsFoundOutWhenThePrimaryAnswers() {
		primaryFails();
		this.watch.answered(now(), new Sample(true, new LogPosition(10, 0, 8)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		primaryAnswers(10);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.FOREIGN);
	}

	@Test
	void unknownClusterIsNotChecked() {
		primaryAnswers(10);
		this.watch.answered(now(), new Sample(true, new LogPosition(10, 0, 0)));
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
	}

	@Test
	void withoutPositionsTheHorizonIsTheWindow() {
		this.watch.answered(now(), new Sample(true, null));
		primaryAnswers(new Sample(false, null));
		pass(90_000);
		assertThat(this.watch.state()).isEqualTo(ReplicaState.UP);
		assertThat(this.watch.horizon()).isEqualTo(now() - TestSettings.WINDOW.toNanos());
		assertThat(this.watch.lag()).isNull();
		assertThat(this.watch.isReadable(MAX_LAG)).isTrue();
		this.watch.failed(new SQLException("gone"));
		assertThat(this.watch.isReadable(MAX_LAG)).isFalse();
	}

}
