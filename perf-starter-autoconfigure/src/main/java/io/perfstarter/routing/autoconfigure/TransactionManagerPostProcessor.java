package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.Routing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Has each transaction manager that Boot has not made itself tell of its transactions.
 */
final class TransactionManagerPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<Routing> routing;

	TransactionManagerPostProcessor(ObjectProvider<Routing> routing) {
		this.routing = routing;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			TransactionExecutionListener listener = this.routing.getObject().transactions();
			if (!manager.getTransactionExecutionListeners().contains(listener)) {
				manager.addListener(listener);
			}
		}
		return bean;
	}

}
