package io.perfstarter.routing.matrix;

import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.perfstarter.routing.PrimaryRead;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs code in transactions with different attributes.
 */
class Transactions {

	private final PlatformTransactionManager transactionManager;

	private final IntSupplier connectionsHeld;

	Transactions(PlatformTransactionManager transactionManager, IntSupplier connectionsHeld) {
		this.transactionManager = transactionManager;
		this.connectionsHeld = connectionsHeld;
	}

	String readOnly(Supplier<String> work) {
		return in(true, TransactionDefinition.PROPAGATION_REQUIRED, work);
	}

	String readWrite(Supplier<String> work) {
		return in(false, TransactionDefinition.PROPAGATION_REQUIRED, work);
	}

	String in(boolean readOnly, int propagation, Supplier<String> work) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
		definition.setReadOnly(readOnly);
		return run(definition, work);
	}

	String isolated(int isolation, Supplier<String> work) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
		definition.setReadOnly(true);
		definition.setIsolationLevel(isolation);
		return run(definition, work);
	}

	private String run(DefaultTransactionDefinition definition, Supplier<String> work) {
		definition.setName("Transactions.run");
		return new TransactionTemplate(this.transactionManager, definition).execute((status) -> work.get());
	}

	@PrimaryRead
	@Transactional(readOnly = true)
	public String primaryRead(Supplier<String> work) {
		return work.get();
	}

	public int connectionsHeld() {
		return this.connectionsHeld.getAsInt();
	}

}
