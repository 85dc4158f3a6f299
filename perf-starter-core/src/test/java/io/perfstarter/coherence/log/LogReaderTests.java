package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import io.perfstarter.coherence.protocol.CacheWatermark;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.HandDrivenTime;
import io.perfstarter.coherence.protocol.RecordingCopies;
import io.perfstarter.coherence.protocol.Surroundings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogReader}.
 */
class LogReaderTests {

	private static final Duration BOUND = Duration.ofSeconds(16);

	private final HandDrivenTime time = new HandDrivenTime(1_000_000_000_000L);

	private final FreshnessWatermark watermark = new FreshnessWatermark(BOUND, this.time::now);

	private final CacheWatermark tickets = this.watermark.forCache("tickets");

	private final CacheWatermark zones = this.watermark.forCache("zones");

	private final ScriptedLog log = new ScriptedLog();

	private final RecordingCopies caches = new RecordingCopies("tickets", "zones");

	private final Listener listener = new Listener();

	private final LogReader reader = new LogReader(this.log, new LogTimings(BOUND), this.caches, this.watermark,
			new Surroundings(this.time, this.time::now, new SplittableRandom(1)), this.listener);

	@Test
	void servesYoungEntriesOnlyUntilTheLogIsRead() {
		long loaded = this.time.now();
		this.time.advance(BOUND.plusSeconds(1));
		this.reader.start();
		assertThat(this.tickets.covers(loaded)).isFalse();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.tickets.covers(loaded)).as("loaded before the first reading").isFalse();
		long later = settled();
		this.time.advance(BOUND.plusSeconds(1));
		assertThat(this.tickets.covers(later)).as("loaded later").isTrue();
		assertThat(this.listener.missed).containsExactly(Continuity.BEGUN);
	}

	@Test
	void readsFromWhereItHasEnded() {
		this.reader.start();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.log.positions).startsWith(null, ScriptedLog.END);
	}

	@Test
	void evictsFromTheCachesThatExist() {
		this.log.answer(Continuity.BEGUN, List.of());
		this.log.answer(Continuity.CONTINUED, List.of(Event.keys("tickets", List.of(1)), Event.all("unknown")));
		this.reader.start();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.caches.evicted).containsExactly(Event.keys("tickets", List.of(1)));
	}

	@Test
	void theWatermarkIsTheTimeOfTheQuestion() {
		long[] asked = new long[1];
		this.reader.start();
		settled();
		this.log.readings.add(() -> {
			asked[0] = this.time.now();
			this.time.pause(Duration.ofSeconds(3));
			this.log.failing = true;
			return new LogReading(ScriptedLog.END, Continuity.CONTINUED, List.of(), List.of());
		});
		this.time.advance(Duration.ofSeconds(10));
		this.time.advance(BOUND.minusNanos(this.time.now() - asked[0]));
		assertThat(this.watermark.isExpired()).isFalse();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.watermark.isExpired()).isTrue();
	}

	@Test
	void theWatermarkIsBehindByTheLagOfTheAnswer() {
		this.reader.start();
		settled();
		this.log.readings.add(() -> {
			this.log.failing = true;
			return new LogReading(ScriptedLog.END, Continuity.CONTINUED, List.of(), List.of(), BOUND);
		});
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.watermark.isExpired()).isTrue();
	}

	@Test
	void aLogThatWaitsIsReadAgainAtOnceUnlessItFails() {
		List<Long> times = new ArrayList<>();
		this.reader.start();
		settled();
		for (int reading = 0; reading < 3; reading++) {
			boolean last = reading == 2;
			this.log.readings.add(() -> {
				times.add(this.time.now());
				this.log.waiting = true;
				this.log.failing = last;
				return new LogReading(ScriptedLog.END, Continuity.CONTINUED, List.of(), List.of());
			});
		}
		this.time.advance(Duration.ofSeconds(2));
		assertThat(times).hasSize(3).containsOnly(times.get(0));
		assertThat(this.listener.failures).isBetween(1, 4);
	}

	@Test
	void withoutTheLogOnlyYoungEntriesAreServed() {
		this.reader.start();
		long loaded = settled();
		this.time.advance(BOUND);
		this.log.failing = true;
		this.time.advance(BOUND.minusSeconds(2));
		assertThat(this.tickets.covers(loaded)).isTrue();
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.tickets.covers(loaded)).isFalse();
		assertThat(this.listener.failures).isPositive();
		this.log.failing = false;
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.tickets.covers(loaded)).isTrue();
	}

	@Test
	void whatWasLoadedBeforeAPositionThatIsTooOldIsServedByItsAge() {
		this.reader.start();
		long loaded = settled();
		this.time.advance(BOUND);
		assertThat(this.tickets.covers(loaded)).isTrue();
		this.log.answer(Continuity.TOO_OLD, List.of());
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.tickets.covers(loaded)).isFalse();
		long later = settled();
		this.time.advance(BOUND.plusSeconds(1));
		assertThat(this.tickets.covers(later)).isTrue();
		assertThat(this.listener.missed).containsExactly(Continuity.BEGUN, Continuity.TOO_OLD);
	}

	@Test
	void afterADepartureNoChangesInProgressAreAwaited() {
		this.reader.start();
		long loaded = settled();
		this.time.advance(BOUND);
		this.log.answer(Continuity.DEPARTURE, List.of());
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.tickets.covers(loaded)).isFalse();
		long later = this.time.now();
		this.time.advance(BOUND.plusSeconds(1));
		assertThat(this.tickets.covers(later)).isTrue();
	}

	@Test
	void inAnotherEpochChangesInProgressAreAwaited() {
		this.reader.start();
		settled();
		this.log.answer(Continuity.OTHER_EPOCH, List.of());
		this.time.advance(Duration.ofSeconds(2));
		long settling = this.time.now();
		this.time.advance(BOUND.minusSeconds(1));
		assertThat(this.tickets.covers(settling)).as("by its age").isTrue();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.tickets.covers(settling)).isFalse();
		long later = this.time.now();
		this.time.advance(BOUND.plusSeconds(1));
		assertThat(this.tickets.covers(later)).isTrue();
	}

	@Test
	void aChangeInProgressHoldsBackTheCachesThatItNames() {
		this.reader.start();
		long loaded = settled();
		for (long renewals = 0; renewals < 40; renewals++) {
			this.log.answer(Continuity.CONTINUED, List.of(), new PendingChange("b/1", renewals, Set.of("tickets")));
		}
		this.time.advance(BOUND.plusSeconds(5));
		assertThat(this.tickets.covers(loaded)).isFalse();
		assertThat(this.zones.covers(loaded)).isTrue();
		assertThat(this.log.abandoned).isEmpty();
		this.log.readings.clear();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.tickets.covers(loaded)).isTrue();
	}

	@Test
	void aChangeThatIsNotRenewedIsAbandoned() {
		PendingChange change = new PendingChange("b/1", 3, Set.of("tickets"));
		this.reader.start();
		this.time.advance(Duration.ofSeconds(1));
		for (int reading = 0; reading < 40; reading++) {
			this.log.answer(Continuity.CONTINUED, List.of(), change);
		}
		this.time.advance(BOUND.minusSeconds(1));
		assertThat(this.log.abandoned).isEmpty();
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.log.abandoned).isNotEmpty().containsOnly(change);
	}

	@Test
	void readsMoreSeldomWithManyMembers() {
		this.log.members = 300;
		this.reader.start();
		this.time.advance(Duration.ofSeconds(30));
		assertThat(this.reader.members()).isEqualTo(300);
		assertThat(this.log.positions).hasSizeBetween(8, 14);
		assertThat(this.log.maintained).isBetween(1, 2);
	}

	@Test
	void readsAboutOnceInTheInterval() {
		this.reader.start();
		this.time.advance(Duration.ofSeconds(30));
		assertThat(this.log.positions).hasSizeBetween(24, 40);
	}

	@Test
	void afterItsEndNothingIsServed() {
		this.reader.start();
		this.time.advance(Duration.ofSeconds(1));
		this.reader.close();
		assertThat(this.tickets.covers(this.time.now())).isFalse();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.tickets.covers(this.time.now())).isFalse();
	}

	@Test
	void whatItsEndInterruptsIsNoFailure() {
		this.log.readings.add(() -> {
			this.reader.close();
			this.log.failing = true;
			throw new LogUnavailableException("The connection is closed", null);
		});
		this.reader.start();
		this.time.advance(BOUND);
		assertThat(this.listener.failures).isZero();
	}

	@Test
	void aFailureOfACacheDoesNotEndTheReading() {
		this.caches.failure = new IllegalStateException("The cache fails");
		this.log.answer(Continuity.BEGUN, List.of());
		this.log.answer(Continuity.CONTINUED, List.of(Event.all("tickets")));
		this.reader.start();
		this.time.advance(BOUND.multipliedBy(2));
		assertThat(this.watermark.isExpired()).isFalse();
		assertThat(this.listener.evictionFailures).isEqualTo(1);
	}

	/**
	 * Waits until changes in progress are known.
	 * @return the time of a load
	 */
	private long settled() {
		this.time.advance(BOUND.dividedBy(2).plusSeconds(3));
		return this.time.now();
	}

	/**
	 * Counts what happens.
	 */
	private static final class Listener implements LogListener {

		private final List<Continuity> missed = new ArrayList<>();

		private int failures;

		private int evictionFailures;

		@Override
		public void missed(Continuity reason) {
			this.missed.add(reason);
		}

		@Override
		public void readFailed(RuntimeException failure) {
			this.failures++;
		}

		@Override
		public void maintenanceFailed(RuntimeException failure) {
			this.failures++;
		}

		@Override
		public void evictionFailed(RuntimeException failure) {
			this.evictionFailures++;
		}

	}

}
