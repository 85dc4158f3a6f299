package io.perfstarter.coherence.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link EventLog}.
 */
class EventLogTests {

	private EventLog log(int capacity, int longest, long heaviest) {
		return new EventLog(new PlainWire(capacity), longest, heaviest);
	}

	private static List<Event> key(Object key) {
		return List.of(Event.keys("tickets", List.of(key)));
	}

	private static void appendKeys(EventLog log, int last) {
		IntStream.rangeClosed(1, last).forEach((number) -> log.append(key(number), 0));
	}

	@Test
	void numbersAscendFromOne() {
		EventLog log = log(100, 10, 1_000);
		assertThat(log.last()).isZero();
		assertThat(log.append(key("a"), 0)).isEqualTo(1);
		assertThat(log.append(key("b"), 0)).isEqualTo(2);
		assertThat(log.last()).isEqualTo(2);
	}

	@Test
	void givesWhatCameAfterANumber() {
		EventLog log = log(100, 10, 1_000);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 0, List.of()));
		appendKeys(log, 5);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 5, List.of(Event.keys("tickets", List.of(1, 2, 3, 4, 5)))));
		assertThat(log.after(3)).isEqualTo(new Batch(3, 5, List.of(Event.keys("tickets", List.of(4, 5)))));
		assertThat(log.after(5)).isEqualTo(new Batch(5, 5, List.of()));
		assertThat(log.after(9)).isEqualTo(new Batch(5, 5, List.of()));
	}

	@Test
	void evictionThatNamesNothingHasANumberToo() {
		EventLog log = log(100, 10, 1_000);
		log.append(List.of(Event.keys("tickets", List.of())), 0);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 1, List.of()));
	}

	@Test
	void batchIsNoHeavierThanAMessage() {
		EventLog log = log(7, 100, 1_000);
		appendKeys(log, 10);
		assertThat(log.after(0).upTo()).isEqualTo(3);
		assertThat(log.after(3)).isEqualTo(new Batch(3, 6, List.of(Event.keys("tickets", List.of(4, 5, 6)))));
	}

	@Test
	void evictionIsNotDivided() {
		EventLog log = log(4, 100, 1_000);
		log.append(key(1), 0);
		log.append(List.of(Event.keys("tickets", List.of(2)), Event.keys("zones", List.of(3))), 0);
		log.append(key(4), 0);
		assertThat(log.after(0).upTo()).isEqualTo(1);
		assertThat(log.after(1))
			.isEqualTo(new Batch(1, 2, List.of(Event.keys("tickets", List.of(2)), Event.keys("zones", List.of(3)))));
	}

	@Test
	void forgetsTheFirstOfTooMany() {
		EventLog log = log(100, 3, 1_000);
		appendKeys(log, 5);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 5, List.of(Event.all("tickets"))));
		assertThat(log.after(2)).isEqualTo(new Batch(2, 5, List.of(Event.keys("tickets", List.of(3, 4, 5)))));
		assertThat(log.after(4)).isEqualTo(new Batch(4, 5, List.of(Event.keys("tickets", List.of(5)))));
	}

	@Test
	void forgetsTheFirstOfTooMuchWeight() {
		EventLog log = log(100, 1_000, 10);
		appendKeys(log, 8);
		assertThat(log.after(2).events()).containsExactly(Event.all("tickets"));
		assertThat(log.after(3).events()).containsExactly(Event.keys("tickets", List.of(4, 5, 6, 7, 8)));
		log.append(List.of(Event.keys("tickets", List.of(1, 2, 3, 4, 5, 6, 7))), 0);
		assertThat(log.after(6).events()).containsExactly(Event.all("tickets"));
		assertThat(log.after(7).events()).containsExactly(Event.keys("tickets", List.of(8, 1, 2, 3, 4, 5, 6, 7)));
	}

	@Test
	void keepsTheLastHoweverHeavy() {
		EventLog log = log(100, 1_000, 10);
		log.append(key(1), 0);
		log.append(List.of(Event.keys("tickets", List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))), 0);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 2, List.of(Event.all("tickets"))));
		assertThat(log.after(1).events()).singleElement().satisfies((event) -> assertThat(event.ids()).hasSize(12));
		log.append(key(2), 0);
		assertThat(log.after(1).events()).containsExactly(Event.all("tickets"));
		assertThat(log.after(2)).isEqualTo(new Batch(2, 3, List.of(Event.keys("tickets", List.of(2)))));
	}

	@Test
	void longBacklogBecomesAllOfTheCachesConcerned() {
		EventLog log = log(1_000_000, 10_000, 1_000_000);
		log.append(List.of(Event.keys("zones", List.of(0))), 0);
		appendKeys(log, EventLog.LONGEST_BACKLOG);
		assertThat(log.after(0)).isEqualTo(new Batch(0, 2_001, List.of(Event.all("zones"), Event.all("tickets"))));
		assertThat(log.after(1).upTo()).isEqualTo(2_001);
		assertThat(log.after(1).events()).singleElement()
			.satisfies((event) -> assertThat(event.ids()).hasSize(EventLog.LONGEST_BACKLOG));
	}

	@Test
	void discardedNumbersBecomeAllOfTheCachesConcerned() {
		EventLog log = log(100, 2, 1_000);
		log.append(List.of(Event.keys("zones", List.of(0))), 0);
		log.append(key(1), 0);
		log.append(List.of(Event.keys("rates", List.of(2))), 0);
		log.append(key(3), 0);
		assertThat(log.after(0))
			.isEqualTo(new Batch(0, 4, List.of(Event.all("zones"), Event.all("tickets"), Event.all("rates"))));
		assertThat(log.after(1)).isEqualTo(new Batch(1, 4, List.of(Event.all("tickets"), Event.all("rates"))));
		assertThat(log.after(2).events()).containsExactly(Event.keys("rates", List.of(2)),
				Event.keys("tickets", List.of(3)));
	}

	@Test
	void tooManyCachesForAMessageAreMissed() {
		EventLog log = log(5, 2, 1_000);
		for (int number = 1; number <= 8; number++) {
			log.append(List.of(Event.all("cache" + number)), 0);
		}
		assertThat(log.after(0)).isEqualTo(new Batch(8, 8, List.of()));
	}

	@Test
	void remembersWhenANumberWasGiven() {
		EventLog log = log(100, 2, 1_000);
		log.append(key(1), -30);
		log.append(key(2), -20);
		log.append(key(3), -10);
		assertThat(log.appendedAt(1, 7)).isEqualTo(7);
		assertThat(log.appendedAt(2, 7)).isEqualTo(-20);
		assertThat(log.appendedAt(3, 7)).isEqualTo(-10);
		assertThat(log.appendedAt(4, 7)).isEqualTo(7);
	}

	/**
	 * Reads on from any number as a peer does, over growth and wrap-around of the ring.
	 */
	@Test
	void readerMissesNothing() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int round = 0; round < 200; round++) {
			int longest = 1 + random.nextInt(60);
			int heaviest = 1 + random.nextInt(200);
			EventLog log = log(2 + random.nextInt(20), longest, heaviest);
			int numbers = random.nextInt(200);
			appendKeys(log, numbers);
			long asked = random.nextInt(numbers + 1);
			Batch batch = log.after(asked);
			Set<Object> seen = new HashSet<>();
			boolean all = false;
			while (batch.upTo() > batch.after()) {
				all |= batch.events().contains(Event.all("tickets"));
				batch.events().forEach((event) -> seen.addAll(event.ids()));
				batch = log.after(batch.upTo());
			}
			long remembered = Math.max(1, Math.min(longest, heaviest / 2));
			assertThat(all).as("Seed %d, round %d", seed, round).isEqualTo(asked < numbers - remembered);
			Set<Object> expected = new HashSet<>();
			for (long number = asked + 1; number <= numbers && !all; number++) {
				expected.add((int) number);
			}
			assertThat(seen).as("Seed %d, round %d", seed, round).isEqualTo(expected);
		}
	}

	@Test
	void batchIsARangeOfNumbers() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Batch(-1, 0, List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> new Batch(2, 1, List.of()));
	}

}
