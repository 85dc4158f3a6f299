package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.connection.PrimaryReadAdvisor;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Registers the advisors of routing after all other configuration. Advice of equal order
 * runs in the order of registration, and the check of joins must run inside the
 * transaction advice.
 */
final class RoutingAdvice implements BeanFactoryPostProcessor {

	static final String JOIN_CHECK = "perfStarterJoinCheck";

	/**
	 * Runs inside the transaction advice, which by default has the same order and is
	 * registered earlier.
	 */
	static final int JOIN_CHECK_ORDER = Ordered.LOWEST_PRECEDENCE;

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		if (beanFactory instanceof BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
			register(registry, "perfStarterPrimaryReadAdvisor");
			if (beanFactory.containsBeanDefinition(JOIN_CHECK)) {
				register(registry, "perfStarterJoinCheckAdvisor");
			}
		}
	}

	static Advisor perfStarterPrimaryReadAdvisor() {
		return new PrimaryReadAdvisor();
	}

	static Advisor perfStarterJoinCheckAdvisor(ObjectProvider<TransactionAttributeSource> attributes,
			@Qualifier(JOIN_CHECK) MethodInterceptor transactionJoinCheck) {
		BeanFactoryTransactionAttributeSourceAdvisor advisor = new BeanFactoryTransactionAttributeSourceAdvisor();
		advisor.setTransactionAttributeSource(attributes.getIfUnique(AnnotationTransactionAttributeSource::new));
		advisor.setAdvice(transactionJoinCheck);
		advisor.setOrder(JOIN_CHECK_ORDER);
		return advisor;
	}

	// Ahead-of-time processing supports factory methods. After this processing the
	// definition exists already.
	private static void register(BeanDefinitionRegistry registry, String factoryMethod) {
		if (!registry.containsBeanDefinition(factoryMethod)) {
			RootBeanDefinition definition = new RootBeanDefinition(RoutingAdvice.class);
			definition.setFactoryMethodName(factoryMethod);
			definition.setAutowireMode(AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR);
			definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
			registry.registerBeanDefinition(factoryMethod, definition);
		}
	}

}
