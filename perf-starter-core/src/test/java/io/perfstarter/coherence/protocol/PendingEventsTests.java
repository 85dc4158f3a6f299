package io.perfstarter.coherence.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PendingEvents}.
 */
class PendingEventsTests {

	private final PendingEvents pending = new PendingEvents(5, 8, new PlainWire(100));

	@Test
	void joinsEventsOfOneCacheAndDropsDuplicates() {
		this.pending.add(Event.keys("tickets", List.of(1, 2)));
		this.pending.add(Event.keys("zones", List.of(1)));
		this.pending.add(Event.keys("tickets", List.of(2, 3)));
		assertThat(this.pending.drain()).containsExactly(Event.keys("tickets", List.of(1, 2, 3)),
				Event.keys("zones", List.of(1)));
		assertThat(this.pending.isEmpty()).isTrue();
	}

	@Test
	void keepsKeysAndGroupsApartAndNullAmongThem() {
		this.pending.add(Event.keys("tickets", Arrays.asList(1, null)));
		this.pending.add(Event.groups("tickets", Arrays.asList(1, null)));
		assertThat(this.pending.drain()).containsExactly(Event.keys("tickets", Arrays.asList(1, null)),
				Event.groups("tickets", Arrays.asList(1, null)));
	}

	@Test
	void evictionOfAllEntriesSwallowsTheRest() {
		this.pending.add(Event.keys("tickets", List.of(1, 2)));
		this.pending.add(Event.all("tickets"));
		this.pending.add(Event.groups("tickets", List.of(7)));
		assertThat(this.pending.drain()).containsExactly(Event.all("tickets"));
	}

	@Test
	void tooManyIdsOfOneCacheBecomeAll() {
		assertThat(this.pending.add(Event.keys("tickets", List.of(1, 2, 3, 4, 5)))).isFalse();
		assertThat(this.pending.add(Event.keys("tickets", List.of(6)))).isTrue();
		assertThat(this.pending.add(Event.keys("tickets", List.of(7)))).isFalse();
		assertThat(this.pending.drain()).containsExactly(Event.all("tickets"));
		assertThat(this.pending.add(Event.keys("tickets", List.of(8)))).isFalse();
		assertThat(this.pending.drain()).containsExactly(Event.keys("tickets", List.of(8)));
	}

	@Test
	void tooManyIdsOverallBecomeAllOfTheLastCache() {
		this.pending.add(Event.keys("a", List.of(1, 2, 3, 4)));
		this.pending.add(Event.keys("b", List.of(1, 2, 3, 4)));
		assertThat(this.pending.add(Event.keys("c", List.of(1)))).isTrue();
		assertThat(this.pending.drain()).containsExactly(Event.keys("a", List.of(1, 2, 3, 4)),
				Event.keys("b", List.of(1, 2, 3, 4)), Event.all("c"));
		assertThat(this.pending.add(Event.keys("c", List.of(1, 2, 3, 4)))).isFalse();
	}

	@Test
	void drainsNoMoreThanFitsAndLosesNothing() {
		PendingEvents small = new PendingEvents(1000, 10_000, new PlainWire(7));
		small.add(Event.keys("a", IntStream.range(0, 50).boxed().toList()));
		small.add(Event.groups("a", IntStream.range(0, 20).boxed().toList()));
		small.add(Event.all("b"));
		small.add(Event.keys("c", IntStream.range(0, 50).boxed().toList()));
		Set<String> drained = new HashSet<>();
		int batches = 0;
		while (!small.isEmpty()) {
			List<Event> events = small.drain();
			List<Object> ids = new ArrayList<>();
			events.forEach((event) -> ids.addAll(event.ids()));
			assertThat(ids.size() + events.size()).isBetween(1, 8);
			events.forEach((event) -> event.ids().forEach((id) -> drained.add(event.cache() + event.scope() + id)));
			batches++;
		}
		assertThat(drained).hasSize(120);
		assertThat(batches).isLessThan(30);
	}

	@Test
	void drainsAnIdThatAloneIsTooHeavy() {
		PendingEvents tiny = new PendingEvents(10, 10, new PlainWire(1));
		tiny.add(Event.keys("a", List.of(1, 2)));
		assertThat(tiny.drain()).containsExactly(Event.keys("a", List.of(1)));
		assertThat(tiny.drain()).containsExactly(Event.keys("a", List.of(2)));
		assertThat(tiny.drain()).isEmpty();
	}

}
