package io.perfstarter.boundary.autoconfigure;

import java.util.Arrays;
import java.util.Set;

import io.perfstarter.boundary.repository.RepositoryTransactions;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.TransactionalRepositoryFactoryBeanSupport;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Adds default transactions to JPA and JDBC repositories. Spring Data's own advice begins
 * them, with the transaction manager of the repository.
 */
final class RepositoryTransactionsPostProcessor implements BeanPostProcessor {

	/**
	 * Referred to by name, because an application may have only one of the two libraries.
	 */
	private static final Set<String> FACTORIES = Set.of(
			"org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean",
			"org.springframework.data.jdbc.repository.support.JdbcRepositoryFactoryBean");

	private final ConfigurableListableBeanFactory beanFactory;

	RepositoryTransactionsPostProcessor(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof TransactionalRepositoryFactoryBeanSupport<?, ?, ?> repository && isKnown(bean.getClass())
				&& RepositoryTransactionsDemand.of(this.beanFactory, beanName).isMet(this.beanFactory)) {
			repository.addRepositoryFactoryCustomizer((factory) -> factory
				.addRepositoryProxyPostProcessor(RepositoryTransactionsPostProcessor::complete));
		}
		return bean;
	}

	private static boolean isKnown(@Nullable Class<?> type) {
		return type != null && (FACTORIES.contains(type.getName()) || isKnown(type.getSuperclass()));
	}

	private static void complete(ProxyFactory proxy, RepositoryInformation information) {
		Arrays.stream(proxy.getAdvisors())
			.map(Advisor::getAdvice)
			.filter(TransactionInterceptor.class::isInstance)
			.map(TransactionInterceptor.class::cast)
			.findFirst()
			.ifPresent((advice) -> complete(advice, information));
	}

	private static void complete(TransactionInterceptor advice, RepositoryInformation information) {
		TransactionAttributeSource declared = advice.getTransactionAttributeSource();
		if (declared != null) {
			advice.setTransactionAttributeSource(RepositoryTransactions.complete(declared,
					information.getRepositoryInterface(), information.getQueryMethods()));
		}
	}

}
