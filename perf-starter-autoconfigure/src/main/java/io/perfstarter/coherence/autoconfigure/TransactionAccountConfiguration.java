package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.TransactionListenerPostProcessor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * The account of transactions, for the features that import it.
 */
@Configuration(proxyBeanMethods = false)
public class TransactionAccountConfiguration {

	@Bean
	TransactionAccount perfStarterTransactionAccount(ObjectProvider<ObservedPools> pools) {
		ObservedPools known = pools.getIfAvailable();
		return new TransactionAccount(() -> known != null && known.isComplete(), System::nanoTime, CurrentRequest::get);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionListenerPostProcessor perfStarterTransactionAccountPostProcessor(
			ObjectProvider<TransactionAccount> account) {
		return new TransactionListenerPostProcessor((manager) -> account.getObject());
	}

}
