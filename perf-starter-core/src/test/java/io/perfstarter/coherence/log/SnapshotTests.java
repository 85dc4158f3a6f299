package io.perfstarter.coherence.log;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Snapshot}.
 */
class SnapshotTests {

	@Test
	void isParsed() {
		assertThat(Snapshot.parse("10:20:10,14")).isEqualTo(new Snapshot(10, 20, List.of(10L, 14L)));
		assertThat(Snapshot.parse("7:7:")).isEqualTo(new Snapshot(7, 7, List.of()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "10", "10:20", "10:20:x", "10:20:1,,2", "1:2:3:4", "1:2:3;drop" })
	void anythingElseIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Snapshot.parse(text));
	}

	@Test
	void aSnapshotIsContinuedByOneThatIsNotBehindIt() {
		Snapshot snapshot = Snapshot.parse("10:20:10");
		assertThat(snapshot.isContinuedBy(snapshot)).isTrue();
		assertThat(snapshot.isContinuedBy(Snapshot.parse("10:25:10,22"))).isTrue();
		assertThat(snapshot.isContinuedBy(Snapshot.parse("25:25:"))).isTrue();
		assertThat(snapshot.isContinuedBy(Snapshot.parse("10:19:10"))).isFalse();
		assertThat(snapshot.isContinuedBy(Snapshot.parse("9:30:9"))).isFalse();
	}

	@Test
	void aTransactionThatWasInProgressMayBeNeeded() {
		Snapshot snapshot = Snapshot.parse("10:20:10");
		assertThat(snapshot.mayNeedBelow(10)).isFalse();
		assertThat(snapshot.mayNeedBelow(11)).isTrue();
	}

}
