package io.perfstarter.coherence.protocol;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JoinedEvents}.
 */
class JoinedEventsTests {

	private static final Wire WIRE = new PlainWire(20);

	private final JoinedEvents joined = new JoinedEvents(WIRE.capacity());

	private boolean add(Event... events) {
		return add(this.joined, events);
	}

	private static boolean add(JoinedEvents joined, Event... events) {
		return joined.add(List.of(events), JoinedEvents.weight(List.of(events), WIRE));
	}

	@Test
	void joinsEventsOfOneCacheAndDropsDuplicates() {
		add(Event.keys("tickets", List.of(1, 2)));
		add(Event.keys("zones", List.of(1)));
		add(Event.keys("tickets", List.of(2, 3)));
		assertThat(this.joined.events()).containsExactly(Event.keys("tickets", List.of(1, 2, 3)),
				Event.keys("zones", List.of(1)));
	}

	@Test
	void keepsKeysAndGroupsApartAndNullAmongThem() {
		add(Event.keys("tickets", Arrays.asList(1, null)));
		add(Event.groups("tickets", Arrays.asList(1, null)));
		assertThat(this.joined.events()).containsExactly(Event.keys("tickets", Arrays.asList(1, null)),
				Event.groups("tickets", Arrays.asList(1, null)));
	}

	@Test
	void evictionOfAllEntriesSwallowsTheRest() {
		add(Event.keys("tickets", List.of(1, 2)), Event.keys("zones", List.of(1)));
		add(Event.all("tickets"));
		add(Event.groups("tickets", List.of(7)), Event.keys("tickets", List.of(3)));
		assertThat(this.joined.events()).containsExactly(Event.all("tickets"), Event.keys("zones", List.of(1)));
	}

	@Test
	void addsAllOfAnEvictionOrNothing() {
		assertThat(add(Event.keys("a", List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)))).isTrue();
		assertThat(add(Event.keys("a", List.of(10, 11)), Event.keys("b", List.of(1, 2, 3, 4, 5, 6, 7)))).isFalse();
		assertThat(add(Event.keys("a", List.of(10)), Event.keys("b", List.of(1, 2, 3, 4, 5, 6, 7)))).isTrue();
		assertThat(add(Event.all("c"))).isFalse();
		assertThat(this.joined.events()).containsExactly(Event.keys("a", List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
				Event.keys("b", List.of(1, 2, 3, 4, 5, 6, 7)));
	}

	@Test
	void theFirstAlwaysFits() {
		JoinedEvents tiny = new JoinedEvents(1);
		assertThat(add(tiny, Event.keys("a", List.of(1, 2)))).isTrue();
		assertThat(add(tiny, Event.all("a"))).isFalse();
		assertThat(tiny.events()).containsExactly(Event.keys("a", List.of(1, 2)));
	}

	@Test
	void weighsNamesAndIds() {
		assertThat(JoinedEvents.weight(List.of(), new PlainWire(1))).isZero();
		assertThat(JoinedEvents.weight(List.of(Event.keys("a", List.of(1, 2)), Event.all("b")), new PlainWire(1)))
			.isEqualTo(4);
	}

}
