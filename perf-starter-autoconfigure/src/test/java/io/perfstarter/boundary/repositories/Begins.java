package io.perfstarter.boundary.repositories;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Records the transactions that begin.
 */
class Begins implements TransactionExecutionListener {

	private final List<String> begun = new CopyOnWriteArrayList<>();

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		this.begun.add(transaction.getTransactionName() + ((transaction.isReadOnly()) ? " reads" : " writes"));
	}

	/**
	 * Returns the transactions since the last call.
	 */
	List<String> take() {
		List<String> taken = List.copyOf(this.begun);
		this.begun.clear();
		return taken;
	}

}
