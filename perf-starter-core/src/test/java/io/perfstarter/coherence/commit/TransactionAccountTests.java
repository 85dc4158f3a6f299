package io.perfstarter.coherence.commit;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import org.apache.shop.Shop;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TransactionAccount}: what counts as a commit of a call.
 */
class TransactionAccountTests {

	private static final String UPDATE = "update t set a = 1";

	private boolean observed = true;

	private Object request;

	private final TransactionAccount account = new TransactionAccount(() -> this.observed, System::nanoTime,
			() -> this.request)
		.use();

	private final List<String> commits = new CopyOnWriteArrayList<>();

	private Runnable onCommit = () -> {
	};

	private final ConnectionUsage lease = lease();

	@AfterEach
	void clear() {
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.clear();
		}
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({ "outside a transaction, update t set a = 1, UPDATE, true, , true",
			"that reads, select a from t, QUERY, true, , false",
			"that may end its transaction, commit, UPDATE, false, , true",
			"that was refused, update t set a = 1, UPDATE, true, 23505, false",
			"of unknown outcome, update t set a = 1, UPDATE, true, 08006, true",
			"that failed and may have committed before, call p(), UPDATE, true, 23505, true",
			"that failed in a batch, insert into t select 1, BATCH, true, 23505, true" })
	void aStatementMayHaveCommitted(String which, String sql, Kind kind, boolean autoCommit, String failure,
			boolean committed) {
		TrackedCall call = begin();
		assertThat(call.mayHaveCommitted()).isFalse();
		this.account.executed(this.lease, new Execution(sql, kind, autoCommit, 0), 0,
				(failure != null) ? new SQLException("failed", failure) : null);
		assertThat(call.mayHaveCommitted()).isEqualTo(committed);
	}

