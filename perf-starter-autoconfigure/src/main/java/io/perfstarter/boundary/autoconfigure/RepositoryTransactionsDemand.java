package io.perfstarter.boundary.autoconfigure;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.TypedStringValue;
import org.springframework.transaction.TransactionManager;

/**
 * Determines whether a repository gets default transactions, and from which transaction
 * manager.
 *
 * @param wanted whether the repository allows default transactions
 * @param transactionManager the name or qualifier of the transaction manager,
 * {@code null} if unknown
 */
record RepositoryTransactionsDemand(boolean wanted, @Nullable String transactionManager) {

	/**
	 * Reads the attributes of {@code @EnableJpaRepositories} and similar annotations.
	 * @param beanFactory the bean factory
	 * @param beanName the bean name of the repository
	 * @return the demand
	 */
	static RepositoryTransactionsDemand of(ConfigurableListableBeanFactory beanFactory, String beanName) {
		if (!beanFactory.containsBeanDefinition(beanName)) {
			return new RepositoryTransactionsDemand(true, null);
		}
		MutablePropertyValues properties = beanFactory.getMergedBeanDefinition(beanName).getPropertyValues();
		return new RepositoryTransactionsDemand(!"false".equals(text(properties, "enableDefaultTransactions")),
				text(properties, "transactionManager"));
	}

	private static @Nullable String text(MutablePropertyValues properties, String name) {
		Object value = properties.get(name);
		if (value instanceof TypedStringValue text) {
			return text.getValue();
		}
		return (value != null) ? value.toString() : null;
	}

	/**
	 * Returns whether default transactions are allowed and their transaction manager
	 * exists. A repository without declared transactions may work without a transaction
	 * manager and must continue to do so.
	 * @param beanFactory the bean factory
	 * @return whether to add default transactions
	 */
	boolean isMet(ConfigurableListableBeanFactory beanFactory) {
		return this.wanted && (this.transactionManager == null || exists(this.transactionManager, beanFactory));
	}

	private static boolean exists(String transactionManager, ConfigurableListableBeanFactory beanFactory) {
		String[] managers = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, TransactionManager.class,
				true, false);
		return Arrays.stream(managers)
			.anyMatch((manager) -> BeanFactoryAnnotationUtils.isQualifierMatch(transactionManager::equals, manager,
					beanFactory));
	}

}
