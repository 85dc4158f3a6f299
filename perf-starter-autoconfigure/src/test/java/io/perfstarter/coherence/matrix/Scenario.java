package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;

/**
 * What happens to the change that an operation is about.
 */
enum Scenario {

	NO_TRANSACTION(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.call(on.prices(), id, () -> on.change(id));
			}
			else {
				on.change(id, operation);
			}
		}
	},

	COMMIT(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.callInTransaction(on.prices(), id, () -> on.change(id));
			}
			else {
				on.inTransaction(() -> on.change(id, operation));
			}
		}
	},

	/**
	 * The transaction that the caller has begun commits.
	 */
	COMMIT_BY_THE_CALLER(true) {
		@Override
		void run(Instance on, Operation operation, long id) {
			on.inTransaction(() -> {
				NO_TRANSACTION.run(on, operation, id);
				return null;
			});
		}
	},

	ROLLBACK(false) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.callInTransaction(on.prices(), id, () -> thrownAfter(on.change(id)));
			}
			else {
				on.inTransaction(() -> thrownAfter(on.change(id, operation)));
			}
		}
	},

	/**
	 * The transaction of the caller is rolled back.
	 */
	ROLLBACK_BY_THE_CALLER(false) {
		@Override
		void run(Instance on, Operation operation, long id) {
			on.inTransaction(() -> {
				NO_TRANSACTION.run(on, operation, id);
				return thrownAfter(null);
			});
		}
	},

	/**
	 * The inner transaction commits, and the outer one is rolled back.
	 */
	REQUIRES_NEW_INSIDE(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.callInTransaction(on.prices(), id,
						() -> thrownAfter(on.inNewTransaction(() -> on.change(id))));
			}
			else {
				on.inTransaction(() -> thrownAfter(on.inNewTransaction(() -> on.change(id, operation))));
			}
		}
	},

	/**
	 * The method throws after a transaction in it has committed.
	 */
	THROWS_AFTER_COMMIT(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.call(on.prices(), id, () -> thrownAfter(on.inTransaction(() -> on.change(id))));
			}
			else {
				thrownAfter(on.inTransaction(() -> on.change(id, operation)));
			}
		}
	},

	/**
	 * Another thread commits, and the future that the method has returned completes.
	 */
	FUTURE(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated
					.callByFuture(on.prices(), id, () -> on.beside(() -> on.inTransaction(() -> on.change(id))))
					.join();
			}
			else {
				on.beside(() -> on.inTransaction(() -> on.change(id, operation))).join();
			}
		}
	},

	/**
	 * Another thread commits, and the future that the method has returned fails.
	 */
	FUTURE_FAILS(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			Body<String> commitsAndFails = (operation.annotated != null)
					? () -> thrownAfter(on.inTransaction(() -> on.change(id)))
					: () -> thrownAfter(on.inTransaction(() -> on.change(id, operation)));
			CompletableFuture<String> future = (operation.annotated != null)
					? operation.annotated.callByFuture(on.prices(), id, () -> on.beside(commitsAndFails))
					: on.beside(commitsAndFails);
			future.join();
		}
	},

	/**
	 * The method runs in another thread by {@code @Async}.
	 */
	ASYNC(true) {
		@Override
		void run(Instance on, Operation operation, long id) throws Exception {
			if (operation.annotated != null) {
				operation.annotated.callAsync(on.prices(), id, () -> on.inTransaction(() -> on.change(id))).join();
			}
			else {
				on.prices().async(() -> on.inTransaction(() -> on.change(id, operation))).join();
			}
		}
	};

	final boolean commits;

	Scenario(boolean commits) {
		this.commits = commits;
	}

	/**
	 * Whether the method fails although it has committed something.
	 */
	boolean failsAfterCommit() {
		return this == REQUIRES_NEW_INSIDE || this == THROWS_AFTER_COMMIT || this == FUTURE_FAILS;
	}

	/**
	 * Changes the price by the operation, and throws if the scenario does.
	 */
	abstract void run(Instance on, Operation operation, long id) throws Exception;

	private static String thrownAfter(String changed) {
		throw new PlannedException();
	}

	/**
	 * What a scenario throws.
	 */
	@SuppressWarnings("serial")
	static final class PlannedException extends RuntimeException {

	}

	@Override
	public String toString() {
		return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
	}

}
