package io.perfstarter.routing.connection;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogPosition}.
 */
class LogPositionTests {

	private final LogPosition primary = new LogPosition(10, 1, 7);

	@Test
	void positionsOfOneLogAreComparedByTheirBytes() {
		assertThat(this.primary.includes(this.primary)).isTrue();
		assertThat(this.primary.includes(new LogPosition(9, 1, 7))).isTrue();
		assertThat(this.primary.includes(new LogPosition(11, 1, 7))).isFalse();
	}

	@Test
	void positionsOfAnotherTimelineOrClusterAreNotComparable() {
		assertThat(new LogPosition(11, 2, 7).includes(this.primary)).isFalse();
		assertThat(new LogPosition(11, 1, 8).includes(this.primary)).isFalse();
		assertThat(new LogPosition(11, 1, 0).includes(this.primary)).isFalse();
		assertThat(new LogPosition(11, 0, 8).includes(this.primary)).isFalse();
	}

	@Test
	void replicaOfAnUnknownTimelineOrClusterIsComparable() {
		assertThat(new LogPosition(10, 0, 7).includes(this.primary)).isTrue();
		assertThat(new LogPosition(10, 0, 0).includes(this.primary)).isTrue();
		assertThat(new LogPosition(10, 0, 7).includes(new LogPosition(10, 1, 0))).isTrue();
	}

	@Test
	void otherInstancesReadWhatOneHasEncoded() {
		LogPosition largest = new LogPosition(Long.MAX_VALUE, 0xFFFF_FFFFL, -7);
		assertThat(LogPosition.decode(largest.encode())).isEqualTo(largest);
		assertThat(LogPosition.decode(this.primary.encode())).isEqualTo(this.primary);
	}

	@Test
	void otherKindsOfPositionsAreNotDecoded() {
		byte[] encoded = this.primary.encode();
		assertThat(LogPosition.decode(new byte[0])).isNull();
		assertThat(LogPosition.decode(Arrays.copyOf(encoded, encoded.length - 1))).isNull();
		assertThat(LogPosition.decode(Arrays.copyOf(encoded, encoded.length + 1))).isNull();
		encoded[0]++;
		assertThat(LogPosition.decode(encoded)).isNull();
	}

	@Test
	void onlyAKnownOtherClusterIsForeign() {
		assertThat(new LogPosition(10, 0, 8).whyForeign(this.primary)).contains("8").contains("7");
		assertThat(new LogPosition(10, 0, 7).whyForeign(this.primary)).isNull();
		assertThat(new LogPosition(10, 0, 0).whyForeign(this.primary)).isNull();
		assertThat(new LogPosition(10, 0, 8).whyForeign(new LogPosition(10, 1, 0))).isNull();
	}

}
