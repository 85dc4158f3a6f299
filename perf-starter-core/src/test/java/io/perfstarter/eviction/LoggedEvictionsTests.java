package io.perfstarter.eviction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.commit.CommitListener;
import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.coherence.commit.TrackedCall;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.RecordingCopies;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what is written to an invalidation log, and when: around the commits of its
 * own database, of another one, and without a transaction.
 */
class LoggedEvictionsTests {

	private static final Duration BOUND = Duration.ofSeconds(15);

	private final List<String> written = new ArrayList<>();

	private final RecordingLog log = new RecordingLog();

	private final DataSource database = new DriverManagerDataSource("jdbc:h2:mem:logged");

	private final FreshnessWatermark watermark = new FreshnessWatermark(BOUND, System::nanoTime);

	private final LocalSide local = new LocalSide(new RecordingCopies(), this.watermark,
			new PendingCommits(System::nanoTime, this.watermark));

	private final LogFanOut fanOut = new LogFanOut(this.log, new LogTimings(BOUND), this.local,
			(events) -> note("hint", events.stream().map(Event::cache).toList()), new SimpleMeterRegistry());

	private final TransactionAccount account = new TransactionAccount(() -> true, System::nanoTime, () -> null);

	private final List<EvictionStrategy> strategies = List.of(new LocalEvictionStrategy(this.local.copies()),
			new PeerEvictionStrategy(this.fanOut));

	private final CommitBoundEvictions evictions = new CommitBoundEvictions(
			new EvictionStrategies(() -> this.strategies, new EvictionMeters(SimpleMeterRegistry::new)), this.account,
			this.local.commits(), this.fanOut);

	private final TransactionTemplate ofLog = transactions(this.database);

	private final TransactionTemplate ofOther = transactions(new DriverManagerDataSource("jdbc:h2:mem:other"));

	@AfterEach
	void nothingIsPending() {
		assertThat(this.local.commits().oldestAge()).isZero();
		this.fanOut.close();
	}

	@Test
	void areWrittenInATransactionOfTheLog() {
		in(this.ofLog, () -> {
			evict("tickets");
			evict("zones");
			assertThat(this.written).isEmpty();
		});
		assertThat(this.written).containsExactly("join tickets zones", "hint tickets zones");
	}

	@Test
	void areNotWrittenBeforeARollback() {
		this.ofLog.executeWithoutResult((status) -> {
			evict("tickets");
			status.setRollbackOnly();
		});
		this.ofOther.executeWithoutResult((status) -> {
			evict("tickets");
			status.setRollbackOnly();
		});
		assertThat(this.written).isEmpty();
	}

