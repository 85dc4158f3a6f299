package io.perfstarter.jdbc;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Registers a listener with transaction managers that Boot has not configured itself.
 */
public final class TransactionListenerPostProcessor implements BeanPostProcessor {

	private final Supplier<? extends TransactionExecutionListener> listener;

	/**
	 * Creates the post-processor.
	 * @param listener supplies the listener, always the same instance; evaluated for each
	 * transaction manager
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
