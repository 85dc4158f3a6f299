package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.HandDrivenTime;
import io.perfstarter.coherence.protocol.Surroundings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogWriter}.
 */
class LogWriterTests {

	private static final Duration BOUND = Duration.ofSeconds(16);

	private final HandDrivenTime time = new HandDrivenTime(1_000);

	private final ScriptedLog log = new ScriptedLog();

	private final Listener listener = new Listener();

	private final LogWriter writer = new LogWriter(this.log, new LogTimings(BOUND),
			new Surroundings(this.time, this.time::now, new SplittableRandom(1)), this.listener);

	@Test
	void aChangeIsInTheLogUntilItEnds() {
		Runnable end = this.writer.begin(List.of("tickets", "zones", "tickets"));
		assertThat(this.log.held).containsOnlyKeys("a/1").containsValue(Set.of("tickets", "zones"));
		end.run();
		assertThat(this.log.held).isEmpty();
		end.run();
		assertThat(this.log.held).isEmpty();
	}

	@Test
	void changesInProgressAreRenewedTogether() {
		this.writer.start();
		Runnable first = this.writer.begin(List.of("tickets"));
		Runnable second = this.writer.begin(List.of("zones"));
		this.time.advance(BOUND);
		assertThat(this.log.holds).isEqualTo(2 + 4);
		first.run();
		second.run();
		this.time.advance(BOUND);
		assertThat(this.log.holds).isEqualTo(2 + 4);
	}

	@Test
	void aRenewalRestoresAnAbandonedChange() {
		this.writer.start();
		this.writer.begin(List.of("tickets"));
		this.log.held.clear();
		this.time.advance(BOUND);
		assertThat(this.log.held).containsOnlyKeys("a/1");
	}

	@Test
	void aDoubtThatCannotBeWrittenIsWrittenTheNextTime() {
		this.log.failing = true;
		this.writer.doubt("tickets");
		this.log.failing = false;
		this.writer.doubt("tickets");
		this.writer.doubt("tickets");
		assertThat(this.log.appended).singleElement().extracting(Event::scope).isEqualTo(Event.Scope.DOUBT);
	}

	@Test
	void aChangeThatCannotBeWrittenGoesOn() {
		this.log.failing = true;
		Runnable end = this.writer.begin(List.of("tickets"));
		this.log.failing = false;
		end.run();
		assertThat(this.listener.failed).containsOnly("tickets");
	}

	@Test
	void aChangeThatCannotBeWrittenIsAddedToItsTransaction() {
		this.log.holding = false;
		this.writer.begin(List.of("tickets")).run();
		assertThat(this.log.joined).containsExactly(Event.all("tickets"));
	}

	@Test
	void evictionsThatCannotBeWrittenAreWrittenLater() {
		this.writer.start();
		this.log.failing = true;
		this.writer.append(List.of(Event.keys("tickets", List.of(1)), Event.keys("zones", List.of(2))));
		this.time.advance(BOUND);
		assertThat(this.log.appended).isEmpty();
		assertThat(this.listener.again).isZero();
		this.log.failing = false;
		this.time.advance(BOUND);
		assertThat(this.log.appended).containsExactlyInAnyOrder(Event.all("tickets"), Event.all("zones"));
		assertThat(this.listener.again).isEqualTo(1);
	}

	@Test
	void aChangeStaysInProgressUntilItsEvictionsAreWritten() {
		this.writer.start();
		Runnable end = this.writer.begin(List.of("tickets"));
		this.log.appending = false;
		this.writer.append(List.of(Event.keys("tickets", List.of(1))));
		this.writer.append(List.of(Event.keys("tickets", List.of(2))));
		end.run();
		assertThat(this.log.held).containsOnlyKeys("a/unwritten/tickets").containsValue(Set.of("tickets"));
		this.time.advance(BOUND);
		assertThat(this.log.held).isNotEmpty();
		this.log.appending = true;
		this.time.advance(BOUND);
		assertThat(this.log.appended).containsExactly(Event.all("tickets"));
		assertThat(this.log.held).isEmpty();
	}

	@Test
	void anErrorIsAFailureOfTheLog() {
		this.writer.start();
		this.log.error = new NoClassDefFoundError("of the log");
		Runnable end = this.writer.begin(List.of("tickets"));
		assertThat(this.writer.join(List.of(Event.all("tickets")))).isFalse();
		this.writer.append(List.of(Event.keys("tickets", List.of(1))));
		end.run();
		this.time.advance(BOUND);
		assertThat(this.listener.failed).contains("tickets");
		this.log.error = null;
		this.time.advance(BOUND);
		assertThat(this.log.appended).containsExactly(Event.all("tickets"));
		assertThat(this.log.held).isEmpty();
	}

	@Test
	void evictionsThatCannotBeAddedToATransactionAreNot() {
		assertThat(this.writer.join(List.of(Event.all("tickets")))).isTrue();
		this.log.failing = true;
		assertThat(this.writer.join(List.of(Event.all("tickets")))).isFalse();
		assertThat(this.listener.failed).containsExactly("tickets");
	}

	@Test
	void closingWritesWhatCouldNotBeWritten() {
		this.log.failing = true;
		this.writer.append(List.of(Event.keys("tickets", List.of(1))));
		this.log.failing = false;
		this.writer.close();
		assertThat(this.log.appended).containsExactly(Event.all("tickets"));
	}

	/**
	 * Records failures.
	 */
	private static final class Listener implements LogListener {

		private final List<String> failed = new ArrayList<>();

		private int again;

		@Override
		public void writeFailed(Collection<String> caches, Throwable failure) {
			this.failed.addAll(caches);
		}

		@Override
		public void writtenAgain() {
			this.again++;
		}

	}

}
