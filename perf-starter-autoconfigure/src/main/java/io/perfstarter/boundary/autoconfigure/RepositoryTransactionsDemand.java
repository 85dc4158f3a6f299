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
 * Whether a repository wants transactions by default, and with which manager.
 *
 * @param wanted whether it wants any
 * @param transactionManager name or qualifier of the manager, where it is known
 */
record RepositoryTransactionsDemand(boolean wanted, @Nullable String transactionManager) {

	/**
	 * Reads what {@code @EnableJpaRepositories} and the like have set.
	 * @param beanFactory the bean factory
	 * @param beanName name of the repository
	 * @return what it wants
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
	 * Whether transactions are wanted and can begin. A repository that declares none does
	 * without a manager, and has to go on so.
	 * @param beanFactory the bean factory
	 * @return whether that is so
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