	@Test
	void aStatementIsCommittedWithItsTransaction() {
		TrackedCall call = begin();
		executed(this.lease, UPDATE, false, null);
		assertThat(call.mayHaveCommitted()).isFalse();
		assertThat(call.hasOpenChanges()).isTrue();
		committed(this.lease);
		assertThat(call.mayHaveCommitted()).isTrue();
		assertThat(call.hasOpenChanges()).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "40001, false", "23503, false", "40003, true", "08006, true", ", true" })
	void aCommitThatTheDatabaseRefusesIsNone(String state, boolean committed) {
		TrackedCall call = begin();
		executed(this.lease, UPDATE, false, null);
		this.account.executing(this.lease, end(Kind.COMMIT));
		this.account.executed(this.lease, end(Kind.COMMIT), 0, new SQLException("failed", state));
		assertThat(call.mayHaveCommitted()).isEqualTo(committed);
		assertThat(call.hasOpenChanges()).isNotEqualTo(committed);
		rolledBack(this.lease);
		assertThat(call.mayHaveCommitted()).isEqualTo(committed);
		assertThat(call.hasOpenChanges()).isFalse();
	}

	@Test
	void aStatementIsRolledBackOrReturnedWithItsTransaction() {
		TrackedCall call = begin();
		executed(this.lease, UPDATE, false, null);
		rolledBack(this.lease);
		committed(this.lease);
		executed(this.lease, UPDATE, false, null);
		this.account.returned(this.lease);
		committed(this.lease);
		assertThat(call.mayHaveCommitted()).isFalse();
	}

	@Test
	void aTransactionThatWasChangedBeforeTheCallIsCommittedInIt() {
		executed(this.lease, UPDATE, false, null);
		TrackedCall call = begin();
		committed(this.lease);
		assertThat(call.mayHaveCommitted()).isTrue();
	}

	@Test
	void aTransactionThatAnOuterCallHasChangedIsCommittedInTheInner() {
		begin();
		executed(this.lease, UPDATE, false, null);
		TrackedCall inner = begin();
		committed(this.lease);
		assertThat(inner.mayHaveCommitted()).isTrue();
	}

	@Test
	void aTransactionThatEndedBeforeTheCallIsNotCommittedInIt() {
		executed(this.lease, UPDATE, false, null);
		committed(this.lease);
		executed(this.lease, UPDATE, false, null);
		rolledBack(this.lease);
		executed(this.lease, "select a from t", true, null);
		TrackedCall call = begin();
		executed(this.lease, "select a from t", false, null);
		committed(this.lease);
		assertThat(call.mayHaveCommitted()).isFalse();
	}

	@Test
	void aStatementOutsideATransactionIsNoChangeOfTheNextTransaction() {
		TrackedCall first = begin();
		executed(this.lease, UPDATE, true, null);
		first.leaveThread();
		first.close(() -> {
		});
		TrackedCall second = begin();
		executed(this.lease, "select a from t", false, null);
		committed(this.lease);
		assertThat(second.mayHaveCommitted()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aTransactionOfTheCallerThatSpringDoesNotKnowEndsAfterTheCall(boolean commit) {
		AtomicInteger evicted = new AtomicInteger();
		TrackedCall call = begin();
		executed(this.lease, UPDATE, false, null);
		call.leaveThread();
		call.close(evicted::incrementAndGet);
		assertThat(evicted).hasValue(0);
		if (commit) {
			committed(this.lease);
		}
		else {
			rolledBack(this.lease);
		}
		assertThat(evicted).hasValue(commit ? 1 : 0);
		committed(this.lease);
		assertThat(evicted).hasValue(commit ? 1 : 0);
	}

	@Test
	void anUnwrappedConnectionMayHaveCommitted() {
		TrackedCall call = begin();
		this.account.unwrapped(this.lease);
		assertThat(call.mayHaveCommitted()).isTrue();
	}

	@Test
	void aConnectionThatAnotherThreadHadBeforeMayBeUsedForTheCall() {
		ConnectionUsage foreign = lease();
		inAnotherThread(() -> this.account.borrowed(foreign));
		TrackedCall call = begin();
		inAnotherThread(() -> executed(foreign, UPDATE, false, null));
		assertThat(call.mayHaveCommitted()).isFalse();
		inAnotherThread(() -> committed(foreign));
		assertThat(call.mayHaveCommitted()).isTrue();
	}

	@Test
	void callsThatHaveEndedAreForgottenWithTheTransactionOfAnotherThread() {
		List<String> late = new ArrayList<>();
		ConnectionUsage foreign = lease();
		TrackedCall call = begin();
		inAnotherThread(() -> executed(foreign, UPDATE, true, null));
		call.leaveThread();
		call.close(() -> late.add("committed"));
		inAnotherThread(() -> {
			executed(foreign, UPDATE, true, null);
			executed(foreign, UPDATE, true, null);
		});
		assertThat(late).hasSize(1);
	}

	@Test
	void allCallsOfTheThreadHaveCommittedButNotOneThatHasLeft() {
		TrackedCall outer = begin();
		TrackedCall inner = begin();
		TrackedCall left = begin();
		left.leaveThread();
		executed(this.lease, UPDATE, true, null);
		assertThat(outer.mayHaveCommitted()).isTrue();
		assertThat(inner.mayHaveCommitted()).isTrue();
		assertThat(left.mayHaveCommitted()).isFalse();
	}

	@Test
	void anotherThreadCommitsForTheCallsOfItsRequest() {
		this.request = "one";
		TrackedCall one = begin();
		one.leaveThread();
		this.request = "two";
		TrackedCall two = begin();
		two.leaveThread();
		inAnotherThread(() -> change(lease()));
		assertThat(one.mayHaveCommitted()).isFalse();
		assertThat(two.mayHaveCommitted()).isTrue();
	}

	@Test
	void aThreadWithoutARequestCommitsForAllCalls() {
		this.request = "one";
		TrackedCall one = begin();
		this.request = null;
		inAnotherThread(() -> change(lease()));
		assertThat(one.mayHaveCommitted()).isTrue();
	}

	@Test
	void aThreadThatIsInACallItselfCommitsForThatOnly() {
		TrackedCall call = begin();
		inAnotherThread(() -> {
			TrackedCall own = begin();
			change(lease());
			assertThat(own.mayHaveCommitted()).isTrue();
		});
		assertThat(call.mayHaveCommitted()).isFalse();
	}

	@Test
	void aLateCommitOfAnotherThreadIsReported() {
		List<String> late = new ArrayList<>();
		ConnectionUsage foreign = lease();
		TrackedCall call = begin();
		inAnotherThread(() -> this.account.borrowed(foreign));
		call.leaveThread();
		call.close(() -> late.add("committed"));
		inAnotherThread(() -> {
			executed(foreign, UPDATE, false, null);
			assertThat(late).isEmpty();
			committed(foreign);
			this.account.returned(foreign);
		});
		assertThat(late).containsExactly("committed");
		inAnotherThread(() -> change(lease()));
		assertThat(late).hasSize(1);
	}

	@Test
	void nothingIsKeptOfConnectionsAndCallsThatAreOver() {
		TrackedCall call = begin();
		inAnotherThread(() -> change(lease()));
		call.leaveThread();
		call.close(() -> {
		});
		Object calls = ReflectionTestUtils.getField(this.account, "commits");
		assertThat(ReflectionTestUtils.getField(calls, "open")).asInstanceOf(InstanceOfAssertFactories.COLLECTION)
			.isEmpty();
		assertThat(ReflectionTestUtils.getField(calls, "handedOver")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.isEmpty();
	}

	@Test
	void aRollbackIsUnknownOnceACommitWasAttempted() {
		OpenTransaction transaction = open();
		List<Integer> statuses = statuses(transaction);
		transaction.beforeCommit(false);
		committed(this.lease);
		transaction.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK);
		assertThat(statuses).containsExactly(TransactionSynchronization.STATUS_UNKNOWN);
	}

	@Test
	void aRollbackIsOneIfNoCommitWasAttempted() {
		committed(this.lease);
		OpenTransaction transaction = open();
		List<Integer> statuses = statuses(transaction);
		transaction.beforeCompletion();
		transaction.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK);
		assertThat(statuses).containsExactly(TransactionSynchronization.STATUS_ROLLED_BACK);
	}

	private static List<Integer> statuses(OpenTransaction transaction) {
		List<Integer> statuses = new ArrayList<>();
		transaction.join(new TransactionSynchronization() {
			@Override
			public void afterCompletion(int status) {
				statuses.add(status);
			}
		});
		return statuses;
	}

	@Test
	void theStatementsOfAThreadThatMayChangeDataAreCounted() {
		long before = this.account.writes();
		executed(this.lease, "select a from t", false, null);
		executed(this.lease, "select a from t", true, null);
		executed(this.lease, UPDATE, true, new SQLException("duplicate key", "23505"));
		inAnotherThread(() -> executed(this.lease, UPDATE, true, null));
		assertThat(this.account.writes()).isEqualTo(before);
		executed(this.lease, UPDATE, false, null);
		executed(this.lease, UPDATE, true, null);
		assertThat(this.account.writes()).isEqualTo(before + 2);
		this.observed = false;
		assertThat(this.account.writes()).isEqualTo(TransactionAccount.UNKNOWN);
	}

	@Test
	void rollbacksOfAThreadAreCounted() {
		this.account.writes();
		long before = this.account.rollbacks();
		executed(this.lease, "select a from t", false, null);
		rolledBackToSavepoint(this.lease);
		rolledBack(this.lease);
		executed(this.lease, UPDATE, false, null);
		assertThat(this.account.rollbacks()).isEqualTo(before);
		rolledBackToSavepoint(this.lease);
		rolledBack(this.lease);
		executed(this.lease, "rollback to savepoint a", false, null);
		executed(this.lease, "savepoint a", false, null);
		committed(this.lease);
		inAnotherThread(() -> rolledBack(lease()));
		assertThat(this.account.rollbacks()).isEqualTo(before + 3);
	}

	@ParameterizedTest
	@CsvSource({ "40P01, 1", "40001, 1", "23505, 1", ", 0" })
	void aCommitAfterAFailureIsNone(String state, int rollbacks) {
		executed(this.lease, UPDATE, false, (state != null) ? new SQLException("failed", state) : null);
		committed(this.lease);
		assertThat(this.account.silentRollbacks()).isEqualTo(rollbacks);
		committed(this.lease);
		assertThat(this.account.silentRollbacks()).isEqualTo(rollbacks);
	}

	@Test
	void changesOfAThreadAreUncommittedUntilTheirTransactionEnds() {
		assertThat(this.account.mayReadUncommitted()).isFalse();
		executed(this.lease, UPDATE, true, null);
		executed(this.lease, "select a from t", false, null);
		inAnotherThread(() -> executed(lease(), UPDATE, false, null));
		assertThat(this.account.mayReadUncommitted()).isFalse();
		for (Runnable end : List.<Runnable>of(() -> committed(this.lease), () -> rolledBack(this.lease),
				() -> this.account.returned(this.lease))) {
			executed(this.lease, UPDATE, false, null);
			assertThat(this.account.mayReadUncommitted()).isTrue();
			end.run();
			assertThat(this.account.mayReadUncommitted()).isFalse();
		}
		executed(this.lease, UPDATE, false, null);
		inAnotherThread(() -> committed(this.lease));
		assertThat(this.account.mayReadUncommitted()).isFalse();
	}

	@Test
	void aReadOnlyTransactionOfSpringHasNoUncommittedChanges() {
		assertThat(this.account.mayReadUncommitted()).isFalse();
		executed(this.lease, "select my_function(1)", false, null);
		assertThat(this.account.mayReadUncommitted()).isTrue();
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		TransactionSynchronizationManager.setCurrentTransactionReadOnly(true);
		assertThat(this.account.mayReadUncommitted()).isFalse();
	}

	@Test
	void whatIsReadAfterAFailedStatementCountsAsUncommitted() {
		assertThat(this.account.mayReadUncommitted()).isFalse();
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		TransactionSynchronizationManager.setCurrentTransactionReadOnly(true);
		SQLException failure = new SQLException("read-only transaction", "25006");
		executed(this.lease, UPDATE, true, failure);
		assertThat(this.account.mayReadUncommitted()).isFalse();
		executed(this.lease, UPDATE, false, failure);
		assertThat(this.account.mayReadUncommitted()).isTrue();
		rolledBackToSavepoint(this.lease);
		assertThat(this.account.mayReadUncommitted()).isFalse();
		executed(this.lease, "select a from t", false, failure);
		assertThat(this.account.mayReadUncommitted()).isTrue();
		rolledBack(this.lease);
		assertThat(this.account.mayReadUncommitted()).isFalse();
	}

	@Test
	void aTransactionBeginsWithItsFirstStatement() {
		assertThat(this.account.oldestRead()).isEqualTo(Long.MAX_VALUE);
		ConnectionUsage other = lease();
		executedAt(this.lease, 7, true);
		executedAt(this.lease, 8, false);
		executedAt(this.lease, 9, false);
		executedAt(other, 10, false);
		assertThat(this.account.oldestRead()).isEqualTo(8);
		rolledBackToSavepoint(this.lease);
		assertThat(this.account.oldestRead()).isEqualTo(8);
		committed(this.lease);
		assertThat(this.account.oldestRead()).isEqualTo(10);
		executedAt(this.lease, 11, false);
		this.account.returned(other);
		assertThat(this.account.oldestRead()).isEqualTo(11);
	}

	@Test
	void aTransactionThatNeverBeginsIsForgottenWithTheNext() {
		this.account.beforeBegin(new SimpleTransactionStatus());
		long before = this.account.oldestRead();
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		this.account.beforeBegin(new SimpleTransactionStatus());
		this.account.afterBegin(new SimpleTransactionStatus(), null);
		assertThat(this.account.oldestRead()).isGreaterThan(before).isLessThan(Long.MAX_VALUE);
		assertThat(this.account.openTransactions()).hasSize(1);
		this.account.openTransactions().get(0).afterCompletion(TransactionSynchronization.STATUS_COMMITTED);
		TransactionSynchronizationManager.clear();
		assertThat(this.account.oldestRead()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void withoutObservationACallIsUnobserved() {
		TrackedCall call = begin();
		assertThat(call.isUnobserved()).isFalse();
		this.observed = false;
		assertThat(call.isUnobserved()).isTrue();
	}

	@Test
	void aCommitWithinTheCallIsAnnouncedBeforeItHappens() {
		begin();
		executed(this.lease, UPDATE, false, null);
		assertThat(this.commits).isEmpty();
		committing(this.lease);
		assertThat(this.commits).containsExactly("committing within");
		committed(this.lease);
		assertThat(this.commits).containsExactly("committing within", "committed");
	}

	@Test
	void aStatementThatCommitsItselfIsAnnouncedBeforeItRuns() {
		begin();
		executing(this.lease, UPDATE, true);
		assertThat(this.commits).containsExactly("committing within");
		executed(this.lease, UPDATE, true, new SQLException("duplicate key", "23505"));
		assertThat(this.commits).containsExactly("committing within", "not committed");
		executing(this.lease, "call p()", false);
		executed(this.lease, "call p()", false, null);
		assertThat(this.commits).endsWith("committing within", "committed");
	}

	@Test
	void whatOnlyReadsIsNotAnnounced() {
		begin();
		executing(this.lease, "select a from t", true);
		executed(this.lease, "select a from t", true, null);
		executed(this.lease, "select a from t", false, null);
		executing(this.lease, UPDATE, false);
		rolledBack(this.lease);
		committing(this.lease);
		committed(this.lease);
		assertThat(this.commits).isEmpty();
	}

	@Test
	void statementsOfAListenerAreNotAnnouncedToIt() {
		this.onCommit = () -> {
			executing(this.lease, UPDATE, true);
			executed(this.lease, UPDATE, true, null);
		};
		begin();
		executing(this.lease, UPDATE, true);
		executed(this.lease, UPDATE, true, null);
		assertThat(this.commits).containsExactly("committing within", "committed");
	}

	@Test
	void aWorkerThatWroteBeforeTheCallCommitsForIt() {
		ConnectionUsage foreign = lease();
		inAnotherThread(() -> {
			this.account.borrowed(foreign);
			executed(foreign, UPDATE, false, null);
		});
		TrackedCall call = begin();
		inAnotherThread(() -> {
			committing(foreign);
			committed(foreign);
		});
		assertThat(call.mayHaveCommitted()).isTrue();
		assertThat(this.commits).containsExactly("committing elsewhere", "committed");
	}

	@Test
	void aProcedureInATransactionOfTheCallerIsCommittedAgainAfterTheCall() {
		AtomicInteger evicted = new AtomicInteger();
		TrackedCall call = begin();
		executed(this.lease, "call p()", false, null);
		call.leaveThread();
		call.close(evicted::incrementAndGet);
		committed(this.lease);
		assertThat(evicted).hasValue(1);
	}

	private TrackedCall begin() {
		return this.account.begin((withinCall) -> {
			this.commits.add("committing " + (withinCall ? "within" : "elsewhere"));
			this.onCommit.run();
			return (committed) -> this.commits.add(committed ? "committed" : "not committed");
		});
	}

	private void executing(ConnectionUsage lease, String sql, boolean autoCommit) {
		this.account.executing(lease, new Execution(sql, Kind.UPDATE, autoCommit, 0));
	}

	private OpenTransaction open() {
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		return this.account.openTransactions().get(0);
	}

	private void change(ConnectionUsage lease) {
		this.account.borrowed(lease);
		executed(lease, UPDATE, false, null);
		committed(lease);
		this.account.returned(lease);
	}

	private void executed(ConnectionUsage lease, String sql, boolean autoCommit, SQLException failure) {
		this.account.executed(lease, new Execution(sql, Kind.UPDATE, autoCommit, 0), 0, failure);
	}

	private void committing(ConnectionUsage lease) {
		this.account.executing(lease, end(Kind.COMMIT));
	}

	private void committed(ConnectionUsage lease) {
		this.account.executed(lease, end(Kind.COMMIT), 0, null);
	}

	private void rolledBack(ConnectionUsage lease) {
		this.account.executed(lease, end(Kind.ROLLBACK), 0, null);
	}

	private void rolledBackToSavepoint(ConnectionUsage lease) {
		this.account.executed(lease, end(Kind.ROLLBACK_TO_SAVEPOINT), 0, null);
	}

	private static Execution end(Kind kind) {
		return new Execution(kind.name(), kind, false, 0);
	}

	private void executedAt(ConnectionUsage lease, long startedAt, boolean autoCommit) {
		this.account.executed(lease, new Execution("select a from t", Kind.QUERY, autoCommit, startedAt), startedAt,
				null);
	}

	private static ConnectionUsage lease() {
		return Shop.borrowWithoutRequest(new JdbcListener() {
		}, "pool");
	}

	private static void inAnotherThread(Runnable action) {
		CompletableFuture.runAsync(action, (task) -> new Thread(task).start()).join();
	}

}
