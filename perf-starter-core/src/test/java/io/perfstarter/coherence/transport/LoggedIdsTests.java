package io.perfstarter.coherence.transport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

import io.perfstarter.coherence.protocol.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LoggedIds}.
 */
class LoggedIdsTests {

	@Test
	void idsAreTheSameAfterwards() {
		Event keys = Event.keys("tickets", Arrays.asList(1, 2L, "a:b", "", null, UUID.randomUUID(), Instant.EPOCH,
				new BigDecimal("1.50"), 'x', true));
		assertThat(LoggedIds.encodable(keys)).isEqualTo(keys);
		assertThat(decode("keys", keys)).isEqualTo(keys);
		Event groups = Event.groups("tickets", Collections.singletonList(null));
		assertThat(decode("groups", groups)).isEqualTo(groups);
		assertThat(decode("all", Event.all("tickets"))).isEqualTo(Event.all("tickets"));
	}

	@Test
	void idsThatCannotBeWrittenBecomeAllEntries() {
		List<Object> unwritable = List.of(List.of(1), "null\0character", "\ud83d");
		assertThat(unwritable).allSatisfy((id) -> assertThat(LoggedIds.encodable(Event.keys("tickets", List.of(1, id))))
			.isEqualTo(Event.all("tickets")));
		assertThat(LoggedIds.encodable(Event.keys("tickets", Collections.nCopies(LoggedIds.MAX_IDS + 1, 1))))
			.isEqualTo(Event.all("tickets"));
	}

	@Test
	void aColumnIsEveryIdThatIsWrittenLikeIt() {
		assertThat(decoded("column:42").ids()).contains("42", 42, 42L, (short) 42, new BigInteger("42"),
				new BigDecimal("42"));
		assertThat(decoded("column:042").ids()).containsExactly("042");
		assertThat(decoded("column:x:y").ids()).containsExactly("x:y");
		UUID id = UUID.randomUUID();
		assertThat(decoded("column:" + id).ids()).containsExactlyInAnyOrder(id.toString(), id);
	}

	@Test
	void idsOfAnotherVersionBecomeAllEntries() {
		assertThat(decoded("tuple:1,2")).isEqualTo(Event.all("tickets"));
		assertThat(decoded("long:x")).isEqualTo(Event.all("tickets"));
		assertThat(decoded("x")).isEqualTo(Event.all("tickets"));
	}

	private static Event decode(String scope, Event event) {
		return LoggedIds.decode("tickets", scope, new ArrayList<>(LoggedIds.encode(event)));
	}

	private static Event decoded(String id) {
		return LoggedIds.decode("tickets", "keys", List.of(id));
	}

}
