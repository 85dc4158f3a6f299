package io.perfstarter.eviction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.RecordingCopies;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link CommitBoundEvictions}: what happens when, around a commit.
 */
class CommitBoundEvictionsTests {

	private final List<String> journal = new ArrayList<>();

	private final AtomicLong clock = new AtomicLong();

	private final PendingCommits pendingCommits = new PendingCommits(this.clock::get,
			new FreshnessWatermark(Duration.ofSeconds(15), this.clock::get));

	private final Copies copies = new Copies();

	private final List<EvictionStrategy> strategies = new ArrayList<>(List.of(new LocalEvictionStrategy(this.copies),
			new PeerEvictionStrategy((events) -> log("publish", events))));

	private final TransactionAccount account = new TransactionAccount(() -> true, System::nanoTime, () -> null);

	private final CommitBoundEvictions evictions = new CommitBoundEvictions(
			new EvictionStrategies(() -> this.strategies, new EvictionMeters(SimpleMeterRegistry::new)), this.account,
			this.pendingCommits, Peers.NONE);

	private final Transactions manager = new Transactions();

	@AfterEach
	void nothingIsLeftBehind() {
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
		assertThat(this.copies.withheld).isEmpty();
		assertThat(pendingFor()).isZero();
	}

	@Test
	void withholdsFromBeforeTheCommitUntilItIsComplete() {
		inTransaction(() -> {
			evict("a");
			TransactionSynchronizationManager.registerSynchronization(new Foreign());
			assertThat(this.journal).isEmpty();
			evict("b");
		});
		assertThat(this.journal).containsExactly("withhold a b", "foreign beforeCommit", "foreign beforeCompletion",
				"commit", "evict a b", "publish a b", "foreign afterCommit", "evict a b", "release a b",
				"foreign afterCompletion");
	}

	@Test
	void aChangeThroughACacheIsBoundToTheCommitLikeAllOthers() {
		CacheChanges changes = this.evictions;
		inTransaction(() -> {
			changes.evict(Event.keys("a", List.of(1)));
			changes.evict(Event.keys("none", List.of()));
			assertThat(this.journal).isEmpty();
		});
		this.manager.rollbackOnly(() -> changes.evict(Event.all("b")));
		changes.evict(Event.all("c"));
		assertThat(this.journal).containsExactly("withhold a", "commit", "evict a", "publish a", "evict a", "release a",
				"withhold b", "rollback", "release b", "evict c", "publish c");
	}

	@Test
	void aCommitStaysPendingUntilTheCallEnds() {
		CallCommits commits = commitsOfCall();
		CommitInProgress commit = commits.committing(true);
		this.clock.addAndGet(5);
		commit.ended(true);
		commits.committing(false).ended(true);
		commits.committing(false).ended(false);
		assertThat(pendingFor()).isEqualTo(5);
		commits.end();
		assertThat(pendingFor()).isZero();
		commits.committing(false).ended(true);
		assertThat(this.journal).isEmpty();
	}

	private CallCommits commitsOfCall() {
		return new CallCommits(this.evictions, List.of("a"), null);
	}

	@Test
	void aChangeIsUnderWayFromBeforeTheCommitUntilItIsPublished() {
		List<Long> ages = new ArrayList<>();
		this.strategies.add(new EvictionStrategy() {
			@Override
			public boolean supports(Eviction eviction) {
				return true;
			}

			@Override
			public void evict(Eviction eviction) {
				ages.add(pendingFor());
			}
		});
		inTransaction(() -> {
			evict("a");
			assertThat(pendingFor()).isZero();
			TransactionSynchronizationManager.registerSynchronization(new Foreign() {
				@Override
				public void beforeCommit(boolean readOnly) {
					CommitBoundEvictionsTests.this.clock.addAndGet(5);
					ages.add(pendingFor());
				}

				@Override
				public void beforeCompletion() {
					CommitBoundEvictionsTests.this.clock.addAndGet(5);
					ages.add(pendingFor());
				}
			});
		});
		assertThat(ages).containsExactly(5L, 10L, 10L);
	}

	@Test
	void releasesWhenAnotherRefusesTheCommit() {
		assertThatIllegalStateException().isThrownBy(() -> inTransaction(() -> {
			evict("a");
			TransactionSynchronizationManager.registerSynchronization(new Foreign() {
				@Override
				public void beforeCommit(boolean readOnly) {
					assertThat(CommitBoundEvictionsTests.this.copies.withheld).containsExactly("a");
					throw new IllegalStateException();
				}
			});
		}));
		assertThat(this.journal).containsExactly("withhold a", "foreign beforeCompletion", "rollback", "release a",
				"foreign afterCompletion");
	}

	@Test
	void carriesOutInTheEndWhenAnotherFailsBeforeUsAfterTheCommit() {
		assertThatIllegalStateException().isThrownBy(() -> inTransaction(() -> {
			TransactionSynchronizationManager.registerSynchronization(new Foreign(Ordered.HIGHEST_PRECEDENCE) {
				@Override
				public void afterCommit() {
					throw new IllegalStateException();
				}
			});
			evict("a");
		}));
		assertThat(this.journal).containsExactly("foreign beforeCommit", "withhold a", "foreign beforeCompletion",
				"commit", "foreign afterCompletion", "evict a", "publish a", "release a");
	}

	@Test
	void carriesOutWhenNobodyKnowsWhetherTheCommitHappened() {
		this.manager.failure = new TransactionSystemException("connection lost");
		assertThatExceptionOfType(TransactionSystemException.class).isThrownBy(() -> inTransaction(() -> evict("a")));
		assertThat(this.journal).containsExactly("withhold a", "commit", "evict a", "publish a", "release a");
	}

