package io.perfstarter.sample.coherence;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link History}.
 */
class HistoryTests {

	private final History history = new History(Map.of(1L, List.of("a", "b", "c", "d"), 2L, List.of("x")),
			Map.of("a", 100L, "b", 200L, "d", 400L, "x", 100L));

	@Test
	void currentValueIsNotStale() {
		assertThat(this.history.staleness(read(1, "a", 150))).isZero();
		assertThat(this.history.staleness(read(1, "d", 10_000))).isZero();
		assertThat(this.history.staleness(read(2, "x", 10_000))).isZero();
	}

	@Test
	void oldValueIsAsStaleAsItsSuccessorHasBeenSeen() {
		assertThat(this.history.staleness(read(1, "a", 250))).isEqualTo(Duration.ofNanos(50));
		assertThat(this.history.staleness(read(1, "a", 450))).isEqualTo(Duration.ofNanos(250));
	}

	@Test
	void successorThatNobodySawCountsFromTheOneAfterIt() {
		assertThat(this.history.staleness(read(1, "b", 350))).isZero();
		assertThat(this.history.staleness(read(1, "b", 450))).isEqualTo(Duration.ofNanos(50));
		assertThat(this.history.staleness(read(1, "c", 450))).isEqualTo(Duration.ofNanos(50));
	}

	@Test
	void valueSeenBeforeItsPredecessorSupersedesAllBeforeIt() {
		History late = new History(Map.of(1L, List.of("a", "b", "c")), Map.of("b", 500L, "c", 300L));
		assertThat(late.staleness(read(1, "a", 400))).isEqualTo(Duration.ofNanos(100));
	}

	@Test
	void valueThatWasNeverCommittedIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.history.staleness(read(1, "x", 500)))
			.withMessageContaining("never committed");
	}

	@Test
	void valueThatWasWrittenTwiceIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new History(Map.of(1L, List.of("a", "a")), Map.of()))
			.withMessageContaining("twice");
	}

	private static Read read(long id, String value, long start) {
		return new Read("A", id, value, true, start);
	}

}
