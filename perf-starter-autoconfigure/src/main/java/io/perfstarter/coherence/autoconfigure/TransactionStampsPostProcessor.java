package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.cache.TransactionStamps;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Has each transaction manager that Boot has not made itself tell of the beginning of its
 * transactions.
 */
final class TransactionStampsPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<TransactionStamps> stamps;

	TransactionStampsPostProcessor(ObjectProvider<TransactionStamps> stamps) {
		this.stamps = stamps;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			TransactionStamps listener = this.stamps.getObject();
			if (!manager.getTransactionExecutionListeners().contains(listener)) {
				manager.addListener(listener);
			}
		}
		return bean;
	}

}