	@Test
	void withholdsWhatIsFirstEvictedWhileOthersPrepareTheCommit() {
		inTransaction(() -> TransactionSynchronizationManager.registerSynchronization(new Foreign() {
			@Override
			public void beforeCommit(boolean readOnly) {
				evict("a");
			}
		}));
		assertThat(this.journal).containsExactly("withhold a", "foreign beforeCompletion", "commit", "evict a",
				"publish a", "foreign afterCommit", "evict a", "release a", "foreign afterCompletion");
	}

	@Test
	void withholdsAtOnceWhatIsAddedWhileTheCommitIsUnderWay() {
		inTransaction(() -> {
			evict("a");
			TransactionSynchronizationManager.registerSynchronization(new Foreign() {
				@Override
				public void beforeCommit(boolean readOnly) {
					evict("b");
					evict("a");
				}

				@Override
				public void beforeCompletion() {
					evict("c");
				}
			});
		});
		assertThat(this.journal).containsExactly("withhold a", "withhold b", "withhold c", "commit", "evict a b c",
				"publish a b c", "foreign afterCommit", "evict a b c", "release a b c", "foreign afterCompletion");
	}

	@Test
	void withholdsAtOnceWhatIsEvictedAfterTheCommit() {
		inTransaction(() -> {
			evict("a");
			TransactionSynchronizationManager.registerSynchronization(new Foreign() {
				@Override
				public void afterCommit() {
					evict("b");
				}
			});
		});
		assertThat(this.journal).containsExactly("withhold a", "foreign beforeCommit", "foreign beforeCompletion",
				"commit", "evict a", "publish a", "withhold b", "evict a", "release a", "evict b", "publish b",
				"release b", "foreign afterCompletion");
	}

	@Test
	void anInnerTransactionWithholdsAndReleasesItsOwn() {
		inTransaction(() -> {
			evict("a");
			TransactionTemplate inner = new TransactionTemplate(this.manager);
			inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
			inner.executeWithoutResult((status) -> evict("b"));
		});
		assertThat(this.journal).containsExactly("withhold b", "commit", "evict b", "publish b", "evict b", "release b",
				"withhold a", "commit", "evict a", "publish a", "evict a", "release a");
	}

	@Test
	void commitsAndReleasesNothingWhenItCannotWithhold() {
		this.copies.failure = new IllegalStateException();
		inTransaction(() -> evict("a"));
		assertThat(this.journal).containsExactly("commit", "evict a", "publish a", "evict a");
	}

	@Test
	void withoutCoherenceThereIsNoChangeToMark() {
		CommitBoundEvictions alone = new CommitBoundEvictions(
				new EvictionStrategies(() -> this.strategies, new EvictionMeters(SimpleMeterRegistry::new)),
				this.account, null, Peers.NONE);
		alone.pending(List.of("a")).run();
		inTransaction(() -> alone.evict(List.of(Eviction.ofAll("a"))));
		assertThat(this.journal).containsExactly("withhold a", "commit", "evict a", "publish a", "evict a",
				"release a");
	}

	private void inTransaction(Runnable action) {
		new TransactionTemplate(this.manager).executeWithoutResult((status) -> action.run());
	}

	private void evict(String cache) {
		this.evictions.evict(List.of(Eviction.ofAll(cache)));
	}

	private long pendingFor() {
		Long age = ReflectionTestUtils.invokeMethod(this.pendingCommits, "oldestAge");
		assertThat(age).isNotNull();
		return age;
	}

	private void log(String what, List<Event> events) {
		this.journal.add(what + " " + events.stream().map(Event::cache).collect(Collectors.joining(" ")));
	}

	/**
	 * Writes down what is done to them, and knows what is withheld.
	 */
	private final class Copies extends RecordingCopies {

		private final List<String> withheld = new ArrayList<>();

		@Override
		public void evict(List<Event> events) {
			log("evict", events);
		}

		@Override
		public void withhold(List<Event> events) {
			if (this.failure != null) {
				throw this.failure;
			}
			log("withhold", events);
			events.forEach((event) -> this.withheld.add(event.cache()));
		}

		@Override
		public void release(List<Event> events) {
			log("release", events);
			events.forEach((event) -> assertThat(this.withheld.remove(event.cache())).isTrue());
		}

	}

	/**
	 * A synchronization of somebody else, last of all unless said otherwise.
	 */
	private class Foreign implements TransactionSynchronization {

		private final int order;

		Foreign() {
			this(Ordered.LOWEST_PRECEDENCE);
		}

		Foreign(int order) {
			this.order = order;
		}

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			CommitBoundEvictionsTests.this.journal.add("foreign beforeCommit");
		}

		@Override
		public void beforeCompletion() {
			CommitBoundEvictionsTests.this.journal.add("foreign beforeCompletion");
		}

		@Override
		public void afterCommit() {
			CommitBoundEvictionsTests.this.journal.add("foreign afterCommit");
		}

		@Override
		public void afterCompletion(int status) {
			CommitBoundEvictionsTests.this.journal.add("foreign afterCompletion");
		}

	}

	/**
	 * Transactions whose outcome is noted.
	 */
	private final class Transactions extends DataSourceTransactionManager {

		private RuntimeException failure;

		Transactions() {
			super(new DriverManagerDataSource("jdbc:h2:mem:commits"));
		}

		void rollbackOnly(Runnable action) {
			new TransactionTemplate(this).executeWithoutResult((status) -> {
				action.run();
				status.setRollbackOnly();
			});
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			CommitBoundEvictionsTests.this.journal.add("commit");
			if (this.failure != null) {
				throw this.failure;
			}
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			CommitBoundEvictionsTests.this.journal.add("rollback");
		}

	}

}
