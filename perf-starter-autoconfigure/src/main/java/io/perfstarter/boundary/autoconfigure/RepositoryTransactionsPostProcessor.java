package io.perfstarter.boundary.autoconfigure;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import io.perfstarter.boundary.repository.RepositoryTransactions;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.TypedStringValue;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFragment;
import org.springframework.data.repository.core.support.TransactionalRepositoryFactoryBeanSupport;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Adds default transactions to JPA and JDBC repositories. Spring Data's own advice begins
 * them, with the transaction manager of the repository.
 */
record RepositoryTransactionsPostProcessor(ConfigurableListableBeanFactory beanFactory) implements BeanPostProcessor {

	// Referred to by name, because an application may have only one of the two libraries.
	private static final Set<String> FACTORIES = Set.of(
			"org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean",
			"org.springframework.data.jdbc.repository.support.JdbcRepositoryFactoryBean");

	// Suffix of the classes that Spring Data generates ahead of time.
	private static final String GENERATED = "__AotRepository";

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof TransactionalRepositoryFactoryBeanSupport<?, ?, ?> repository && isKnown(bean.getClass())
				&& isWanted(beanName, this.beanFactory)) {
			repository.addRepositoryFactoryCustomizer((factory) -> factory
				.addRepositoryProxyPostProcessor(RepositoryTransactionsPostProcessor::complete));
		}
		return bean;
	}

	/**
	 * Returns whether a repository allows default transactions and its transaction
	 * manager exists. A repository without declared transactions may have no transaction
	 * manager, and must still work.
	 */
	static boolean isWanted(String repository, ConfigurableListableBeanFactory beanFactory) {
		if (!beanFactory.containsBeanDefinition(repository)) {
			return true;
		}
		// The attributes of @EnableJpaRepositories and similar annotations.
		MutablePropertyValues properties = beanFactory.getMergedBeanDefinition(repository).getPropertyValues();
		String manager = text(properties, "transactionManager");
		return !"false".equals(text(properties, "enableDefaultTransactions"))
				&& (manager == null || exists(manager, beanFactory));
	}

	private static @Nullable String text(MutablePropertyValues properties, String name) {
		Object value = properties.get(name);
		if (value instanceof TypedStringValue text) {
			return text.getValue();
		}
		return (value != null) ? value.toString() : null;
	}

	private static boolean exists(String transactionManager, ConfigurableListableBeanFactory beanFactory) {
		String[] managers = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, TransactionManager.class,
				true, false);
		return Arrays.stream(managers)
			.anyMatch((manager) -> BeanFactoryAnnotationUtils.isQualifierMatch(transactionManager::equals, manager,
					beanFactory));
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
					information.getRepositoryInterface(), information.getDomainType(), queryMethods(information)));
		}
	}

	/**
	 * Returns the query methods. Adds methods that Spring Data has implemented ahead of
	 * time, because it does not count these as query methods.
	 */
	private static Set<Method> queryMethods(RepositoryInformation information) {
		Set<Method> methods = new HashSet<>(information.getQueryMethods());
		information.getFragments()
			.stream()
			.filter(RepositoryTransactionsPostProcessor::isGenerated)
			.forEach((fragment) -> Arrays.stream(information.getRepositoryInterface().getMethods())
				.filter(fragment::hasMethod)
				.forEach(methods::add));
		return methods;
	}

	private static boolean isGenerated(RepositoryFragment<?> fragment) {
		return fragment.getImplementation()
			.filter((implementation) -> implementation.getClass().getName().endsWith(GENERATED))
			.isPresent();
	}

}
