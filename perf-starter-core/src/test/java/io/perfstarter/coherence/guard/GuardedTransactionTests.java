package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import jakarta.persistence.EntityManager;
import org.apache.shop.Shop;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.SavepointManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link GuardedCache} in transactions, which read the snapshot of their begin.
 */
class GuardedTransactionTests {

	private @Nullable RequestBegin request;

	private boolean observed = true;

	private final TransactionAccount account = new TransactionAccount(() -> this.observed, System::nanoTime,
			() -> null);

	private final ConnectionUsage connection = Shop.borrow(this.account, "pool");

	private final CacheGuard guard = new CacheGuard(new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime),
			(loadedAt) -> loadedAt, System::nanoTime,
			new CacheSurroundings(() -> null, this.account, () -> this.request, () -> null));

	private final Cache cache = this.guard.guard(new ConcurrentMapCache("cache"), null, null);

	private final AtomicReference<String> database = new AtomicReference<>("old");

	private final Snapshots manager = new Snapshots(this.database);

	private final Snapshots otherManager = new Snapshots(this.database);

	GuardedTransactionTests() {
		this.manager.setTransactionExecutionListeners(List.of(this.account));
		this.otherManager.setTransactionExecutionListeners(List.of(this.account));
	}

	@Test
	void valueOfAnOldSnapshotIsNotKept() {
		in(reading(this.manager), () -> {
			changeByAnother("new");
			assertThat(this.cache.get("key", this.manager::read)).isEqualTo("old");
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.TRANSACTION)).isOne();
	}

	@Test
	void valueOfASnapshotThatIsStillTrueIsKept() {
		in(reading(this.manager), () -> this.cache.get("key", this.manager::read));
		assertThat(this.cache.get("key", String.class)).isEqualTo("old");
	}

	@Test
	void valueOfATransactionWhoseBeginNobodyTellsIsNotKept() {
		Snapshots silent = new Snapshots(this.database);
		this.observed = false;
		in(reading(silent), () -> {
			changeByAnother("new");
			assertThat(this.cache.get("key", silent::read)).isEqualTo("old");
			this.cache.put("other", "computed");
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNull();
		in(reading(this.manager), () -> this.cache.get("key", this.manager::read));
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void stampEndsWithItsTransaction() {
		in(reading(this.manager), () -> changeByAnother("new"));
		assertThat(this.cache.get("key", this.database::get)).isEqualTo("new");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void newTransactionHasItsOwnStampAndTheOuterKeepsIts() {
		in(reading(this.manager), () -> {
			changeByAnother("new");
			in(reading(this.manager), () -> this.cache.get("key", this.manager::read));
			assertThat(this.cache.get("key", String.class)).isEqualTo("new");
			this.cache.evict("key");
			this.cache.get("key", this.manager::read);
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void transactionOfAnotherManagerDoesNotHideTheOuterSnapshot() {
		in(reading(this.manager), () -> {
			changeByAnother("new");
			in(reading(this.otherManager), () -> this.cache.get("key", this.manager::read));
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void notSupportedReadsAfresh() {
		in(reading(this.manager), () -> {
			changeByAnother("new");
			in(suspending(), () -> this.cache.get("key", this.database::get));
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void nestedTransactionThatSharesTheSynchronizationsOfItsOuterEndsWithIt() {
		in(reading(this.manager), () -> {
			this.account.beforeBegin(new SimpleTransactionStatus());
			this.account.afterBegin(new SimpleTransactionStatus(), null);
			assertThat(this.account.oldestRead()).isLessThan(Long.MAX_VALUE);
		});
		assertThat(this.account.oldestRead()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void transactionThatCannotBeginLeavesNothingBehind() {
		this.manager.failToBegin = true;
		assertThatIllegalStateException().isThrownBy(() -> in(reading(this.manager), () -> {
		})).withMessage("no connection");
		changeByAnother("new");
		assertThat(this.account.oldestRead()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void valueReadInAWritingTransactionIsKeptOnceItHasCommitted() {
		in(writing(), () -> {
			this.manager.write("mine");
			this.cache.get("key", this.manager::read);
			inAnotherThread(() -> assertThat(this.cache.get("key")).isNull());
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("mine");
	}

	@Test
	void valueReadInATransactionThatRollsBackIsNotKept() {
		writing().executeWithoutResult((status) -> {
			this.manager.write("mine");
			this.cache.get("sync", this.manager::read);
			this.cache.get("key");
			this.cache.put("key", this.manager.read());
			status.setRollbackOnly();
		});
		assertThat(this.cache.get("sync")).isNull();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.TRANSACTION)).isEqualTo(2);
	}

	@Test
	void changeIsNotStoredIfOthersEvictTheKeyDuringTheTransaction() {
		in(writing(), () -> {
			this.cache.put("key", "mine");
			changeByAnother("other");
		});
		assertThat(this.cache.get("key")).isNull();
		in(writing(), () -> {
			changeByAnother("other");
			this.cache.put("key", "mine");
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void ofOverlappingChangesNeitherIsStored() {
		in(writing(), () -> {
			this.cache.put("key", "outer");
			in(writing(), () -> this.cache.put("key", "inner"));
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueThatAnotherThreadPutsForAWritingTransactionIsNotStored() {
		in(writing(), () -> {
			this.manager.write("mine");
			Cache invocation = CacheInvocation.load((GuardedCache) this.cache);
			invocation.get("key");
			inAnotherThread(() -> invocation.put("key", "mine"));
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void evictionInATransactionIsRepeatedAfterTheCommit() {
		in(writing(), () -> {
			this.manager.write("mine");
			this.cache.evict("key");
			loadByAnother();
		});
		assertThat(this.cache.get("key")).isNull();
		in(writing(), () -> {
			this.cache.clear();
			loadByAnother();
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void evictionInATransactionThatRollsBackIsNotRepeated() {
		writing().executeWithoutResult((status) -> {
			this.cache.evict("key");
			loadByAnother();
			status.setRollbackOnly();
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("old");
	}

	@Test
	void suspendedTransactionKeepsWhatItHasPutOff() {
		in(writing(), () -> {
			this.manager.write("mine");
			this.cache.get("key", this.manager::read);
			in(writing(), () -> this.cache.get("inner", () -> "of the inner"));
			assertThat(this.cache.get("inner", String.class)).isEqualTo("of the inner");
			in(writing(), () -> assertThat(this.cache.get("key")).isNull());
			assertThat(this.cache.get("key", String.class)).isEqualTo("mine");
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("mine");
	}

	@Test
	void valueIsNotKeptThatMayBeGoneWithARollbackToASavepoint() {
		in(writing(), () -> {
			this.cache.get("loaded", () -> "uncommitted");
			this.cache.put("put", "uncommitted");
			execute(Kind.UPDATE, "update t set a = 1");
			execute(Kind.ROLLBACK, "rollback");
			assertThat(this.cache.get("loaded")).isNull();
			assertThat(this.cache.get("put")).isNull();
			this.cache.get("later", () -> "value");
		});
		assertThat(this.cache.get("loaded")).isNull();
		assertThat(this.cache.get("put")).isNull();
		assertThat(this.cache.get("later")).isNotNull();
		assertThat(this.guard.count(PutRefusal.TRANSACTION)).isEqualTo(2);
	}

	@Test
	void rollbackOfANestedTransactionCountsIfStatementsAreNotObserved() {
		TransactionTemplate nested = new TransactionTemplate(this.manager);
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		in(writing(), () -> {
			nested.executeWithoutResult((status) -> {
				this.cache.get("key", () -> "uncommitted");
				status.setRollbackOnly();
			});
			nested.executeWithoutResult((status) -> this.cache.get("other", () -> "value"));
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNotNull();
	}

	/**
	 * In a request the put counts as old as the request, and must still count the
	 * rollbacks since the miss.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void valuePutAfterARollbackSinceItsMissIsNotKept(boolean request) {
		this.request = request ? this.guard.requestBegins() : null;
		assertThat(this.cache.get("key")).isNull();
		writing().executeWithoutResult((status) -> {
			execute(Kind.UPDATE, "update t set a = 1");
			execute(Kind.ROLLBACK, "rollback");
			status.setRollbackOnly();
		});
		this.cache.put("key", "uncommitted");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueOfALoadThatRollsBackAndReturnsIsNotKept() {
		this.cache.get("key", () -> writing().execute((status) -> {
			status.setRollbackOnly();
			return "uncommitted";
		}));
		assertThat(this.cache.get("key")).isNull();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void valueIsNotKeptThatIsReadInATransactionOfWhichSpringDoesNotKnow(boolean endsBefore) {
		execute(Kind.UPDATE, "update t set a = 1");
		Cache invocation = CacheInvocation.load((GuardedCache) this.cache);
		invocation.get("loaded");
		if (endsBefore) {
			execute(Kind.COMMIT, "commit");
		}
		invocation.put("loaded", "uncommitted");
		execute(Kind.UPDATE, "update t set a = 1");
		this.cache.get("sync", () -> "uncommitted");
		this.cache.put("put", "uncommitted");
		this.cache.putIfAbsent("absent", "uncommitted");
		execute(Kind.COMMIT, "commit");
		for (String key : List.of("loaded", "sync", "put", "absent")) {
			assertThat(this.cache.get(key)).as(key).isNull();
		}
		assertThat(this.guard.count(PutRefusal.TRANSACTION)).isEqualTo(4);
	}

	@Test
	void valueIsNotKeptIfItIsStoredInATransactionOfWhichSpringDoesNotKnow() {
		this.cache.get("key", () -> {
			execute(Kind.UPDATE, "update t set a = 1");
			return "uncommitted";
		});
		execute(Kind.COMMIT, "commit");
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueIsNotKeptThatIsReadWithChangesMadeAfterTheCommit() {
		in(writing(), () -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCommit() {
				execute(Kind.UPDATE, "update t set a = 1");
				GuardedTransactionTests.this.cache.get("commit", () -> "uncommitted");
			}

			@Override
			public void afterCompletion(int status) {
				GuardedTransactionTests.this.cache.get("completion", () -> "uncommitted");
			}
		}));
		execute(Kind.COMMIT, "commit");
		assertThat(this.cache.get("commit")).isNull();
		assertThat(this.cache.get("completion")).isNull();
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void valueIsNotKeptWhileATransactionOfAnotherManagerIsOpen(boolean readOnly) {
		TransactionTemplate inner = new TransactionTemplate(this.otherManager);
		inner.setReadOnly(readOnly);
		in(writing(), () -> {
			this.manager.write("uncommitted");
			in(inner, () -> this.cache.get("key", this.manager::read));
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.TRANSACTION)).isOne();
	}

	@Test
	void valueOfANewTransactionIsKeptWhileTheOuterOneHasChanges() {
		in(writing(), () -> {
			execute(Kind.UPDATE, "update t set a = 1");
			in(writing(), () -> this.cache.get("written", () -> "value"));
			in(reading(this.manager), () -> this.cache.get("read", () -> "value"));
			inAnotherThread(() -> {
				assertThat(this.cache.get("written")).isNotNull();
				assertThat(this.cache.get("read")).isNotNull();
			});
			execute(Kind.COMMIT, "commit");
		});
	}

	@Test
	void resourceThatTakesNoPartInTheOuterTransactionDoesNotMakeItReadable() {
		Object key = new Object();
		TransactionSynchronizationManager.bindResource(key, new ResourceHolderSupport() {
		});
		try {
			in(writing(), () -> {
				in(writing(), () -> this.cache.get("key", () -> "value"));
				inAnotherThread(() -> assertThat(this.cache.get("key")).isNotNull());
			});
		}
		finally {
			TransactionSynchronizationManager.unbindResource(key);
		}
	}

	@Test
	void valueIsAsOldAsATransactionOfWhichSpringDoesNotKnow() {
		execute(Kind.QUERY, "select a from t");
		changeByAnother("new");
		this.cache.get("key", () -> "of the snapshot");
		this.cache.get("other", () -> "value");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNotNull();
	}

	@Test
	void transactionDoesNotFindWhatIsEvicted() {
		GuardedStore entries = ((GuardedCache) this.cache).entries();
		Map<String, Runnable> evictions = Map.of("evict", () -> this.cache.evict("key"), "clear", this.cache::clear,
				"by another", () -> inAnotherThread(() -> this.cache.evict("key")), "cleared by another",
				() -> inAnotherThread(this.cache::clear), "group",
				() -> entries.bump(Event.groups("cache", List.of(1))), "discarded",
				() -> entries.discard(Event.keys("cache", List.of("key"))), "all discarded",
				() -> entries.discard(Event.all("cache")), "group discarded",
				() -> entries.discard(Event.groups("cache", List.of(1))));
		evictions.forEach((name, eviction) -> in(writing(), () -> {
			this.cache.get("key", () -> "loaded");
			assertThat(this.cache.get("key")).as(name).isNotNull();
			eviction.run();
			assertThat(this.cache.get("key")).as(name).isNull();
			this.cache.put("key", "changed");
			eviction.run();
			assertThat(this.cache.get("key")).as(name).isNull();
		}));
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueIsAsOldAsTheOneOfTheSameTransactionThatItIsComputedFrom() {
		in(writing(), () -> {
			this.cache.get("part", () -> "part");
			changeByAnother("new");
			this.cache.get("key", () -> "of the " + this.cache.get("part", String.class));
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void lateLoadDoesNotReplaceTheChangeOfItsTransaction() {
		in(writing(), () -> {
			Cache invocation = CacheInvocation.load((GuardedCache) this.cache);
			invocation.get("key");
			this.cache.put("key", "changed");
			invocation.put("key", "loaded before");
			assertThat(this.cache.get("key", String.class)).isEqualTo("changed");
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("changed");
	}

	@Test
	void valuesOfATransactionThatRollsBackAreNotVisibleAfterIt() {
		writing().executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCompletion(int outcome) {
					assertThat(GuardedTransactionTests.this.cache.get("key")).isNull();
				}
			});
			this.cache.put("key", "mine");
			status.setRollbackOnly();
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void reloadInATransactionIsKept(boolean request) {
		this.request = request ? this.guard.requestBegins() : null;
		this.cache.get("old", () -> "old");
		in(writing(), () -> {
			this.cache.get("before", () -> "value");
			this.cache.clear();
			this.cache.put("put", "value");
			this.cache.putIfAbsent("absent", "value");
			this.cache.get("loaded", () -> "value");
			change("changed");
		});
		for (String key : List.of("put", "absent", "loaded", "changed")) {
			assertThat(this.cache.get(key)).as(key).isNotNull();
		}
		assertThat(this.cache.get("old")).isNull();
		assertThat(this.cache.get("before")).isNull();
	}

	@Test
	void reloadInATransactionIsNotKeptIfOthersClear() {
		in(writing(), () -> {
			inAnotherThread(this.cache::clear);
			this.cache.clear();
			this.cache.put("before", "value");
		});
		in(writing(), () -> {
			this.cache.clear();
			this.cache.put("after", "value");
			inAnotherThread(this.cache::clear);
		});
		in(writing(), () -> {
			this.cache.clear();
			this.cache.put("between", "value");
			inAnotherThread(this.cache::clear);
			this.cache.clear();
		});
		for (String key : List.of("before", "after", "between")) {
			assertThat(this.cache.get(key)).as(key).isNull();
		}
	}

	@Test
	void valueThatWasLoadedBeforeAClearAfterTheCommitIsNotKept() {
		in(writing(), () -> {
			this.cache.clear();
			this.cache.get("key", () -> "old");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					GuardedTransactionTests.this.cache.clear();
				}
			});
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueThatWasLoadedBeforeAnotherEvictionOfAllEntriesIsNotKept() {
		in(writing(), () -> {
			this.cache.clear();
			this.cache.get("key", () -> "old");
			((GuardedCache) this.cache).entries().bump(Event.all("cache"));
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void valueOfASnapshotIsNotKeptAfterAClearForTheChangesOfAnInnerTransaction() {
		in(writing(), () -> {
			in(writing(), () -> this.manager.write("new"));
			this.cache.clear();
			this.cache.get("key", this.manager::read);
		});
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void entityThatMayBeReadBeforeAClearIsNotKept() {
		this.request = this.guard.requestBegins();
		inPersistenceContext(() -> {
			this.cache.clear();
			this.cache.get("key", () -> "an entity read before");
			change("changed");
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("changed")).isNotNull();
	}

	/**
	 * Puts as a method does that changes the entry.
	 */
	private void change(String key) {
		CacheInvocation.change((GuardedCache) this.cache).put(key, "value");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void valueOfAPersistenceContextIsAsOldAsTheRequest(boolean transaction) {
		this.request = this.guard.requestBegins();
		inPersistenceContext(() -> {
			changeByAnother("new");
			Runnable load = () -> this.cache.get("key", () -> "an entity read before");
			if (transaction) {
				in(reading(this.manager), load);
			}
			else {
				load.run();
			}
			this.cache.get("other", () -> "value");
		});
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNotNull();
	}

	@Test
	void valueOfAPersistenceContextOfUnknownBeginIsNotKept() {
		inPersistenceContext(() -> assertThat(this.cache.get("key", () -> "value")).isEqualTo("value"));
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.guard.count(PutRefusal.UNKNOWN)).isOne();
	}

	@Test
	void persistenceContextThatATransactionOpensIsAsOldAsTheTransaction() {
		in(reading(this.manager), () -> inPersistenceContext(() -> this.cache.get("key", () -> "value")));
		assertThat(this.cache.get("key")).isNotNull();
	}

	private static void inPersistenceContext(Runnable task) {
		Object factory = new Object();
		TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(mock(EntityManager.class)));
		try {
			task.run();
		}
		finally {
			TransactionSynchronizationManager.unbindResource(factory);
		}
	}

	private void changeByAnother(String value) {
		inAnotherThread(() -> {
			this.database.set(value);
			this.cache.evict("key");
		});
	}

	private void loadByAnother() {
		inAnotherThread(() -> this.cache.get("key", this.database::get));
	}

	private static void inAnotherThread(Runnable task) {
		CompletableFuture.runAsync(task, (started) -> new Thread(started, "another").start()).join();
	}

	private static void in(TransactionTemplate template, Runnable task) {
		template.executeWithoutResult((status) -> task.run());
	}

	private TransactionTemplate writing() {
		TransactionTemplate template = new TransactionTemplate(this.manager);
		template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		return template;
	}

	private TransactionTemplate suspending() {
		TransactionTemplate template = reading(this.manager);
		template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
		return template;
	}

	private static TransactionTemplate reading(Snapshots manager) {
		TransactionTemplate template = new TransactionTemplate(manager);
		template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		template.setReadOnly(true);
		return template;
	}

	/**
	 * Executes a statement in a transaction of a connection.
	 */
	private void execute(Kind kind, String sql) {
		this.account.executed(this.connection, new Execution(sql, kind, false, System.nanoTime()), 0, null);
	}

	/**
	 * Transactions that see the value of their begin, or their own.
	 */
	private static final class Snapshots extends AbstractPlatformTransactionManager {

		private final AtomicReference<String> database;

		private boolean failToBegin;

		Snapshots(AtomicReference<String> database) {
			setNestedTransactionAllowed(true);
			this.database = database;
		}

		String read() {
			Snapshot snapshot = (Snapshot) TransactionSynchronizationManager.getResource(this);
			return (snapshot != null) ? snapshot.value : this.database.get();
		}

		void write(String value) {
			Snapshot snapshot = (Snapshot) TransactionSynchronizationManager.getResource(this);
			snapshot.value = value;
			snapshot.changed = true;
		}

		@Override
		protected Object doGetTransaction() {
			return new Holder((Snapshot) TransactionSynchronizationManager.getResource(this));
		}

		@Override
		protected boolean isExistingTransaction(Object transaction) {
			return ((Holder) transaction).snapshot != null;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			if (this.failToBegin) {
				throw new IllegalStateException("no connection");
			}
			Snapshot snapshot = new Snapshot(this.database.get());
			((Holder) transaction).snapshot = snapshot;
			TransactionSynchronizationManager.bindResource(this, snapshot);
		}

		@Override
		protected Object doSuspend(Object transaction) {
			return TransactionSynchronizationManager.unbindResource(this);
		}

		@Override
		protected void doResume(@Nullable Object transaction, Object suspended) {
			TransactionSynchronizationManager.bindResource(this, suspended);
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			Snapshot snapshot = ((Holder) status.getTransaction()).snapshot;
			if (snapshot != null && snapshot.changed) {
				this.database.set(snapshot.value);
			}
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			// What was written is gone with the snapshot.
		}

		@Override
		protected void doSetRollbackOnly(DefaultTransactionStatus status) {
			// For participants only.
		}

		@Override
		protected void doCleanupAfterCompletion(Object transaction) {
			TransactionSynchronizationManager.unbindResource(this);
		}

	}

	/**
	 * A transaction object, which may have a snapshot.
	 */
	private static final class Holder implements SavepointManager {

		private @Nullable Snapshot snapshot;

		@Override
		public Object createSavepoint() {
			return "savepoint";
		}

		@Override
		public void rollbackToSavepoint(Object savepoint) {
			// The tests do not look at what is rolled back.
		}

		@Override
		public void releaseSavepoint(Object savepoint) {
			// Nothing to release.
		}

		Holder(@Nullable Snapshot snapshot) {
			this.snapshot = snapshot;
		}

	}

	/**
	 * What one transaction sees.
	 */
	private static final class Snapshot {

		private String value;

		private boolean changed;

		Snapshot(String value) {
			this.value = value;
		}

	}

}
