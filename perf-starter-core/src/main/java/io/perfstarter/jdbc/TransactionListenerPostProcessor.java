package io.perfstarter.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Registers a listener with transaction managers that Spring Boot has not configured.
 *
 * @param listener returns the listener to add to a transaction manager that does not have
 * it yet
 */
public record TransactionListenerPostProcessor(
		Function<ConfigurableTransactionManager, ? extends TransactionExecutionListener> listener)
		implements
			BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			TransactionExecutionListener listener = this.listener.apply(manager);
			Collection<TransactionExecutionListener> present = manager.getTransactionExecutionListeners();
			if (!present.contains(listener)) {
				// The list of an application may be immutable.
				List<TransactionExecutionListener> all = new ArrayList<>(present);
				all.add(listener);
				manager.setTransactionExecutionListeners(all);
			}
		}
		return bean;
	}

}
