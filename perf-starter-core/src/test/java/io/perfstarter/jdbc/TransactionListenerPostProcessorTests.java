package io.perfstarter.jdbc;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TransactionListenerPostProcessor}.
 */
class TransactionListenerPostProcessorTests {

	@Test
	void listOfTheApplicationMayBeImmutable() {
		TransactionExecutionListener first = new TransactionExecutionListener() {
		};
		TransactionExecutionListener added = new TransactionExecutionListener() {
		};
		DataSourceTransactionManager manager = new DataSourceTransactionManager();
		manager.setTransactionExecutionListeners(List.of(first));
		TransactionListenerPostProcessor processor = new TransactionListenerPostProcessor((ignored) -> added);
		processor.postProcessAfterInitialization(manager, "manager");
		processor.postProcessAfterInitialization(manager, "manager");
		assertThat(manager.getTransactionExecutionListeners()).containsExactly(first, added);
	}

}
