package io.perfstarter.coherence.audit;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Runs a loader in a read-only transaction of its own, or without a transaction if the
 * application has no unique transaction manager.
 *
 * @param transactionManager supplies the transaction manager, {@code null} if there is
 * none
 */
public record ReadOnlyTransactions(
		Supplier<@Nullable PlatformTransactionManager> transactionManager) implements FreshRead {

	@Override
	public @Nullable Object of(Callable<? extends @Nullable Object> loader) throws Exception {
		PlatformTransactionManager manager = this.transactionManager.get();
		if (manager == null) {
			return loader.call();
		}
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(
				TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		definition.setReadOnly(true);
		definition.setName("perf-starter cache audit");
		TransactionStatus transaction = manager.getTransaction(definition);
		try {
			return loader.call();
		}
		finally {
			// Nothing that a loader changes is kept.
			manager.rollback(transaction);
		}
	}

}
