package io.perfstarter.reporting.machine;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Machine.LiveSetGrowth}.
 */
class LiveSetGrowthTests {

	private final Machine.LiveSetGrowth growth = new Machine.LiveSetGrowth();

	@Test
	void sixReadingsShowGrowth() {
		assertThat(grown(10, 20, 30, 40, 50)).isZero();
		assertThat(grown(60)).isEqualTo(50);
		assertThat(grown(70)).isEqualTo(50);
	}

	@Test
	void garbageThatIsStillThereDoesNotHideIt() {
		assertThat(grown(10, 14, 12, 20, 18, 25)).isEqualTo(15);
	}

	@Test
	void heapThatFillsAndEmptiesFalls() {
		assertThat(grown(10, 20, 30, 12, 20, 30)).isEqualTo(-18);
		assertThat(grown(29, 28, 31, 27)).isEqualTo(-4);
	}

	@Test
	void periodWithoutCollectionIsNoReading() {
		assertThat(grown(-1, 10, 20, 20, 20, 20, 30)).isZero();
		assertThat(grown(40, 50, 60, 60)).isEqualTo(50);
	}

	@Test
	void growthEnds() {
		grown(10, 20, 30, 40, 50, 60);
		assertThat(grown(59, 61, 60)).isEqualTo(-1);
	}

	private long grown(long... lives) {
		return LongStream.of(lives).map(this.growth::add).reduce(0, (before, grown) -> grown);
	}

}
