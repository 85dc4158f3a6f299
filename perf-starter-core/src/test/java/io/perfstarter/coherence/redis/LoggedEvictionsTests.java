package io.perfstarter.coherence.redis;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.coherence.protocol.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LoggedEvictions}.
 */
class LoggedEvictionsTests {

	@Test
	void evictionsAreTheSameAfterwards() {
		LoggedEvictions evictions = new LoggedEvictions("a",
				List.of(Event.all("a:b~c"), Event.all(""),
						Event.keys("tickets", Arrays.asList(1L, 1, "7:~\u20ac", "", null)),
						Event.groups("search", Arrays.asList((Object) null))));
		assertThat(LoggedEvictions.decode(evictions.encode())).isEqualTo(evictions);
	}

	@Test
	void keysThatCannotBeWrittenBecomeAllEntries() {
		LoggedEvictions evictions = new LoggedEvictions("a",
				List.of(Event.keys("tickets", List.of(Stream.empty(), 1L))));
		assertThat(LoggedEvictions.decode(evictions.encode()).events()).containsExactly(Event.all("tickets"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "~", "1", "2:a", "1:a3:tic", "1:a1:b", "1:a1:b4:keys", "1:a1:b4:keys1:2", "1:a~",
			"-1:a", "1:a1:b4:keys1:x" })
	void otherTextIsRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> LoggedEvictions.decode(text));
	}

}