	@Test
	void areRolledBackWithTheTransaction() {
		assertThatIllegalStateException().isThrownBy(() -> in(this.ofLog, () -> {
			evict("tickets");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					throw new IllegalStateException("planted");
				}
			});
		}));
		assertThat(this.written).containsExactly("join tickets");
	}

	@Test
	void ofASavepointAreWrittenWithItsTransaction() {
		TransactionTemplate nested = with(this.ofLog, TransactionDefinition.PROPAGATION_NESTED);
		in(this.ofLog, () -> {
			evict("tickets");
			in(nested, () -> evict("zones"));
		});
		assertThat(this.written).containsExactly("join tickets zones", "hint tickets zones");
	}

	@Test
	void ofAnInnerTransactionAreWrittenInIt() {
		TransactionTemplate inner = with(this.ofLog, TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		in(this.ofLog, () -> {
			evict("tickets");
			in(inner, () -> evict("zones"));
		});
		assertThat(this.written).containsExactly("join zones", "hint zones", "join tickets", "hint tickets");
	}

	@Test
	void ofAnotherDatabaseArePendingDuringTheCommit() {
		in(this.ofOther, () -> {
			evict("tickets");
			assertThat(this.written).isEmpty();
		});
		assertThat(this.written).containsExactly("hold tickets", "append tickets", "hint tickets", "release");
	}

	@Test
	void ofTransactionsOfTwoDatabasesAreWrittenInThatOfTheLog() {
		in(this.ofOther, () -> in(this.ofLog, () -> evict("tickets")));
		assertThat(this.written).containsExactly("join tickets", "hint tickets", "hold tickets", "append tickets",
				"hint tickets", "release");
		this.written.clear();
		in(this.ofLog, () -> in(this.ofOther, () -> evict("tickets")));
		assertThat(this.written).containsExactly("hold tickets", "append tickets", "hint tickets", "release",
				"join tickets", "hint tickets");
	}

	@Test
	void ofAReadOnlyTransactionAreNotWrittenInIt() {
		TransactionTemplate reading = transactions(this.database);
		reading.setReadOnly(true);
		in(reading, () -> evict("tickets"));
		assertThat(this.written).containsExactly("hold tickets", "append tickets", "hint tickets", "release");
	}

	@Test
	void withoutATransactionAreWrittenAtOnce() {
		evict("tickets");
		assertThat(this.written).containsExactly("append tickets", "hint tickets");
	}

	@Test
	void ofACommitWithinACallArePendingDuringIt() {
		CallCommits commits = new CallCommits(this.evictions, List.of("tickets"), null);
		CommitInProgress commit = commits.committing(true);
		assertThat(this.written).containsExactly("hold tickets");
		commit.ended(true);
		this.evictions.evictNow(List.of(Eviction.ofAll("tickets")));
		commits.end();
		assertThat(this.written).containsExactly("hold tickets", "append tickets", "hint tickets", "release");
	}

	@Test
	void thatTheDatabaseRecordsItselfAreNotPending() {
		this.fanOut.recordedByDatabase(Set.of("tickets"));
		in(this.ofOther, () -> evict("tickets"));
		assertThat(this.written).containsExactly("append tickets", "hint tickets");
		this.written.clear();
		in(this.ofOther, () -> {
			evict("tickets");
			evict("zones");
		});
		assertThat(this.written).containsExactly("hold zones", "append tickets zones", "hint tickets zones", "release");
	}

	@Test
	void thatMayBeNeededArePendingUntilThatIsKnown() {
		in(this.ofLog, () -> {
			CommitListener nobody = (withinCall) -> (committed) -> {
			};
			TrackedCall call = this.evictions.track(nobody);
			call.leaveThread();
			this.evictions.doubt(call, List.of("tickets"), () -> {
			});
		});
		assertThat(this.written).containsExactly("hold tickets", "release");
	}

	@Test
	void thatMayBeNeededAreNotPendingDuringARollback() {
		this.ofLog.executeWithoutResult((status) -> {
			TrackedCall call = this.evictions.track((withinCall) -> (committed) -> {
			});
			call.leaveThread();
			this.evictions.doubt(call, List.of("tickets"), () -> note("doubt", List.of("tickets")));
			status.setRollbackOnly();
		});
		assertThat(this.written).isEmpty();
	}

	@Test
	void ofAFurtherCommitWithinACallArePendingAlready() {
		CallCommits commits = new CallCommits(this.evictions, List.of("tickets"), null);
		commits.committing(true).ended(true);
		CommitInProgress second = commits.committing(true);
		CommitInProgress elsewhere = commits.committing(false);
		assertThat(this.written).containsExactly("hold tickets", "hold tickets");
		second.ended(true);
		elsewhere.ended(false);
		assertThat(this.written).containsExactly("hold tickets", "hold tickets", "release");
		assertThat(this.local.commits().oldestAge()).isPositive();
		commits.end();
		assertThat(this.written).endsWith("release", "release");
	}

	@Test
	void thatCannotBeWrittenAreWrittenLaterAndNoCallerFails() {
		this.log.failing = true;
		in(this.ofLog, () -> evict("tickets"));
		in(this.ofOther, () -> evict("zones"));
		evict("lots");
		assertThat(this.written).containsExactly("hint tickets", "hint zones", "hint lots");
		this.written.clear();
		this.log.failing = false;
		this.fanOut.close();
		assertThat(this.written).hasSize(4).endsWith("release", "release", "release");
		assertThat(this.written.get(0)).startsWith("append ").contains("tickets", "zones", "lots");
	}

	private TransactionTemplate transactions(DataSource database) {
		DataSourceTransactionManager manager = new DataSourceTransactionManager(database);
		manager.addListener(this.account);
		return new TransactionTemplate(manager);
	}

	private static TransactionTemplate with(TransactionTemplate transactions, int propagation) {
		TransactionTemplate other = new TransactionTemplate(transactions.getTransactionManager());
		other.setPropagationBehavior(propagation);
		return other;
	}

	private static void in(TransactionTemplate transactions, Runnable action) {
		transactions.executeWithoutResult((status) -> action.run());
	}

	private void evict(String cache) {
		this.evictions.evict(List.of(Eviction.ofAll(cache)));
	}

	private void note(String what, Collection<String> caches) {
		this.written.add(what + " " + String.join(" ", caches));
	}

	/**
	 * Writes down what is written to it.
	 */
	private final class RecordingLog implements InvalidationLog {

		private boolean failing;

		@Override
		public String origin() {
			return "a";
		}

		@Override
		public @Nullable Object transactionResource() {
			return TransactionSynchronizationManager.getResource(LoggedEvictionsTests.this.database);
		}

		@Override
		public LogReading read(@Nullable LogPosition after, Duration interval) {
			throw new IllegalStateException("Nobody reads");
		}

		@Override
		public boolean join(List<Event> events) {
			check();
			note("join", caches(events));
			return true;
		}

		@Override
		public void append(List<Event> events) {
			check();
			note("append", caches(events));
		}

		@Override
		public void hold(Map<String, Set<String>> changes) {
			check();
			note("hold", changes.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet()));
		}

		@Override
		public void release(String change) {
			check();
			LoggedEvictionsTests.this.written.add("release");
		}

		@Override
		public void abandon(PendingChange change) {
			throw new IllegalStateException("Nobody reads");
		}

		@Override
		public int maintain() {
			throw new IllegalStateException("Nobody reads");
		}

		private static List<String> caches(List<Event> events) {
			return events.stream().map(Event::cache).toList();
		}

		private void check() {
			if (this.failing) {
				throw new LogUnavailableException("planted", null);
			}
		}

	}

}
