package io.perfstarter.jdbc;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Has each transaction manager that Boot has not made itself tell a listener of its
 * transactions.
 */
public final class TransactionListenerPostProcessor implements BeanPostProcessor {

	private final Supplier<? extends TransactionExecutionListener> listener;

	/**
	 * Takes who listens.
	 * @param listener gives the listener, always the same; asked for each transaction
	 * manager
	 */
	public TransactionListenerPostProcessor(Supplier<? extends TransactionExecutionListener> listener) {
		this.listener = listener;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			TransactionExecutionListener listener = this.listener.get();
			if (!manager.getTransactionExecutionListeners().contains(listener)) {
				manager.addListener(listener);
			}
		}
		return bean;
	}

}
