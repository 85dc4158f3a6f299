package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_DEFAULT;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_READ_COMMITTED;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_SERIALIZABLE;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

/**
 * Tests for {@link TransactionFlags}.
 */
class TransactionFlagsTests {

	private boolean serializable;

	private final TransactionFlags flags = new TransactionFlags(() -> this.serializable);

	private final TestTransactionManager manager = new TestTransactionManager(true);

	private final TestTransactionManager sibling = new TestTransactionManager(true);

	private final TestTransactionManager other = new TestTransactionManager(false);

	private final List<Reason> seen = new ArrayList<>();

	@AfterEach
	void leavesNothing() {
		assertThat(this.flags.purpose(false)).isEqualTo(Reason.NO_TRANSACTION);
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
	}

	@Test
	void knowsTheTransactionBeforeItsBegin() {
		in(this.manager, true, PROPAGATION_REQUIRED, () -> {
		});
		in(this.manager, false, PROPAGATION_REQUIRED, () -> {
		});
		assertThat(this.manager.atBegin).containsExactly(Reason.READ_ONLY, Reason.WRITE);
	}

	@Test
	void knowsItWhileItRunsAndAfterwardsNothing() {
		in(this.manager, true, PROPAGATION_REQUIRED, this::see);
		see();
		in(this.manager, false, PROPAGATION_REQUIRED, this::see);
		see();
		assertThat(this.seen).containsExactly(Reason.READ_ONLY, Reason.NO_TRANSACTION, Reason.WRITE,
				Reason.NO_TRANSACTION);
	}

	@Test
	void whoJoinsChangesNothing() {
		in(this.manager, true, PROPAGATION_REQUIRED, () -> in(this.manager, false, PROPAGATION_REQUIRED, this::see));
		in(this.manager, false, PROPAGATION_REQUIRED, () -> in(this.manager, true, PROPAGATION_REQUIRED, this::see));
		assertThat(this.seen).containsExactly(Reason.READ_ONLY, Reason.WRITE);
	}

	@Test
	void anInnerTransactionHasItsOwnAndGivesTheOuterBack() {
		in(this.manager, false, PROPAGATION_REQUIRED, () -> {
			in(this.manager, true, PROPAGATION_REQUIRES_NEW, this::see);
			see();
		});
		in(this.manager, true, PROPAGATION_REQUIRED, () -> {
			in(this.manager, false, PROPAGATION_REQUIRES_NEW, this::see);
			see();
			in(this.manager, false, PROPAGATION_NOT_SUPPORTED, this::see);
			see();
		});
		assertThat(this.seen).containsExactly(Reason.READ_ONLY, Reason.WRITE, Reason.WRITE, Reason.READ_ONLY,
				Reason.NO_TRANSACTION, Reason.READ_ONLY);
	}

	@Test
	void withoutATransactionAReadOnlyDefinitionSaysNothing() {
		in(this.manager, true, PROPAGATION_SUPPORTS, this::see);
		in(this.manager, false, PROPAGATION_SUPPORTS, this::see);
		assertThat(this.seen).containsExactly(Reason.NO_TRANSACTION, Reason.NO_TRANSACTION);
	}

