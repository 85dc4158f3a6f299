package io.perfstarter.routing.connection;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GtidPosition}.
 */
class GtidPositionTests {

	private static GtidPosition primary(String gtids, long server) {
		return GtidPosition.of(gtids, server, null);
	}

	private static GtidPosition replica(String gtids) {
		return GtidPosition.of(gtids, 0, null);
	}

	@Test
	void eachDomainCounts() {
		GtidPosition primary = primary("0-1-10,5-1-7", 1);
		assertThat(replica("0-1-10,5-1-7").includes(primary)).isTrue();
		assertThat(replica("5-1-8,0-1-11,6-9-1").includes(primary)).isTrue();
		assertThat(replica("0-1-9,5-1-7").includes(primary)).isFalse();
		assertThat(replica("0-1-10,5-1-6").includes(primary)).isFalse();
		assertThat(replica("0-1-11").includes(primary)).isFalse();
	}

	@Test
	void positionsMayBeIncomparable() {
		GtidPosition one = replica("0-1-10,5-1-7");
		GtidPosition other = replica("0-1-11,5-1-6");
		assertThat(one.includes(other)).isFalse();
		assertThat(other.includes(one)).isFalse();
	}

	@Test
	void aheadIsAReplicaWithALaterTransactionOfADomainOfThePrimary() {
		GtidPosition primary = primary("0-1-10,5-1-7", 2);
		assertThat(replica("0-1-11,5-1-7").isAheadOf(primary)).isTrue();
		assertThat(replica("0-1-9,5-1-8").isAheadOf(primary)).isTrue();
		assertThat(replica("0-1-10,5-1-7,6-9-1").isAheadOf(primary)).isFalse();
		assertThat(replica("0-1-9").isAheadOf(primary)).isFalse();
		assertThat(replica("0-1-11").isAheadOf(new LogPosition(10, 1, 7))).isFalse();
	}

	@Test
	void whatNobodyHasWrittenIsIncludedByEveryone() {
		assertThat(replica("").includes(primary("", 1))).isTrue();
		assertThat(replica("0-1-1").includes(primary("", 1))).isTrue();
		assertThat(replica("").includes(primary("0-1-1", 1))).isFalse();
	}

	@Test
	void theLaterOfTwoNumbersOfADomainCounts() {
		assertThat(primary("0-2-11,0-1-10", 2)).isEqualTo(primary("0-1-10,0-2-11", 2)).isEqualTo(primary("0-2-11", 2));
	}

	@Test
	void aReplicaWithAnotherDatabaseIsForeign() {
		GtidPosition primary = GtidPosition.of("0-1-10", 1, "app");
		assertThat(GtidPosition.of("0-1-10", 0, "App").whyForeign(primary)).isNull();
		assertThat(GtidPosition.of("0-1-10", 0, null).whyForeign(primary)).isNull();
		assertThat(GtidPosition.of("0-1-10", 0, "test").whyForeign(primary)).contains("'test'", "'app'");
	}

	@Test
	void otherInstancesReadWhatOneHasEncoded() {
		GtidPosition position = primary("0-1-10,4294967295-4294967295-9223372036854775807", 4_294_967_295L);
		assertThat(GtidPosition.decode(position.encode())).isEqualTo(position);
		GtidPosition empty = primary("", 1);
		assertThat(GtidPosition.decode(empty.encode())).isEqualTo(empty);
	}

	@Test
	void otherKindsOfPositionsAreNotDecoded() {
		byte[] encoded = primary("0-1-10", 1).encode();
		assertThat(GtidPosition.decode(new byte[0])).isNull();
		assertThat(GtidPosition.decode(Arrays.copyOf(encoded, encoded.length - 1))).isNull();
		assertThat(GtidPosition.decode(new LogPosition(10, 1, 7).encode())).isNull();
		assertThat(LogPosition.decode(encoded)).isNull();
	}

	@Test
	void anotherPrimaryIncludesNothingOfTheLastOne() {
		assertThat(primary("0-1-10", 2).includes(primary("0-1-10", 1))).isFalse();
		assertThat(primary("0-2-12", 2).includes(primary("0-1-10", 1))).isFalse();
		assertThat(primary("0-1-12", 1).includes(primary("0-1-10", 1))).isTrue();
	}

	@Test
	void numbersOfTheNewPrimaryFollowWhatItHasTakenOver() {
		GtidPosition takenOver = primary("0-1-10", 2);
		assertThat(primary("0-2-11", 2).includes(takenOver)).isTrue();
		assertThat(replica("0-2-11").includes(takenOver)).isTrue();
		assertThat(replica("0-1-10").includes(takenOver)).isTrue();
		assertThat(replica("0-2-10").includes(takenOver)).isFalse();
	}

	@Test
	void aReplicaWithLostTransactionsDoesNotShowThoseOfTheNewPrimary() {
		GtidPosition written = primary("0-2-12", 2);
		assertThat(replica("0-1-15").includes(written)).isFalse();
		assertThat(replica("0-3-15").includes(written)).isFalse();
		assertThat(replica("0-2-12").includes(written)).isTrue();
	}

	@Test
	void numbersOfSixtyFourBitsAreRead() {
		assertThat(replica("4294967295-4294967295-9223372036854775807").last()).containsOnlyKeys(4_294_967_295L);
	}

	@Test
	void noServerIsKnownToBeForeign() {
		assertThat(replica("0-7-1").whyForeign(primary("0-1-10", 1))).isNull();
		assertThat(replica("0-7-11").includes(new LogPosition(1, 0, 0))).isFalse();
	}

}
