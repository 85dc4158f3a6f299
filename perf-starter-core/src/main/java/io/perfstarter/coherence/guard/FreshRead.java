package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.function.ThrowingFunction;

/**
 * Runs a loader so that it reads current data.
 */
@FunctionalInterface
public interface FreshRead {

	/**
	 * Runs the loader on the current thread.
	 * @param loader loads a value
	 * @return the value
	 * @throws Exception if the loader fails
	 */
	@Nullable Object of(Callable<? extends @Nullable Object> loader) throws Exception;

	/**
	 * Returns a read in a separate read-only transaction.
	 * @param manager the transaction manager, {@code null} to read without a transaction
	 * @return the read; with a transaction, it rolls back what a loader changes
	 */
	static FreshRead readOnly(@Nullable PlatformTransactionManager manager) {
		if (manager == null) {
			return Callable::call;
		}
		TransactionTemplate transaction = new TransactionTemplate(manager);
		transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		transaction.setReadOnly(true);
		transaction.setName("perf-starter cache audit");
		return (loader) -> transaction.execute(ThrowingFunction.of((TransactionStatus status) -> {
			status.setRollbackOnly();
			return loader.call();
		})::apply);
	}

}