	@Test
	void rollbackAndFailuresEndIt() {
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> in(this.manager, true, PROPAGATION_REQUIRED, () -> {
				throw new IllegalStateException();
			}));
		see();
		this.manager.failsAtBegin = true;
		assertThatExceptionOfType(CannotCreateTransactionException.class)
			.isThrownBy(() -> in(this.manager, true, PROPAGATION_REQUIRED, this::see));
		see();
		this.manager.failsAtBegin = false;
		this.manager.failsAtCommit = true;
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> in(this.manager, true, PROPAGATION_REQUIRED, this::see));
		see();
		assertThat(this.seen).containsExactly(Reason.NO_TRANSACTION, Reason.NO_TRANSACTION, Reason.READ_ONLY,
				Reason.NO_TRANSACTION);
	}

	/**
	 * Spring calls no listener then.
	 */
	@Test
	void aTransactionThatTimesOutBeforeItsCommitIsForgotten() {
		timeOut(false);
		in(this.sibling, true, PROPAGATION_REQUIRED, this::see);
		timeOut(true);
		this.other.ofDatabase = false;
		in(this.other, false, PROPAGATION_REQUIRED, this::see);
		assertThat(this.seen).containsExactly(Reason.READ_ONLY, Reason.WRITE);
	}

	private void timeOut(boolean readOnly) {
		assertThatExceptionOfType(TransactionTimedOutException.class)
			.isThrownBy(() -> in(this.manager, readOnly, PROPAGATION_REQUIRED,
					() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

						@Override
						public void beforeCommit(boolean readOnly) {
							throw new TransactionTimedOutException("planted");
						}

					})));
	}

	@Test
	void aTransactionOfMessagesSaysNothing() {
		this.other.ofDatabase = false;
		in(this.manager, false, PROPAGATION_REQUIRED, () -> in(this.other, true, PROPAGATION_REQUIRED, this::see));
		in(this.other, false, PROPAGATION_REQUIRED, () -> in(this.manager, true, PROPAGATION_REQUIRED, this::see));
		in(this.other, true, PROPAGATION_REQUIRED, this::see);
		assertThat(this.seen).containsExactly(Reason.WRITE, Reason.READ_ONLY, Reason.WRITE);
	}

	@Test
	void ofAManagerThatTellsNothingOnlyTheConnectionCounts() {
		TestTransactionManager silent = new TestTransactionManager(true);
		silent.setTransactionExecutionListeners(List.of());
		in(silent, true, PROPAGATION_REQUIRED, this::see);
		in(silent, false, PROPAGATION_REQUIRED, this::see);
		assertThat(this.seen).containsExactly(Reason.WRITE, Reason.WRITE);
		assertThat(this.flags.purpose(true)).isEqualTo(Reason.READ_ONLY);
	}

	@Test
	void aTransactionOfAnotherDatabaseSaysNothing() {
		in(this.manager, false, PROPAGATION_REQUIRED, () -> in(this.other, true, PROPAGATION_REQUIRED, this::see));
		in(this.manager, true, PROPAGATION_REQUIRED, () -> in(this.other, false, PROPAGATION_REQUIRED, this::see));
		in(this.other, false, PROPAGATION_REQUIRED, () -> in(this.manager, true, PROPAGATION_REQUIRED, this::see));
		in(this.other, true, PROPAGATION_REQUIRED, this::see);
		assertThat(this.seen).containsExactly(Reason.WRITE, Reason.READ_ONLY, Reason.READ_ONLY, Reason.NO_TRANSACTION);
		assertThat(this.other.atBegin).containsExactly(Reason.WRITE, Reason.READ_ONLY, Reason.NO_TRANSACTION,
				Reason.NO_TRANSACTION);
	}

	@Test
	void ofTwoManagersOfTheSameDatabaseTheOneThatWritesDecides() {
		in(this.manager, false, PROPAGATION_REQUIRED, () -> {
			in(this.sibling, true, PROPAGATION_REQUIRED, () -> {
				see();
				assertThat(this.flags.purpose(true)).isEqualTo(Reason.READ_ONLY);
			});
			in(this.manager, true, PROPAGATION_REQUIRES_NEW,
					() -> in(this.sibling, true, PROPAGATION_REQUIRED, this::see));
		});
		in(this.manager, true, PROPAGATION_REQUIRED, () -> in(this.sibling, true, PROPAGATION_REQUIRED, this::see));
		assertThat(this.seen).containsExactly(Reason.WRITE, Reason.READ_ONLY, Reason.READ_ONLY);
	}

	@Test
	void aSerializableReadIsNone() {
		in(this.manager, true, ISOLATION_SERIALIZABLE, PROPAGATION_REQUIRED, this::see);
		in(this.manager, false, ISOLATION_SERIALIZABLE, PROPAGATION_REQUIRED,
				() -> in(this.manager, true, PROPAGATION_REQUIRES_NEW, this::see));
		this.serializable = true;
		in(this.manager, true, PROPAGATION_REQUIRED, this::see);
		in(this.manager, true, ISOLATION_READ_COMMITTED, PROPAGATION_REQUIRED, this::see);
		in(this.manager, false, PROPAGATION_REQUIRED, this::see);
		assertThat(this.seen).containsExactly(Reason.SERIALIZABLE, Reason.READ_ONLY, Reason.SERIALIZABLE,
				Reason.READ_ONLY, Reason.WRITE);
	}

	private void see() {
		this.seen.add(this.flags.purpose(false));
	}

	private static void in(TestTransactionManager manager, boolean readOnly, int propagation, Runnable work) {
		in(manager, readOnly, ISOLATION_DEFAULT, propagation, work);
	}

	private static void in(TestTransactionManager manager, boolean readOnly, int isolation, int propagation,
			Runnable work) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
		definition.setIsolationLevel(isolation);
		definition.setReadOnly(readOnly);
		new TransactionTemplate(manager, definition).executeWithoutResult((status) -> work.run());
	}

	/**
	 * A transaction manager without resources.
	 */
	private final class TestTransactionManager extends AbstractPlatformTransactionManager {

		private final List<Reason> atBegin = new ArrayList<>();

		private @Nullable Object current;

		private boolean ofDatabase = true;

		private boolean failsAtBegin;

		private boolean failsAtCommit;

		private TestTransactionManager(boolean routed) {
			setTransactionExecutionListeners(List.of(TransactionFlagsTests.this.flags.listener(routed, () -> false)));
		}

		@Override
		protected Object doGetTransaction() {
			return this.ofDatabase ? new DatabaseTransaction() : new Object();
		}

		@Override
		protected boolean isExistingTransaction(Object transaction) {
			return this.current != null;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.atBegin.add(TransactionFlagsTests.this.flags.purpose(false));
			if (this.failsAtBegin) {
				throw new CannotCreateTransactionException("no connection");
			}
			this.current = new Object();
		}

		@Override
		protected Object doSuspend(Object transaction) {
			Object suspended = this.current;
			this.current = null;
			return suspended;
		}

		@Override
		protected void doResume(@Nullable Object transaction, Object suspended) {
			this.current = suspended;
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			if (this.failsAtCommit) {
				throw new TransactionSystemException("no commit");
			}
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

		@Override
		protected void doSetRollbackOnly(DefaultTransactionStatus status) {
		}

		@Override
		protected void doCleanupAfterCompletion(Object transaction) {
			this.current = null;
		}

	}

	/**
	 * A transaction object of the type that databases use.
	 */
	private static final class DatabaseTransaction extends JdbcTransactionObjectSupport {

		@Override
		public boolean isRollbackOnly() {
			return false;
		}

	}

}
