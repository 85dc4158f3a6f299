package io.perfstarter.routing.autoconfigure;

import java.util.function.Supplier;

import io.perfstarter.routing.RoutingGuards;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Registers our advisors when all configuration has registered its own: advice of the
 * same order is in the order of registration, and ours belongs inside the transaction.
 */
final class RoutingAdvice implements BeanFactoryPostProcessor {

	static final String JOIN_CHECK = "perfStarterJoinCheck";

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		if (beanFactory instanceof BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
			register(registry, "primaryReadAdvisor", RoutingGuards::primaryReadAdvisor);
			if (beanFactory.containsBeanDefinition(JOIN_CHECK)) {
				register(registry, "joinCheckAdvisor", () -> joinCheckAdvisor(beanFactory));
			}
		}
	}

	private static Advisor joinCheckAdvisor(ConfigurableListableBeanFactory beanFactory) {
		TransactionAttributeSource attributes = beanFactory.getBeanProvider(TransactionAttributeSource.class)
			.getIfUnique(AnnotationTransactionAttributeSource::new);
		return RoutingGuards.joinCheckAdvisor(attributes, beanFactory.getBean(JOIN_CHECK, MethodInterceptor.class));
	}

	private static void register(BeanDefinitionRegistry registry, String name, Supplier<Advisor> advisor) {
		RootBeanDefinition definition = new RootBeanDefinition(Advisor.class, advisor);
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		registry.registerBeanDefinition(name, definition);
	}

}
