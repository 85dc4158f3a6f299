package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.Tier;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CoherenceLogAutoConfiguration} with a log of the application: two
 * instances that know of each other by this log only.
 */
@Tag(Tier.ALL)
class CoherenceCustomLogTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class, AopAutoConfiguration.class,
				CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class,
				CoherenceLogAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.log=custom", "perf-starter.coherence.log-read-interval=20ms",
				"perf-starter.coherence.max-staleness=2s", "perf-starter.coherence.caches.prices.time-to-live=10m");

	private final SharedLog shared = new SharedLog();

	private ApplicationContextRunner instance() {
		return this.contextRunner.withBean(Prices.class)
			.withBean(InvalidationLog.class, () -> new Member(UUID.randomUUID().toString(), this.shared));
	}

	@Test
	void aChangeIsSeenByTheOther() {
		instance().run((first) -> instance().run((second) -> {
			assertThat(first).doesNotHaveBean(FanOut.class);
			Prices here = first.getBean(Prices.class);
			Prices there = second.getBean(Prices.class);
			LogFanOut fanOut = second.getBean(LogFanOut.class);
			soon().until(() -> fanOut.mode() == Mode.CERTIFIED);
			here.change(1, "old");
			soon().until(() -> there.amount(1).equals("old"));
			here.change(1, "new");
			soon().until(() -> there.amount(1).equals("new") && here.amount(1).equals("new"));
		}));
		assertThat(this.shared.pending()).isEmpty();
	}

	@Test
	void aChangeInProgressHoldsBackItsCacheUntilItIsAbandoned() {
		instance().run((context) -> {
			LogFanOut fanOut = context.getBean(LogFanOut.class);
			soon().until(() -> fanOut.mode() == Mode.CERTIFIED);
			Prices prices = context.getBean(Prices.class);
			soon().until(() -> prices.amount(2).equals("none"));
			new Member("killed", this.shared).hold(Map.of("killed/1", Set.of("prices")));
			Prices.changeElsewhere(2, "changed");
			await().until(() -> this.shared.pending().isEmpty());
			soon().until(() -> prices.amount(2).equals("changed"));
		});
	}

	@Test
	void withoutALogTheStartFails() {
		this.contextRunner.withBean(Prices.class)
			.run((context) -> assertThat(StartFailure.of(context))
				.hasMessageContaining("'perf-starter.coherence.log' is 'custom', and the application has 0 beans")
				.hasMessageContaining(InvalidationLog.class.getName()));
	}

	@Test
	void aLogThatIsNotUsedFailsTheStart() {
		instance().withPropertyValues("perf-starter.coherence.log=peers")
			.run((context) -> assertThat(StartFailure.of(context)).hasMessageContaining("is not used"));
	}

	@Test
	void withTwoLogsTheStartFails() {
		instance().withBean("other", InvalidationLog.class, () -> new Member("other", this.shared))
			.run((context) -> assertThat(StartFailure.of(context)).hasMessageContaining("has 2 beans of the type"));
	}

	private static ConditionFactory soon() {
		return await().pollInterval(Duration.ofMillis(10));
	}

	/**
	 * What all instances share: evictions with their writers, and changes in progress.
	 */
	private static final class SharedLog {

		private final List<Map.Entry<String, Event>> evictions = new ArrayList<>();

		private final Map<String, PendingChange> changes = new LinkedHashMap<>();

		synchronized LogReading read(String reader, @Nullable LogPosition after) {
			int end = this.evictions.size();
			int begin = (after != null) ? Integer.parseInt(after.offset()) : end;
			List<Event> events = this.evictions.subList(begin, end)
				.stream()
				.filter((eviction) -> !eviction.getKey().equals(reader))
				.map(Map.Entry::getValue)
				.toList();
			List<PendingChange> pending = this.changes.values()
				.stream()
				.filter((change) -> !change.id().startsWith(reader + "/"))
				.toList();
			return new LogReading(new LogPosition("1", Integer.toString(end)),
					(after != null) ? Continuity.CONTINUED : Continuity.BEGUN, events, pending);
		}

		synchronized void append(String writer, List<Event> events) {
			events.forEach((event) -> this.evictions.add(Map.entry(writer, event)));
		}

		synchronized void hold(String change, Set<String> caches) {
			this.changes.merge(change, new PendingChange(change, 0, caches),
					(before, now) -> new PendingChange(change, before.renewals() + 1, caches));
		}

		synchronized void release(String change) {
			this.changes.remove(change);
		}

		synchronized void abandon(PendingChange change) {
			if (this.changes.remove(change.id(), change)) {
				append("", change.caches().stream().map(Event::all).toList());
			}
		}

		synchronized Set<String> pending() {
			return Set.copyOf(this.changes.keySet());
		}

	}

	/**
	 * The log as one instance sees it.
	 *
	 * @param origin the id of the instance
	 * @param log what all instances share
	 */
	private record Member(String origin, SharedLog log) implements InvalidationLog {

		@Override
		public LogReading read(@Nullable LogPosition after, Duration interval) {
			return this.log.read(this.origin, after);
		}

		@Override
		public void append(List<Event> events) {
			this.log.append(this.origin, events);
		}

		@Override
		public void hold(Map<String, Set<String>> changes) {
			changes.forEach(this.log::hold);
		}

		@Override
		public void release(String change) {
			this.log.release(change);
		}

		@Override
		public void abandon(PendingChange change) {
			this.log.abandon(change);
		}

		@Override
		public int maintain() {
			return 0;
		}

	}

}
