package io.perfstarter.coherence.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisLog}.
 */
class RedisLogTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final LogPosition START = new LogPosition("e", "10");

	private final ScriptedStream stream = new ScriptedStream();

	private final RedisLog log = new RedisLog("a", this.stream, () -> this.stream.now);

	@Test
	void claimsOnlyAfterItKnowsTheTime() {
		this.log.register();
		assertThat(this.stream.claims).extracting(LogStream.Claim::epoch).containsExactly("", "e");
	}

	@Test
	void claimsTheTimeOfTheLastAnswerAndWhatHasPassedSince() {
		this.stream.travel = Duration.ofMillis(300);
		this.log.register();
		long heard = this.stream.time();
		pass(Duration.ofSeconds(5));
		this.log.read(START, SECOND);
		// The question has travelled for as long as the claim does not know.
		assertThat(this.stream.lastClaim()).isEqualTo(heard - 300_000 + 5_000_000);
	}

	@Test
	void aChangeInProgressHoldsBackTheClaim() {
		this.log.register();
		pass(SECOND);
		long begun = this.stream.time();
		this.log.hold(Map.of("a/1", Set.of("tickets")));
		pass(SECOND);
		this.log.hold(Map.of("a/1", Set.of("tickets"), "a/2", Set.of("tickets")));
		pass(SECOND);
		this.log.read(START, SECOND);
		assertThat(this.stream.lastClaim()).isEqualTo(begun);
		this.log.release("a/1");
		this.log.release("a/2");
		pass(SECOND);
		this.log.read(START, SECOND);
		assertThat(this.stream.lastClaim()).isEqualTo(this.stream.time());
	}

	@Test
	void anEvictionThatWasNotWrittenHoldsBackTheClaimUntilAllEntriesAreEvicted() {
		this.log.register();
		pass(SECOND);
		long changed = this.stream.time();
		this.stream.failing = true;
		assertThatExceptionOfType(LogUnavailableException.class)
			.isThrownBy(() -> this.log.append(List.of(Event.keys("tickets", List.of(1)))));
		this.stream.failing = false;
		pass(SECOND);
		this.log.append(List.of(Event.all("zones"), Event.keys("tickets", List.of(2))));
		this.log.read(START, SECOND);
		assertThat(this.stream.lastClaim()).isEqualTo(changed);
		this.log.leave();
		assertThat(this.stream.left).isFalse();
		this.log.append(List.of(Event.all("tickets")));
		pass(SECOND);
		this.log.read(START, SECOND);
		assertThat(this.stream.lastClaim()).isEqualTo(this.stream.time());
		assertThat(this.stream.closed).isOne();
		this.log.leave();
		assertThat(this.stream.left).isTrue();
		assertThat(this.stream.closed).isEqualTo(2);
	}

	@Test
	void theLogIsCompleteUpToTheLowestClaimOfTheOthers() {
		this.log.register();
		pass(SECOND);
		assertThat(this.log.read(START, SECOND).lag()).isZero();
		this.stream.lowest = this.stream.time() - 4_000_000;
		pass(SECOND);
		assertThat(this.log.read(START, SECOND).lag()).isEqualTo(Duration.ofSeconds(5));
		assertThat(this.log.maintain()).isEqualTo(3);
	}

	@Test
	void waitsForEntriesBetweenTwoClaims() {
		this.log.register();
		pass(SECOND);
		LogReading first = this.log.read(START, SECOND);
		int claims = this.stream.claims.size();
		add("b", Event.all("tickets"));
		add("a", Event.all("own"));
		pass(Duration.ofMillis(400));
		LogReading second = this.log.read(first.end(), SECOND);
		assertThat(second.events()).containsExactly(Event.all("tickets"));
		assertThat(second.end()).isEqualTo(new LogPosition("e", "12"));
		assertThat(second.lag()).as("complete up to the last claim").isEqualTo(Duration.ofMillis(400));
		assertThat(this.stream.waits).containsExactly(Duration.ofMillis(1), Duration.ofMillis(600));
		assertThat(this.stream.claims).hasSize(claims);
	}

	@Test
	void beginsAtTheEnd() {
		add("b", Event.all("tickets"));
		LogReading reading = this.log.read(null, SECOND);
		assertThat(reading.continuity()).isEqualTo(Continuity.BEGUN);
		assertThat(reading.events()).isEmpty();
		assertThat(reading.end()).isEqualTo(new LogPosition("e", "11"));
	}

	@Test
	void noticesAnotherEpochAndLostEntries() {
		this.log.register();
		pass(SECOND);
		assertThat(this.log.read(new LogPosition("e", "99"), SECOND).continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		this.stream.epoch = "f";
		pass(SECOND);
		assertThat(this.log.read(START, SECOND).continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		assertThat(this.stream.claims.get(this.stream.claims.size() - 1).epoch()).isEqualTo("f");
	}

	@Test
	void noticesEntriesThatWereTrimmedOrCannotBeRead() {
		this.log.register();
		pass(SECOND);
		add("b", Event.all("tickets"));
		assertThat(this.log.read(new LogPosition("e", "9"), SECOND).continuity()).isEqualTo(Continuity.TOO_OLD);
		this.stream.entries.add(new LogStream.StreamEntry(12, "of another version"));
		pass(SECOND);
		LogReading reading = this.log.read(new LogPosition("e", "11"), SECOND);
		assertThat(reading.continuity()).isEqualTo(Continuity.TOO_OLD);
		assertThat(reading.end().offset()).isEqualTo("12");
	}

	@Test
	void readsManyEntriesInSeveralSteps() {
		this.log.register();
		pass(SECOND);
		this.log.read(START, SECOND);
		for (int number = 0; number < LogStream.MAX_ENTRIES + 5; number++) {
			add("b", Event.all("tickets"));
		}
		pass(SECOND);
		LogReading first = this.log.read(START, SECOND);
		assertThat(first.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(first.events()).hasSize(LogStream.MAX_ENTRIES);
		assertThat(first.lag()).as("complete up to the claim before").isEqualTo(SECOND);
		LogReading second = this.log.read(first.end(), SECOND);
		assertThat(second.events()).hasSize(5);
	}

	@Test
	void afterAFailureOneThreadASecondTries() {
		this.log.register();
		this.stream.failing = true;
		for (int eviction = 0; eviction < 5; eviction++) {
			assertThatExceptionOfType(LogUnavailableException.class)
				.isThrownBy(() -> this.log.append(List.of(Event.all("tickets"))));
		}
		assertThat(this.stream.refused).isEqualTo(1);
		pass(SECOND);
		assertThatExceptionOfType(LogUnavailableException.class)
			.isThrownBy(() -> this.log.append(List.of(Event.all("tickets"))));
		assertThat(this.stream.refused).isEqualTo(2);
		this.stream.failing = false;
		pass(SECOND);
		this.log.append(List.of(Event.all("zones")));
		this.log.append(List.of(Event.all("tickets")));
		pass(SECOND);
		this.log.read(START, SECOND);
		assertThat(this.stream.lastClaim()).isEqualTo(this.stream.time());
	}

	@Test
	void tellsOfADeparture() {
		this.log.register();
		pass(SECOND);
		add("b", Event.all("tickets"));
		this.stream.entries.add(new LogStream.StreamEntry(12, null));
		LogReading reading = this.log.read(START, SECOND);
		assertThat(reading.continuity()).isEqualTo(Continuity.DEPARTURE);
		assertThat(reading.events()).containsExactly(Event.all("tickets"));
	}

	private void pass(Duration time) {
		this.stream.now += time.toNanos();
	}

	private void add(String writer, Event event) {
		this.stream.append(new LoggedEvictions(writer, List.of(event)).encode());
	}

	/**
	 * A stream whose clock is an hour ahead, with entries from number 11 on.
	 */
	private static final class ScriptedStream implements LogStream {

		private final List<LogStream.Claim> claims = new ArrayList<>();

		private final List<Duration> waits = new ArrayList<>();

		private final List<LogStream.StreamEntry> entries = new ArrayList<>();

		private long now = 1_000_000_000_000L;

		private Duration travel = Duration.ZERO;

		private String epoch = "e";

		private @Nullable Long lowest;

		private boolean failing;

		private int refused;

		private boolean left;

		private int closed;

		long time() {
			return this.now / 1_000 + 3_600_000_000L;
		}

		long lastClaim() {
			return this.claims.get(this.claims.size() - 1).upTo();
		}

		@Override
		public LogStream.Certificate certify(LogStream.Claim claim) {
			this.claims.add(claim);
			long time = time();
			this.now += this.travel.toNanos();
			Long after = claim.after();
			return new LogStream.Certificate(this.epoch, time, this.lowest, 3, 10 + this.entries.size(),
					(after != null) ? after(after) : List.of());
		}

		private List<LogStream.StreamEntry> after(long number) {
			return this.entries.stream().filter((entry) -> entry.number() > number).limit(MAX_ENTRIES).toList();
		}

		@Override
		public List<LogStream.StreamEntry> await(long after, Duration wait) {
			this.waits.add(wait);
			return after(after);
		}

		@Override
		public void append(String evictions) {
			if (this.failing) {
				this.refused++;
				throw new LogUnavailableException("Cut off", null);
			}
			this.entries.add(new LogStream.StreamEntry(11 + this.entries.size(), evictions));
		}

		@Override
		public void leave(String member) {
			this.left = true;
		}

		@Override
		public void close() {
			this.closed++;
		}

	}

}
